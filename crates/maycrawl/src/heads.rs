//! The bytes that begin rules and paths: by one look at eight of them, most rules are
//! turned away.

use crate::group::RuleKind;

/// At most eight bytes that begin every path that a rule matches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    bytes: u64,
    /// How many bits of them are not the rule's.
    free: u8,
}

/// The first eight bytes of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathHead {
    bytes: u64,
    /// The bits of those that the path has; where it has fewer than eight, not all.
    has: u64,
}

/// How many bytes a head has.
pub(crate) const HEAD: usize = 8;

impl Head {
    /// So many of the bytes that begin a text, which are those of a rule. Where there are
    /// none it is the slash that begins every path.
    #[inline]
    pub(crate) fn of(text: &[u8], len: usize) -> Self {
        const FREE: [u8; HEAD] = [56, 56, 48, 40, 32, 24, 16, 8];
        let bytes = if len == 0 { u64::from(b'/') } else { first_eight(text) };
        Self { bytes, free: FREE.get(len).copied().unwrap_or(0) }
    }

    /// Whether a path can begin so.
    #[inline]
    pub(crate) const fn may_begin(self, path: PathHead) -> bool {
        (self.bytes ^ path.bytes).wrapping_shl(self.free as u32) == 0
    }
}

impl PathHead {
    #[inline]
    pub(crate) fn of(path: &[u8]) -> Self {
        Self { bytes: first_eight(path), has: below(path.len()) }
    }

    /// Whether no path that begins so is matched by a rule of Google's forms: one of its
    /// bytes differs, and up to there all stand for themselves. The rule's value, which is
    /// so long, begins a text.
    #[inline]
    pub(crate) fn turns_away(self, kind: RuleKind, text: &[u8], len: usize) -> bool {
        let bytes = first_eight(text);
        // The lowest byte that this marks is one; those above it may be marked in vain.
        let special = zeros(bytes ^ each(b'*')) | zeros(bytes ^ each(b'$'));
        let special = (special | zeros(bytes ^ each(b'%')) | bytes) & each(0x80);
        let first_special = special & special.wrapping_neg();
        let stand = first_special.wrapping_shr(7).wrapping_sub(1) & below(len);
        // What allows an index page may allow its directory, where the path ends.
        let compared = if matches!(kind, RuleKind::Allow) { stand & self.has } else { stand };
        (bytes ^ self.bytes) & compared != 0
    }
}

/// The first eight bytes, the first in the lowest bits, zeros where there are fewer.
#[inline]
fn first_eight(text: &[u8]) -> u64 {
    match text.first_chunk() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => text.iter().rev().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte)),
    }
}

/// The bits of so many first bytes.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the value is compared first")]
const fn below(len: usize) -> u64 {
    if len >= HEAD { u64::MAX } else { !u64::MAX.wrapping_shl((len as u32).wrapping_mul(8)) }
}

/// This byte eight times.
pub(crate) const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; HEAD])
}

/// The highest bit of the lowest byte that is zero, and of some others. Other bits mean
/// nothing.
#[inline]
pub(crate) const fn zeros(bytes: u64) -> u64 {
    bytes.wrapping_sub(each(1)) & !bytes
}

/// What a rule of Google's forms holds that may stand for something else than itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    Nothing,
    /// `*` or `$`.
    Wildcards,
    /// `%`, or what is not ASCII.
    Changes,
}

impl Holds {
    /// What the value holds that begins a text and is so long.
    pub(crate) fn of(text: &[u8], len: usize) -> Self {
        let (mut rest, mut len, mut held) = (text, len, 0);
        while let Some((chunk, after)) = rest.split_first_chunk::<CHUNK>() {
            held |= held_in(chunk, len);
            if len <= CHUNK {
                return Self::from(held);
            }
            (rest, len) = (after, len.saturating_sub(CHUNK));
        }
        let rest = rest.get(..len).unwrap_or(rest);
        Self::from(rest.iter().fold(held, |held, byte| held | held_by(*byte)))
    }

