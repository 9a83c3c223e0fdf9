//! How much memory a value holds, for caches that weigh what they keep.

use alloc::vec::Vec;

/// How many bytes a vector holds on the heap, without those of its items.
pub(crate) const fn vec_bytes<T>(vec: &Vec<T>) -> usize {
    vec.capacity().saturating_mul(size_of::<T>())
}
