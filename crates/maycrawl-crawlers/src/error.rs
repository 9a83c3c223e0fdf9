//! Why a catalogue could not be read.

use std::fmt;

/// Why a catalogue could not be read: the line, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    line: usize,
    message: String,
}

/// What is wrong with a catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The header does not name the columns, or a row has more cells or fewer.
    Columns,
    /// A cell is empty, or none of the values that its column takes.
    Cell,
    /// A token stands in two rows.
    Repeated,
}

impl Error {
    pub(crate) const fn new(kind: ErrorKind, line: usize, message: String) -> Self {
        Self { kind, line, message }
    }

    /// What is wrong, to be asked by programs.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The number of the line, from 1.
    pub const fn line(&self) -> usize {
        self.line
    }

    /// What is wrong, and what is allowed.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for Error {}
