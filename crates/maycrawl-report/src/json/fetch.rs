//! What came of asking for robots.txt files.

use std::borrow::Cow;
use std::time::Duration;

use maycrawl::{Dialect, access::Timestamp};
use maycrawl_fetch::Hop;
use serde::{Deserialize, Serialize};

use super::{VERSION, WireAnswer};
use crate::answer::Answer;
use crate::fetched::Story;
use crate::times::rfc3339;

wire! {
    /// What came of asking sites for their robots.txt.
    pub struct FetchDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// What came, an origin each.
        pub fetched: Vec<WireFetched>,
    }

    /// What came of asking one origin.
    pub struct WireFetched {
        /// The URL of the robots.txt that was asked for.
        pub robots_url: String,
        /// The `User-Agent` header of another, if it was asked under that.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub user_agent: Option<String>,
        /// When it was fetched, in milliseconds since 1970, if it came from a cache.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cached_at: Option<i64>,
        /// Each request and its answer.
        pub hops: Vec<WireHop>,
        /// What is in force, by dialect.
        pub outcomes: Vec<WireOutcome>,
        /// The file, if one came.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub file: Option<WireFile>,
        /// What is likely not meant.
        pub warnings: Vec<String>,
        /// Whether agents may fetch URLs.
        pub answers: Vec<WireAnswer>,
    }

    /// Whether a crawler may fetch a URL now, by the robots.txt of its site.
    pub struct MayFetchDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The answer: `allow`, `disallow` or `later`, and why. The rules that match but do not
        /// decide are counted, not listed.
        #[serde(flatten)]
        pub answer: WireAnswer,
        /// Until when the answer holds, in milliseconds since 1970; ask again then. Left out if it
        /// holds for good.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub valid_until: Option<i64>,
        /// The same as text, in UTC (RFC 3339), rounded up to a second: up to a second later.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub valid_until_utc: Option<String>,
        /// The pause between requests that the file asks of the crawler, in milliseconds.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub pause_millis: Option<u64>,
        /// What to know about the name of the crawler and about the service, a sentence each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<String>,
    }

    /// A request and its answer.
    pub struct WireHop {
        /// What was asked for.
        pub url: String,
        /// How long it took, in milliseconds.
        pub millis: u64,
        /// The status of the answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub status: Option<u16>,
        /// Why there is no answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub problem: Option<String>,
        /// The headers that matter.
        pub headers: Vec<WireHeader>,
    }

    /// A header.
    pub struct WireHeader {
        /// Its name, in lower case.
        pub name: Cow<'static, str>,
        /// Its value.
        pub value: String,
    }

    /// What is in force in a dialect.
    pub struct WireOutcome {
        /// The dialect.
        pub dialect: String,
        /// `rules`, `allow-all`, `deny-all` or `ungoverned`.
        pub in_force: Cow<'static, str>,
        /// `served`, `unavailable`, `unreachable`, `not-asked` or `ungoverned`.
        pub reason: Cow<'static, str>,
        /// Whether the dialect's document leaves this point undefined.
        pub undefined: bool,
        /// The same in a sentence.
        pub text: String,
        /// When to ask again, in milliseconds since 1970. `retry_at` of `may-fetch` is up to a tenth
        /// of the pause later, so that not all sites are asked at once.
        pub next_try: i64,
    }

    /// A file that came.
    pub struct WireFile {
        /// The URL that gave it.
        pub url: String,
        /// How many bytes of it were read.
        pub bytes: usize,
        /// Whether there was more.
        pub is_cut: bool,
        /// Its content.
        pub text: String,
        /// How many bytes at its end `text` leaves out. A service limits the size of its answers.
        #[serde(default, skip_serializing_if = "super::is_zero")]
        pub unlisted_bytes: usize,
    }
}

impl FetchDocument {
    /// What came of asking these origins.
    pub const fn new(fetched: Vec<WireFetched>) -> Self {
        Self { version: VERSION, fetched }
    }
}

impl MayFetchDocument {
    /// An answer that holds until a time, and the pause that the file asks for.
    pub fn new(answer: &Answer, valid_until: Timestamp, pause: Option<Duration>) -> Self {
        let mut answer = WireAnswer::from(answer);
        answer.unlisted_others += answer.others.len();
        answer.others = Vec::new();
        let valid_until = Some(valid_until).filter(|time| time.0 != i64::MAX);
        Self {
            version: VERSION,
            answer,
            valid_until: valid_until.map(|time| time.0),
            valid_until_utc: valid_until.map(rfc3339),
            pause_millis: pause.map(|pause| u64::try_from(pause.as_millis()).unwrap_or(u64::MAX)),
            notes: Vec::new(),
        }
    }
}

impl WireFetched {
    /// A story, in these dialects.
    pub fn new(story: &Story<'_>, dialects: &[(&str, &Dialect)], answers: &[Answer]) -> Self {
        Self::with_max_text(story, dialects, answers, usize::MAX)
    }

    /// The same with at most so many bytes of the file: its first lines, if it has more.
    pub fn with_max_text(
        story: &Story<'_>,
        dialects: &[(&str, &Dialect)],
        answers: &[Answer],
        max_text: usize,
    ) -> Self {
        let file = story.entry().file().map(|copy| {
            let bytes = &*copy.body.bytes;
            let listed = first_lines(bytes, max_text);
            WireFile {
                url: copy.url.to_string(),
                bytes: bytes.len(),
                is_cut: copy.body.is_cut,
                text: super::text(listed),
                unlisted_bytes: bytes.len() - listed.len(),
            }
        });
        Self {
            robots_url: story.origin().robots_url(),
            user_agent: story.user_agent().map(Into::into),
            cached_at: story.cached_at().map(|at| at.0),
            hops: story.entry().hops().iter().map(WireHop::new).collect(),
            outcomes: dialects
                .iter()
                .map(|(name, dialect)| outcome(story, name, dialect))
                .collect(),
            file,
            warnings: story.warnings(),
            answers: answers.iter().map(WireAnswer::from).collect(),
        }
    }
}

/// The lines that fit into so many bytes, or as many bytes of one line.
fn first_lines(bytes: &[u8], most: usize) -> &[u8] {
    let Some(first) = bytes.get(..most).filter(|_| most < bytes.len()) else { return bytes };
    let end = first.iter().rposition(|byte| *byte == b'\n').map_or(most, |end| end + 1);
    first.get(..end).unwrap_or(first)
}

impl WireHop {
    fn new(hop: &Hop) -> Self {
        let headers = hop.headers.iter();
        Self {
            url: hop.url.to_string(),
            millis: u64::try_from(hop.answered.since(hop.asked).as_millis()).unwrap_or(u64::MAX),
            status: hop.outcome.as_ref().ok().copied(),
            problem: hop.outcome.as_ref().err().map(ToString::to_string),
            headers: headers
                .map(|(name, value)| WireHeader { name: name.into(), value: super::text(value) })
                .collect(),
        }
    }
}

fn outcome(story: &Story<'_>, name: &str, dialect: &Dialect) -> WireOutcome {
    let access = story.access(dialect);
    WireOutcome {
        dialect: name.into(),
        in_force: access.in_force.code().into(),
        reason: access.reason.code().into(),
        undefined: access.is_undefined,
        text: story.outcome(&access, dialect),
        next_try: access.next_try.0,
    }
}
