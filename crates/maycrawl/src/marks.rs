//! Where lines end and comments begin, found for 64 bytes at a time.
//!
//! Lines are so short that a search for each costs more in calls, and in branches that no
//! processor foresees, than it does in looking.

/// The places of LF, CR and `#`, in order.
#[derive(Clone, Debug)]
pub(crate) struct Marks<'a> {
    /// What was not looked at.
    rest: &'a [u8],
    /// Where it begins.
    rest_at: u32,
    /// A bit for each of the 64 bytes before it that is a mark still to come.
    block: u64,
}

/// How many bytes there are bits for.
const BLOCK: usize = u64::BITS as usize;

impl<'a> Marks<'a> {
    /// Of at most `u32::MAX` bytes.
    pub(crate) const fn of(source: &'a [u8]) -> Self {
        Self { rest: source, rest_at: 0, block: 0 }
    }
}

impl Iterator for Marks<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.block == 0 {
            self.block = match self.rest.split_first_chunk::<BLOCK>() {
                Some((block, rest)) => {
                    self.rest = rest;
                    marks_in(block)
                }
                None if self.rest.is_empty() => return None,
                None => {
                    let mut block = [0; BLOCK];
                    block.iter_mut().zip(self.rest).for_each(|(to, byte)| *to = *byte);
                    self.rest = &[];
                    marks_in(&block)
                }
            };
            self.rest_at = self.rest_at.wrapping_add(u64::BITS);
        }
        // What is added here was taken off there, so the sum is right even where the
        // last block goes beyond what can be counted.
        let in_block = self.block.trailing_zeros();
        let at = self.rest_at.wrapping_sub(u64::BITS).wrapping_add(in_block);
        self.block &= self.block.wrapping_sub(1);
        Some(at)
    }
}

/// A bit for each byte that is a mark.
fn marks_in(block: &[u8; BLOCK]) -> u64 {
    const PLACES: [[u8; 8]; 8] = [[1, 2, 4, 8, 16, 32, 64, 128]; 8];
    // Compilers make of this a comparison of many bytes at a time.
    let mut bits = [0; BLOCK];
    for ((bit, byte), place) in bits.iter_mut().zip(block).zip(PLACES.as_flattened()) {
        *bit = if matches!(byte, b'\n' | b'\r' | b'#') { *place } else { 0 };
    }
    // Eight bytes of different bits, added up in the highest of them.
    let (eights, _) = bits.as_chunks::<8>();
    let sum =
        |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    eights.iter().rev().fold(0, |marks, eight| marks << 8 | sum(eight))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Marks;
    use crate::span::offset;

    proptest::proptest! {
        #[test]
        fn all_marks_are_found(source in "[\n\r#a\u{0}\u{3}\u{80}\u{A3}\u{8A}]{0,200}") {
            let is_mark = |byte: &u8| matches!(byte, b'\n' | b'\r' | b'#');
            let bytes = source.bytes().enumerate();
            let expected: Vec<_> =
                bytes.filter(|(_, byte)| is_mark(byte)).map(|(at, _)| offset(at)).collect();
            assert_eq!(Marks::of(source.as_bytes()).collect::<Vec<_>>(), expected);
        }
    }
}
