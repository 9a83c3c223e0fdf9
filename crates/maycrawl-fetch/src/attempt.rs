//! One attempt to get a robots.txt: the way it went, and what came of it.

use std::fmt;

use maycrawl::{Evidence, Timestamp};
use url::Url;

use crate::headers::Headers;

/// What came of one attempt. It says nothing of what that means: the dialect does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// What came, in numbers.
    pub evidence: Evidence,
    /// Each request and its answer, in their order.
    pub hops: Vec<Hop>,
    /// The file, if one came.
    pub copy: Option<Copy>,
}

/// A request and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// What was asked for. Without user information.
    pub url: Url,
    /// When it was asked.
    pub asked: Timestamp,
    /// When the answer was there, or was given up.
    pub answered: Timestamp,
    /// The status of the answer, of FTP the code of the reply; or why there is none.
    pub outcome: Result<u16, Problem>,
    /// The headers of the answer that matter.
    pub headers: Headers,
}

/// A file as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// What it holds.
    pub body: Body,
    /// The URL that gave it: the last of the redirects.
    pub url: Url,
    /// The headers that came with it.
    pub headers: Headers,
}

/// The octets of an answer, after its content coding is undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// The octets that were kept.
    pub octets: Vec<u8>,
    /// Whether there was more.
    pub is_cut: bool,
}

impl Body {
    /// A body of which nothing is missing.
    pub fn whole(octets: impl Into<Vec<u8>>) -> Self {
        Self { octets: octets.into(), is_cut: false }
    }

    /// Keeps what came next, as far as there is room.
    #[cfg(feature = "http")]
    pub(crate) fn keep(&mut self, chunk: &[u8], most: usize) {
        let octets = &mut self.octets;
        let left = most.saturating_sub(octets.len());
        let kept = chunk.get(..left).unwrap_or(chunk);
        if octets.capacity() - octets.len() < kept.len() {
            // Twice as much each time, but no more than is ever kept.
            let wanted = (2 * octets.len()).max(octets.len() + kept.len()).min(most);
            octets.reserve_exact(wanted - octets.len());
        }
        octets.extend_from_slice(kept);
        self.is_cut = chunk.len() > left;
    }
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Its status; of FTP, the code of the reply that decided.
    pub status: u16,
    /// Its headers that matter.
    pub headers: Headers,
    /// Its body.
    pub body: Body,
}

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Problem {
    /// The host has no address, or asking for it failed.
    NoAddress,
    /// No connection: refused, unreachable, reset.
    Connection,
    /// No TLS session: a certificate that does not hold, a version, a name.
    Tls,
    /// It took too long.
    TimedOut,
    /// What came cannot be read: a malformed status line or header, broken chunks, a
    /// body that ends too soon, a content coding that is none.
    Malformed,
    /// It comes from another URL: the transport followed a redirect, and must not.
    Redirected,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoAddress => "the host has no address",
            Self::Connection => "no connection",
            Self::Tls => "no TLS session",
            Self::TimedOut => "it took too long",
            Self::Malformed => "the answer cannot be read",
            Self::Redirected => "a redirect was followed on the way",
        })
    }
}