    const fn from(held: u8) -> Self {
        match held {
            0 => Self::Nothing,
            CHANGES.. => Self::Changes,
            _ => Self::Wildcards,
        }
    }
}

/// So many bytes are looked at together.
const CHUNK: usize = 32;

const CHANGES: u8 = 0x80;
const WILDCARDS: u8 = 1;

/// What the first bytes of a chunk hold. Compilers make of this a few comparisons of many
/// bytes.
#[inline]
fn held_in(chunk: &[u8; CHUNK], len: usize) -> u8 {
    /// First as many bytes as count, then as many that do not.
    const COUNT: [[u8; CHUNK]; 2] = [[u8::MAX; CHUNK], [0; CHUNK]];
    let count = COUNT.as_flattened().get(CHUNK.saturating_sub(len)..);
    let count = count.and_then(|count| count.first_chunk::<CHUNK>()).unwrap_or(&COUNT[0]);
    chunk.iter().zip(count).fold(0, |held, (byte, count)| held | held_by(*byte) & count)
}

#[inline]
const fn held_by(byte: u8) -> u8 {
    let wildcards = if matches!(byte, b'*' | b'$') { WILDCARDS } else { 0 };
    let changes = if byte == b'%' { CHANGES } else { byte & CHANGES };
    wildcards | changes
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::{Holds, PathHead};
    use crate::{Agent, Dialect, Robots, UrlPath};

    proptest::proptest! {
        #[test]
        fn what_matches_is_never_turned_away(
            value in "/?(a|b|/|[*$]|%6[1e]|é|\u{0}|index.htm){0,9}",
            path in "/(a|b|/|%6E|\u{0}|index.htm){0,9}",
            following in "(\n.{0,40})?",
        ) {
            for dialect in [Dialect::GOOGLE, Dialect::GOOGLE_PARSER] {
                for kind in ["Allow", "Disallow"] {
                    let file = format!("User-agent: *\n{kind}: {value}{following}");
                    let rules = Robots::parse(&file, &dialect).rules(&Agent::token("F"));
                    let path = UrlPath::parse(&path, &dialect);
                    let Some(line) = rules.rule_lines().next() else { continue };
                    let text = &file.as_bytes()[line.span().start as usize..];
                    let head = PathHead::of(path.as_bytes());
                    if head.turns_away(line.kind(), text, line.value().len()) {
                        for (kind, pattern) in line.patterns(&dialect) {
                            assert!(!pattern.matches(&path), "{kind:?} {pattern:?} {path:?}");
                        }
                    }
                }
            }
        }

        #[test]
        fn what_a_value_holds_is_found_wherever_it_stands(
            value in "[a-z/]{0,70}[*$%é]?[a-z/]{0,70}",
            following in "[*$%é]{0,40}",
        ) {
            let expected = match () {
                () if value.contains(['%', 'é']) => Holds::Changes,
                () if value.contains(['*', '$']) => Holds::Wildcards,
                () => Holds::Nothing,
            };
            let text = format!("{value}{following}");
            assert_eq!(Holds::of(text.as_bytes(), value.len()), expected);
        }
    }

    #[test]
    fn most_are_turned_away() {
        let turns_away = |kind: &str, value: &str, path: &str| {
            let file = format!("User-agent: *\n{kind}: {value}");
            let rules = Robots::parse(&file, &Dialect::GOOGLE).rules(&Agent::token("F"));
            let kind = rules.rule_lines().next().unwrap().kind();
            PathHead::of(path.as_bytes()).turns_away(kind, value.as_bytes(), value.len())
        };
        assert!(turns_away("Disallow", "/ab", "/ac"));
        assert!(turns_away("Disallow", "/ab", "/a"));
        assert!(turns_away("Disallow", "/a*b", "/b"));
        assert!(!turns_away("Disallow", "/a*b", "/ac"));
        assert!(!turns_away("Disallow", "", "/"));
        assert!(!turns_away("Allow", "/a/index.html", "/a/"));
    }
}
