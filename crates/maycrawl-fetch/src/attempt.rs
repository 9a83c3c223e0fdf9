//! One attempt to get a robots.txt: its requests, their answers and the outcome.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use maycrawl::{
    Dialect, Robots,
    access::{Evidence, Timestamp},
};
use url::Url;

use crate::code::codes;
use crate::headers::Headers;

/// The outcome of one attempt. A dialect decides what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attempt {
    /// The outcome, as the core reads it.
    pub evidence: Evidence,
    /// The requests and their answers, in order.
    pub hops: Vec<Hop>,
    /// The file, if the site served one.
    pub file: Option<CachedFile>,
}

/// A request and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hop {
    /// The requested URL, without user information.
    pub url: Url,
    /// When the request was sent.
    pub asked: Timestamp,
    /// When the answer arrived, or the request failed.
    pub answered: Timestamp,
    /// The status code (over FTP, the reply code), or why there is no answer.
    pub outcome: Result<u16, Problem>,
    /// The headers of the answer, as far as they are kept.
    pub headers: Headers,
}

/// A file as the site served it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CachedFile {
    /// Its content.
    pub body: Body,
    /// The URL that served it, after all redirects.
    pub url: Url,
    /// The headers that came with it.
    pub headers: Headers,
}

/// The bytes of an answer, decoded. Cheap to clone.
///
/// Exhaustive: bytes and a mark are all that a body is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// The bytes that were kept.
    pub bytes: Arc<[u8]>,
    /// Whether the answer had more bytes.
    pub is_cut: bool,
}

impl Body {
    /// A complete body.
    pub fn whole(bytes: impl AsRef<[u8]>) -> Self {
        Self { bytes: bytes.as_ref().into(), is_cut: false }
    }

    /// The first bytes of a body, up to a maximum.
    #[cfg(feature = "http")]
    pub(crate) fn cut(bytes: &[u8], max: usize) -> Self {
        let kept = bytes.get(..max).unwrap_or(bytes);
        Self { bytes: kept.into(), is_cut: kept.len() < bytes.len() }
    }

    /// Parses the file in a dialect.
    ///
    /// If the body was cut before the dialect's own cap, the incomplete last line is
    /// dropped, as the dialect would drop it: half a rule matches more than the rule.
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
    /// The status code; over FTP, the reply code that decided.
    pub status: u16,
    /// The headers, as far as they are kept.
    pub headers: Headers,
    /// The body.
    pub body: Body,
    /// How long ago it arrived, if it comes from a cache.
    pub kept_for: Duration,
    /// The memory that is reserved for its body.
    pub(crate) room: Room,
}

/// Memory reserved for a body; freed when dropped. Clones of an answer reserve none.
#[derive(Default)]
pub(crate) struct Room(Option<Box<dyn Send + Sync>>);

impl Room {
    /// Holds a reservation until the body has been dealt with.
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
    /// An answer that has just arrived.
    pub const fn new(status: u16, headers: Headers, body: Body) -> Self {
        Self { status, headers, body, kept_for: Duration::ZERO, room: Room(None) }
    }
}

/// Why a request has no answer: the site failed, or the way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Problem {
    /// The host has no address.
    NoAddress,
    /// No connection: refused, unreachable or reset.
    Connection,
    /// No TLS session: an invalid certificate, an unsupported version, a wrong name.
    Tls,
    /// The site did not answer in time.
    TimedOut,
    /// The answer is malformed: its status line, a header, its chunks, or its length.
    Malformed,
    /// The content coding is unknown, nested too deeply, or does not decode.
    Coding,
    /// The answer has more bytes than a fetch may receive: endless headers, interim responses
    /// or framing.
    TooLarge,
    /// The answer came from another URL: the transport followed a redirect, which a
    /// transport must not do.
    Redirected,
}

codes! { Problem, "a problem":
    NoAddress = "no-address",
    Connection = "connection",
    Tls = "tls",
    TimedOut = "timed-out",
    Malformed = "malformed",
    Coding = "coding",
    TooLarge = "too-large",
    Redirected = "redirected",
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoAddress => "the host has no address",
            Self::Connection => "the connection failed",
            Self::Tls => "the TLS connection failed",
            Self::TimedOut => "the request timed out",
            Self::Malformed => "the answer cannot be read",
            Self::Coding => "the content coding cannot be decoded",
            Self::TooLarge => "the answer is larger than allowed",
            Self::Redirected => "the transport followed a redirect",
        })
    }
}
