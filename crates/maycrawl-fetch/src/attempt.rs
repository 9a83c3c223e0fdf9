//! One attempt to get a robots.txt: each request with its answer, and the outcome.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use maycrawl::{
    Dialect, Robots,
    access::{Evidence, Timestamp},
};
use url::Url;

use crate::headers::Headers;

/// The outcome of one attempt. What it means is for the dialect to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The outcome in numbers.
    pub evidence: Evidence,
    /// Each request and its answer, in their order.
    pub hops: Vec<Hop>,
    /// The file, if the site served one.
    pub copy: Option<Copy>,
}

/// A request and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The URL that was requested, without user information.
    pub url: Url,
    /// When the request was sent.
    pub asked: Timestamp,
    /// When the answer was there, or was given up.
    pub answered: Timestamp,
    /// The status of the answer, of FTP the code of the reply; or why there is none.
    pub outcome: Result<u16, Problem>,
    /// The headers of the answer that matter.
    pub headers: Headers,
}

/// A file as the site served it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// Its content.
    pub body: Body,
    /// The URL that served it: the last of the redirects.
    pub url: Url,
    /// The headers that came with it.
    pub headers: Headers,
}

/// The bytes of an answer, after its content codings are undone. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// The bytes that were kept.
    pub bytes: Arc<[u8]>,
    /// Whether there was more.
    pub is_cut: bool,
}

impl Body {
    /// A body of which nothing is missing.
    pub fn whole(bytes: impl AsRef<[u8]>) -> Self {
        Self { bytes: bytes.as_ref().into(), is_cut: false }
    }

    /// At most so many bytes of a body.
    #[cfg(feature = "http")]
    pub(crate) fn cut(bytes: &[u8], most: usize) -> Self {
        let kept = bytes.get(..most).unwrap_or(bytes);
        Self { bytes: kept.into(), is_cut: kept.len() < bytes.len() }
    }

    /// The file as a dialect reads it. Where this body was cut before the dialect's own
    /// cap, the line that the cut goes through is dropped, as the dialect would: half a
    /// rule matches more than the rule.
    pub fn parse(&self, dialect: &Dialect) -> Robots {
        let cap = dialect.fetch.body_cap.map_or(usize::MAX, |cap| cap as usize);
        let bytes = if self.is_cut && self.bytes.len() <= cap {
            let end = self.bytes.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
            self.bytes.get(..end.map_or(0, |end| end + 1)).unwrap_or_default()
        } else {
            &self.bytes
        };
        Robots::parse(bytes, dialect)
    }
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Response {
    /// Its status; of FTP, the code of the reply that decided.
    pub status: u16,
    /// Its headers that matter.
    pub headers: Headers,
    /// Its body.
    pub body: Body,
    /// How long ago it came, if it was kept and is given again.
    pub kept_for: Duration,
    /// What its body takes of the memory for bodies that come.
    pub(crate) room: Room,
}

/// A part of the memory for bodies that come, given back when dropped. It belongs to one
/// answer: its clones have none.
#[derive(Default)]
pub(crate) struct Room(Option<Box<dyn Send + Sync>>);

impl Room {
    /// What is held until the body is dealt with.
    #[cfg(feature = "http")]
    pub(crate) fn holding(held: Option<impl Send + Sync + 'static>) -> Self {
        Self(held.map(|held| Box::new(held) as Box<dyn Send + Sync>))
    }
}

impl Clone for Room {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Room {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Room {}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Room").field(&self.0.is_some()).finish()
    }
}

impl Response {
    /// An answer that has just come.
    pub const fn new(status: u16, headers: Headers, body: Body) -> Self {
        Self { status, headers, body, kept_for: Duration::ZERO, room: Room(None) }
    }
}

/// Why a request has no answer: what the site did, or what happened on the way to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Problem {
    /// The host has no address.
    NoAddress,
    /// No connection: refused, unreachable, reset.
    Connection,
    /// No TLS session: a certificate that is not valid, a version, a name.
    Tls,
    /// It took too long.
    TimedOut,
    /// The answer cannot be read: a malformed status line or header, broken chunks, a
    /// body that ends too soon.
    Malformed,
    /// The content coding is unknown, nested too deeply, or cannot be undone.
    Coding,
    /// The answer needs more bytes than a fetch may cost: endless headers, interim
    /// responses or framing.
    TooLarge,
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
            Self::Coding => "the content coding cannot be undone",
            Self::TooLarge => "the answer is too large to be one",
            Self::Redirected => "the transport followed a redirect",
        })
    }
}
