//! Why there is no answer to a question.

use std::fmt;

use crate::attempt::Hop;
use crate::guard::Refused;
use crate::transport::MachineError;

/// Why there is no answer to a question. A host that does not answer is no error: that
/// is evidence, and the answer is [`Permission::Later`].
///
/// [`Permission::Later`]: crate::Permission::Later
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text is no URL that a robots.txt could govern.
    Url(maycrawl_url::Error),
    /// The guard refuses the host, or one that it redirects to.
    Refused {
        /// What it refuses.
        refused: Refused,
        /// The requests and answers that led there.
        hops: Vec<Hop>,
    },
    /// This machine could not ask. Ask again.
    Machine(MachineError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(error) => error.fmt(f),
            Self::Refused { refused, hops } => match hops.last() {
                Some(hop) => write!(f, "{} redirects to a refused target: {refused}", hop.url),
                None => refused.fmt(f),
            },
            Self::Machine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<maycrawl_url::Error> for Error {
    fn from(error: maycrawl_url::Error) -> Self {
        Self::Url(error)
    }
}
