//! Tells by one look that a pattern cannot match a path: something that it spells does
//! not occur there. Pairs of bytes tell for usual paths; a long one may hold nearly
//! every pair that there is, and four bytes in a row tell for that.

use core::hash::{Hash, Hasher};
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::wildcards::literals;

/// A path longer than this holds nearly every pair.
pub(crate) const LONG_PATH: usize = 256;

/// A set of pairs of bytes, each known by one bit of a word. It may hold more than was
/// put in, never less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Pairs(usize);

/// The pairs of a path, found when they are first asked for: most checks never ask.
#[derive(Debug, Default)]
pub(crate) struct PairsOnDemand(AtomicUsize);

impl PairsOnDemand {
    /// The pairs of this path, which must be the same each time.
    #[inline]
    pub(crate) fn of_path(&self, path: &[u8]) -> Pairs {
        // A path holds a byte at least, so its set is never empty. Two threads that
        // both find none make the same.
        match self.0.load(Ordering::Relaxed) {
            0 => {
                let pairs = Pairs::of_path(path);
                self.0.store(pairs.0, Ordering::Relaxed);
                pairs
            }
            known => Pairs(known),
        }
    }
}

impl Clone for PairsOnDemand {
    fn clone(&self) -> Self {
        Self(AtomicUsize::new(self.0.load(Ordering::Relaxed)))
    }
}

/// They follow from the path, so they tell no two paths apart.
impl PartialEq for PairsOnDemand {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for PairsOnDemand {}

impl Hash for PairsOnDemand {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Pairs {
    /// All pairs that stand in a path, and its bytes.
    pub(crate) fn of_path(path: &[u8]) -> Self {
        let last = path.last().map_or(0, |last| single(*last));
        let (singles, doubles) =
            path.windows(2).fold((last, 0), |(singles, doubles), pair| match *pair {
                [first, second] => (singles | single(first), doubles | double(first, second)),
                _ => (singles, doubles),
            });
        Self(singles | doubles)
    }

    /// All pairs that a path must hold to be matched by a pattern: those within its
    /// literal texts, and texts that are a single byte.
    pub(crate) fn of_pattern(text: &[u8], wildcards: bool) -> Self {
        let pairs = literals(text, wildcards).fold(0, |set, literal| match *literal {
            [byte] => set | single(byte),
            _ => literal.windows(2).fold(set, |set, pair| match *pair {
                [first, second] => set | double(first, second),
                _ => set,
            }),
        });
        Self(pairs)
    }

    /// Some of these: those of the first bytes, up to what may stand for something else.
    #[inline]
    pub(crate) fn of_first_literal(text: &[u8]) -> Self {
        /// So few tell most patterns apart.
        const FEW: usize = 4;
        let stands = |byte: u8| byte.is_ascii() && !matches!(byte, b'*' | b'$' | b'%');
        let mut set = match *text {
            [only] | [only, b'*', ..] if stands(only) => single(only),
            _ => 0,
        };
        for pair in text.windows(2).take(FEW) {
            match *pair {
                [first, second] if stands(first) && stands(second) => set |= double(first, second),
                _ => break,
            }
        }
        Self(set)
    }

    /// Whether all of these are among those.
    pub(crate) const fn are_in(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }
}

/// The bit of a byte.
fn single(byte: u8) -> usize {
    1_usize.wrapping_shl(u32::from(byte))
}

/// The bit of a pair. The factor spreads pairs of letters over the upper bits.
fn double(first: u8, second: u8) -> usize {
    /// How many bits it takes to number those of a word.
    const BITS: u32 = usize::BITS.trailing_zeros();
    let spread = u32::from(u16::from_le_bytes([first, second])).wrapping_mul(0x9E37_79B1);
    1_usize.wrapping_shl(spread.wrapping_shr(u32::BITS.wrapping_sub(BITS)))
}

/// Four bytes in a row, known by a number below [`QUADS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quad(u16);

/// How many quads are told apart.
const QUADS: usize = 1 << 14;

/// A set of quads: a bit for each.
#[derive(Debug)]
pub(crate) struct Quads([u64; QUADS / 64]);

impl Quads {
    /// All that stand in a path.
    pub(crate) fn of_path(path: &[u8]) -> Self {
        let mut quads = Self([0; QUADS / 64]);
        for bytes in path.windows(4).filter_map(<[u8]>::first_chunk) {
            let (word, bit) = Quad::of(*bytes).place();
            if let Some(word) = quads.0.get_mut(word) {
                *word |= bit;
            }
        }
        quads
    }

    /// Whether a path with these may hold that one, which a pattern without a text of
    /// four bytes has not.
    pub(crate) fn may_hold(&self, quad: Option<Quad>) -> bool {
        quad.is_none_or(|quad| {
            let (word, bit) = quad.place();
            self.0.get(word).is_some_and(|word| word & bit != 0)
        })
    }
}

impl Quad {
    /// The last of the longest text of a pattern: texts of a file often differ at their
    /// ends.
    pub(crate) fn of_pattern(text: &[u8], wildcards: bool) -> Option<Self> {
        let longest = literals(text, wildcards).max_by_key(|literal| literal.len())?;
        longest.last_chunk().map(|bytes| Self::of(*bytes))
    }

    const fn of(bytes: [u8; 4]) -> Self {
        let [.., low, high] = u32::from_le_bytes(bytes).wrapping_mul(0x9E37_79B1).to_le_bytes();
        Self(u16::from_le_bytes([low, high]) >> 2)
    }

    /// The word of a set and the bit in it.
    const fn place(self) -> (usize, u64) {
        ((self.0 / 64) as usize, 1_u64.wrapping_shl(self.0 as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matches_is_never_turned_away() {
        for (pattern, path, by_pairs, by_quad) in [
            ("/a*b", "/axb", true, true),
            ("/a*b", "/a/", false, true),
            ("*?sort=", "/list?sort=up", true, true),
            ("*?sort=", "/list/of/sorts", false, false),
            ("*abcd", "/abc/bcd", true, false),
            ("*", "/", true, true),
        ] {
            let (text, bytes) = (pattern.as_bytes(), path.as_bytes());
            let pairs = Pairs::of_pattern(text, true).are_in(Pairs::of_path(bytes));
            assert_eq!(pairs, by_pairs, "{pattern} {path}");
            let quad = Quads::of_path(bytes).may_hold(Quad::of_pattern(text, true));
            assert_eq!(quad, by_quad, "{pattern} {path}");
        }
    }
}
