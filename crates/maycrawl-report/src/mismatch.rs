//! A case with another answer than expected.

use std::fmt;

use crate::display::sanitize;

/// A case with another answer than expected.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The line of the file of cases, from 1.
    pub line: u64,
    /// The cells of the case, TAB between them.
    pub case: Vec<u8>,
    /// What was expected.
    pub expected: String,
    /// What was answered.
    pub answered: String,
}

impl Mismatch {
    /// What is wrong, without the line.
    pub fn sentence(&self) -> String {
        let Self { case, expected, answered, .. } = self;
        let cells: Vec<_> = case.split(|byte| *byte == b'\t').map(sanitize).collect();
        let cells = cells.join(" | ");
        let cells = cells.trim_end_matches([' ', '|']);
        format!("expected {expected}, got {answered}: {cells}")
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.sentence())
    }
}
