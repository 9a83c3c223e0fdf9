//! What came of fetching a robots.txt: the evidence, in numbers.

use core::time::Duration;

use crate::codes::codes;

/// A point in time, in milliseconds since 1970 (UTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The time so much later.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        let millis = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
        Self(self.0.saturating_add(millis))
    }

    /// How long before this time another was; nothing, if it was not.
    pub fn since(self, earlier: Self) -> Duration {
        let millis = self.0.saturating_sub(earlier.0);
        Duration::from_millis(u64::try_from(millis).unwrap_or(0))
    }
}

/// The outcome of fetching a robots.txt once, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Evidence {
    /// When the answer arrived, or the attempt was given up.
    pub at: Timestamp,
    /// What the site answered.
    pub answer: FetchOutcome,
    /// What the headers say about how long it holds.
    pub freshness: Freshness,
    /// Seconds for which the server asks crawlers to wait.
    pub retry_after: Option<u64>,
}

impl Evidence {
    /// Evidence without headers.
    pub const fn new(at: Timestamp, answer: FetchOutcome) -> Self {
        Self { at, answer, freshness: Freshness::NONE, retry_after: None }
    }
}

/// The outcome of a request for the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FetchOutcome {
    /// An HTTP answer, after this many redirects.
    Http {
        /// The status of the last answer.
        status: u16,
        /// How many redirects were followed.
        redirects: u8,
    },
    /// 304 to a conditional request: the last file is fresh again. Where the last
    /// answer that counts is no file, it is a 304 that nobody asked for.
    NotModified,
    /// The reply of an FTP server to the request for the file, or the last one
    /// before.
    Ftp {
        /// Its code.
        reply: u16,
    },
    /// Redirects that end nowhere.
    Redirect(BadRedirect),
    /// No answer, or none that can be read: no address, refused, reset, timed
    /// out, TLS failure, malformed, truncated, undecodable.
    Unreachable,
    /// The URL has no authority, or is of a scheme that no robots.txt governs.
    Ungoverned,
}

/// Why redirects end nowhere.
///
/// Exhaustive: each has a knob that says what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BadRedirect {
    /// A redirect without a `Location` that can be read.
    NoLocation,
    /// A redirect to where it has been before.
    Loop,
    /// A redirect to another scheme than http and https.
    OtherScheme,
    /// A redirect to a URL that the known rules of its host disallow, not
    /// followed. (Where the dialect would follow, follow.)
    Disallowed,
}

/// What headers say about how long an answer holds, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Freshness {
    /// `no-store` or `no-cache` of `Cache-Control`.
    pub no_store: bool,
    /// `max-age` of `Cache-Control`.
    pub max_age: Option<u64>,
    /// `Expires` less `Date`; zero, if that is in the past or unreadable.
    pub expires_in: Option<u64>,
    /// `Age`.
    pub age: u64,
}

impl Freshness {
    /// No header says anything.
    pub const NONE: Self = Self { no_store: false, max_age: None, expires_in: None, age: 0 };
}

codes! { BadRedirect {
    NoLocation = 1, "no-location";
    Loop = 2, "loop";
    OtherScheme = 3, "other-scheme";
    Disallowed = 4, "disallowed";
} }
