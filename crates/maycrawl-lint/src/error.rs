//! The error of the crate: an unknown name.

use std::fmt;

/// A name that the linter does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    name: String,
    suggestion: Option<&'static str>,
}

/// What an [`Error`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// No rule has this name or code, and no group of rules.
    UnknownRule,
    /// No group of rules has this name.
    UnknownGroup,
    /// There is no such severity.
    UnknownSeverity,
    /// There is no such applicability.
    UnknownApplicability,
    /// There is no such kind of site.
    UnknownSite,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, name: &str) -> Self {
        Self { kind, name: name.to_owned(), suggestion: None }
    }

    pub(crate) fn suggest(self, suggestion: Option<&'static str>) -> Self {
        Self { suggestion, ..self }
    }

    /// What kind of name is unknown.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The unknown name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A similar name that is known, if there is one.
    pub const fn suggestion(&self) -> Option<&'static str> {
        self.suggestion
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = match self.kind {
            ErrorKind::UnknownRule => "rule",
            ErrorKind::UnknownGroup => "group of rules",
            ErrorKind::UnknownSeverity => "severity",
            ErrorKind::UnknownApplicability => "applicability",
            ErrorKind::UnknownSite => "kind of site",
        };
        write!(f, "there is no {noun} {:?}", self.name)?;
        match self.suggestion {
            Some(suggestion) => write!(f, "; did you mean {suggestion}?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
