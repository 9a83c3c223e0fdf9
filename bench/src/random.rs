//! Numbers that look random and are the same for a seed for ever.
//!
//! No crate is used, because one that changes its algorithm would change every input.

/// A generator of numbers: splitmix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that always begins with the same number for the same seed.
    pub const fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator whose seed is a hash of `bytes` (FNV-1a).
    pub fn seeded_by(bytes: &[u8]) -> Self {
        let hash = bytes.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
        });
        Self(hash)
    }

    /// The next number.
    pub const fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 if there is none.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.number() % end).unwrap_or_default()
    }

    /// Whether something happens that happens `permille` times in a thousand.
    pub fn chance(&mut self, permille: usize) -> bool {
        self.below(1000) < permille
    }

    /// One of several; the default if there is none.
    pub fn pick<T: Copy + Default>(&mut self, all: &[T]) -> T {
        all.get(self.below(all.len())).copied().unwrap_or_default()
    }

    /// Puts `all` into another order.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last + 1));
        }
    }
}
