//! Why a gatekeeper has no answer.

use std::fmt;
use std::sync::Arc;

use crate::attempt::Hop;
use crate::code::codes;
use crate::guard::Refusal;
use crate::transport::MachineError;

/// Why a gatekeeper has no answer.
///
/// A site that does not answer is no error but evidence: the permission is then
/// [`Permission::Later`](crate::Permission::Later).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Cause);

/// The kind of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not a URL that a robots.txt can govern.
    Url,
    /// The guard refuses the host, or a host that it redirects to.
    Refused,
    /// This machine could not send the request. Try again.
    Machine,
}

codes! { ErrorKind, "an error": Url = "url", Refused = "refused", Machine = "machine" }

#[derive(Clone, Debug, PartialEq, Eq)]
enum Cause {
    Url(maycrawl_url::Error),
    Refused { refusal: Refusal, hops: Arc<[Hop]> },
    Machine(MachineError),
}

impl Error {
    /// Of the headers, it keeps only where each redirect leads, so that many refusals fit
    /// into memory.
    pub(crate) fn refused(refusal: Refusal, mut hops: Vec<Hop>) -> Self {
        for hop in &mut hops {
            hop.headers.keep_location();
        }
        Self(Cause::Refused { refusal, hops: hops.into() })
    }

    /// About how many bytes of memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        const ITSELF: usize = 512;
        let of_hop = |hop: &Hop| {
            let headers: usize = hop.headers.iter().map(|(_, value)| value.len() + 64).sum();
            size_of::<Hop>() + hop.url.as_str().len() + headers
        };
        self.hops().iter().map(of_hop).sum::<usize>().saturating_add(ITSELF)
    }

    /// What kind of error it is.
    pub const fn kind(&self) -> ErrorKind {
        match self.0 {
            Cause::Url(_) => ErrorKind::Url,
            Cause::Refused { .. } => ErrorKind::Refused,
            Cause::Machine(_) => ErrorKind::Machine,
        }
    }

    /// Why the text is not such a URL, if the kind is [`ErrorKind::Url`].
    pub const fn url_error(&self) -> Option<&maycrawl_url::Error> {
        match &self.0 {
            Cause::Url(error) => Some(error),
            _ => None,
        }
    }

    /// What the guard refuses, if the kind is [`ErrorKind::Refused`].
    pub const fn refusal(&self) -> Option<&Refusal> {
        match &self.0 {
            Cause::Refused { refusal, .. } => Some(refusal),
            _ => None,
        }
    }

    /// The requests and answers that led to what the guard refuses. Empty for other
    /// kinds, and if the guard refuses the first request.
    pub fn hops(&self) -> &[Hop] {
        match &self.0 {
            Cause::Refused { hops, .. } => hops,
            _ => &[],
        }
    }

    /// What failed on this machine, if the kind is [`ErrorKind::Machine`].
    pub const fn machine_error(&self) -> Option<MachineError> {
        match self.0 {
            Cause::Machine(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Cause::Url(error) => error.fmt(f),
            Cause::Refused { refusal, hops } => match hops.last() {
                Some(hop) => write!(f, "{} redirects to a refused target: {refusal}", hop.url),
                None => refusal.fmt(f),
            },
            Cause::Machine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<maycrawl_url::Error> for Error {
    fn from(error: maycrawl_url::Error) -> Self {
        Self(Cause::Url(error))
    }
}

impl From<MachineError> for Error {
    fn from(error: MachineError) -> Self {
        Self(Cause::Machine(error))
    }
}
