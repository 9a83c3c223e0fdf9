//! Why there is no answer to a question.

use std::fmt;

use crate::guard::Refused;

/// Why there is no answer: the question is none, or may not be asked. Asking again
/// gives the same error.
///
/// That a host does not answer is no error: it is evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text is no URL that a robots.txt could govern.
    Url(maycrawl_url::Error),
    /// The URL, or one that it redirects to, may not be fetched from.
    Refused(Refused),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(error) => error.fmt(f),
            Self::Refused(refused) => refused.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<maycrawl_url::Error> for Error {
    fn from(error: maycrawl_url::Error) -> Self {
        Self::Url(error)
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}
