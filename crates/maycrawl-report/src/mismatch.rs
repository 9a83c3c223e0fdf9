//! A case that was answered otherwise than expected.

use std::fmt;

use crate::file::shown;

/// A case that was answered otherwise than expected.
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

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, case, expected, answered } = self;
        let cells: Vec<_> = case.split(|octet| *octet == b'\t').map(shown).collect();
        write!(f, "line {line}: expected {expected}, got {answered}: {}", cells.join(" | "))
    }
}
