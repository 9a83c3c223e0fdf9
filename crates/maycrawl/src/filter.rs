//! Tells by one look that a pattern cannot match a path: some pair of octets that it
//! spells does not occur there.

use crate::pattern::literals;

/// A set of pairs of octets, each known by one of 64 bits. It may hold more than was
/// put in, never less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairs(u64);

impl Pairs {
    /// Every pair there is.
    pub(crate) const ALL: Self = Self(u64::MAX);

    /// All pairs that stand in a path, and its octets.
    pub(crate) fn of_path(path: &[u8]) -> Self {
        let octets = path.iter().fold(0, |set, octet| set | single(*octet));
        let pairs = path.windows(2).fold(octets, |set, pair| match *pair {
            [first, second] => set | double(first, second),
            _ => set,
        });
        Self(pairs)
    }

    /// All pairs that a path must hold to be matched by a pattern: those within its
    /// literal texts, and texts that are a single octet.
    pub(crate) fn of_pattern(text: &[u8], wildcards: bool) -> Self {
        let pairs = literals(text, wildcards).fold(0, |set, literal| match *literal {
            [octet] => set | single(octet),
            _ => literal.windows(2).fold(set, |set, pair| match *pair {
                [first, second] => set | double(first, second),
                _ => set,
            }),
        });
        Self(pairs)
    }

    /// Whether all of these are among those.
    pub(crate) const fn are_in(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }
}

/// The bit of an octet.
fn single(octet: u8) -> u64 {
    1_u64.wrapping_shl(u32::from(octet))
}

/// The bit of a pair. The factor spreads pairs of letters over the upper bits.
fn double(first: u8, second: u8) -> u64 {
    let spread = u32::from(u16::from_le_bytes([first, second])).wrapping_mul(0x9E37_79B1);
    1_u64.wrapping_shl(spread >> 26)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matches_is_never_turned_away() {
        for (pattern, path, expected) in [
            ("/a*b", "/axb", true),
            ("/a*b", "/a/", false),
            ("*?sort=", "/list?sort=up", true),
            ("*?sort=", "/list/of/sorts", false),
            ("*", "/", true),
        ] {
            let pairs = Pairs::of_pattern(pattern.as_bytes(), true);
            assert_eq!(pairs.are_in(Pairs::of_path(path.as_bytes())), expected, "{pattern} {path}");
        }
    }
}
