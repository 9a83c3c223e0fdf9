//! How much a finding matters.

use std::str::FromStr;

use crate::error::{Error, ErrorKind};

/// How much a finding matters.
///
/// Exhaustive: each output format maps the three to words of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing. A deliberate choice is never more than a note.
    Note,
    /// Probably a mistake.
    Warning,
    /// Some crawlers do something else than the file says.
    Error,
}

impl Severity {
    /// Every severity, the mildest first.
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// The stable name of the severity.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Reads what [`Severity::as_str`] writes.
impl FromStr for Severity {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|severity| severity.as_str() == name);
        found.ok_or_else(|| Error::new(ErrorKind::UnknownSeverity, name))
    }
}
