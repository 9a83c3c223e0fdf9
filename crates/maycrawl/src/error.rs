//! The one error of this crate.

use core::fmt;

/// Why a text could not be read.
///
/// Parsing and matching a robots.txt cannot fail; only constructors from text
/// that names something, such as `"google".parse::<Dialect>()`, return this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not the name of a dialect.
    UnknownDialect,
    /// The text is not the code of a reason.
    UnknownReason,
    /// The text is not a value of the knob.
    UnknownKnobValue,
}

impl Error {
    pub(crate) const fn new(kind: ErrorKind) -> Self {
        Self { kind }
    }

    /// What went wrong.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            ErrorKind::UnknownDialect => "no dialect has this name",
            ErrorKind::UnknownReason => "no reason has this code",
            ErrorKind::UnknownKnobValue => "the knob has no such value",
        })
    }
}

impl core::error::Error for Error {}
