//! Where something stands in a file.

use core::ops::Range;

/// A range of bytes in a file, byte order mark included.
///
/// `u32` is enough: what lies beyond 4 GiB of a file is not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to before `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// How many bytes it holds.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether it holds none.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// As a range, to slice the file with.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The bytes of `source` that it names; empty where `source` has none.
    pub fn of(self, source: &[u8]) -> &[u8] {
        source.get(self.range()).unwrap_or_default()
    }

    /// The span of `part`, given as offsets into this span's own bytes.
    pub(crate) const fn within(self, start: usize, end: usize) -> Self {
        Self::new(self.start.saturating_add(offset(start)), self.start.saturating_add(offset(end)))
    }
}

/// An offset as the `u32` of a span. Input is cut at `u32::MAX` bytes before
/// any offset is taken, so this never changes a value.
#[allow(clippy::cast_possible_truncation, reason = "the value is compared first")]
pub(crate) const fn offset(at: usize) -> u32 {
    if at > u32::MAX as usize { u32::MAX } else { at as u32 }
}
