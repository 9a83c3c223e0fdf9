//! Bytes as choices. Where none are left the first is chosen, which is the
//! plainest everywhere.

use arbitrary::Unstructured;

pub struct Choices<'a>(Unstructured<'a>);

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    /// Whether all are made.
    pub fn are_over(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        self.0.arbitrary().unwrap_or_default()
    }

    /// A number of this size at most.
    pub fn number(&mut self, most: usize) -> usize {
        self.0.int_in_range(0..=most).unwrap_or_default()
    }

    /// Any number.
    pub fn any<T: arbitrary::Arbitrary<'a> + Default>(&mut self) -> T {
        self.0.arbitrary().unwrap_or_default()
    }

    /// One of these. What stands there more often is chosen more often.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.number(of.len() - 1)]
    }

    /// One of these texts.
    pub fn text(&mut self, of: &[&'static [u8]]) -> &'static [u8] {
        self.one(of)
    }

    /// Yes, once in so many times.
    pub fn rarely(&mut self, once_in: usize) -> bool {
        self.number(once_in - 1) == once_in - 1
    }
}
