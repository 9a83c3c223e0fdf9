//! The one error of this crate.
//!
//! ```
//! use maycrawl::Dialect;
//! use maycrawl::error::ErrorKind;
//!
//! let error = "gogle".parse::<Dialect>().unwrap_err();
//! assert_eq!(error.kind(), ErrorKind::UnknownDialect);
//! ```

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
    /// The text is not the name of a knob.
    UnknownKnob,
    /// The text is not one of the codes.
    UnknownCode,
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

/// The value of this code.
pub(crate) fn by_code<T: Copy>(
    all: &[T],
    code_of: impl Fn(T) -> &'static str,
    code: &str,
) -> Result<T, Error> {
    let found = all.iter().find(|one| code_of(**one) == code);
    found.copied().ok_or(Error::new(ErrorKind::UnknownCode))
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            ErrorKind::UnknownDialect => "no dialect has this name",
            ErrorKind::UnknownKnob => "no knob has this name",
            ErrorKind::UnknownCode => "no value has this code",
            ErrorKind::UnknownKnobValue => "the knob has no such value",
        })
    }
}

impl core::error::Error for Error {}
