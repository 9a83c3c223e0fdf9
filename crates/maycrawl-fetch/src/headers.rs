//! The headers that are kept of an answer, and the freshness that they state.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use maycrawl::access::{Freshness, Timestamp};

use crate::attempt::Problem;

/// The headers that can change what an answer means.
const DECIDING: [&str; 11] = [
    "age",
    "cache-control",
    "content-encoding",
    "content-signal",
    "content-usage",
    "date",
    "etag",
    "expires",
    "last-modified",
    "location",
    "retry-after",
];

/// Others that are kept, to be shown.
const INFORMATIVE: [&str; 5] = ["content-length", "content-type", "link", "server", "vary"];

/// How many headers of an answer are read, of each kind, and how many bytes of each value.
const MAX_HEADERS: usize = 64;
const MAX_BYTES: usize = 8 << 10;

/// How many bytes of a `Location` are read; a longer one cannot be followed.
pub(crate) const MAX_LOCATION: usize = 64 << 10;

/// The headers that are kept of an answer, in order. Names are in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Headers(Vec<(&'static str, Vec<u8>)>);

impl Headers {
    /// Keeps the headers that matter, and drops all others.
    ///
    /// # Errors
    ///
    /// [`Problem::TooLarge`] if there are more than 64 headers that can change what the answer
    /// means, or one of them has more than 8 KiB: an answer of which a part is unread cannot
    /// be used. (Of a `Location`, 64 KiB are read; what is longer cannot be followed.)
    /// Headers that are only shown are left out instead.
    ///
    /// ```
    /// use maycrawl_fetch::{Headers, Problem};
    ///
    /// let headers = Headers::of([("ETag", "\"a\""), ("X-Powered-By", "steam")])?;
    /// assert_eq!(headers.get("etag"), Some(&b"\"a\""[..]));
    /// assert_eq!(headers.iter().count(), 1);
    /// assert_eq!(Headers::of([("ETag", "a"); 65]), Err(Problem::TooLarge));
    /// # Ok::<(), Problem>(())
    /// ```
    pub fn of<N: AsRef<[u8]>, V: AsRef<[u8]>>(
        all: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self, Problem> {
        let mut kept = Vec::new();
        let (mut n_deciding, mut n_informative) = (0, 0);
        for (name, value) in all {
            let (name, value) = (name.as_ref(), value.as_ref());
            if let Some(name) = find(&DECIDING, name) {
                // A `Location` that is too long must still be seen to be there.
                let max = if name == "location" { usize::MAX } else { MAX_BYTES };
                if n_deciding == MAX_HEADERS || value.len() > max {
                    return Err(Problem::TooLarge);
                }
                n_deciding += 1;
                kept.push((name, value.get(..=MAX_LOCATION).unwrap_or(value).to_vec()));
            } else if let Some(name) = find(&INFORMATIVE, name)
                && n_informative < MAX_HEADERS
                && value.len() <= MAX_BYTES
            {
                n_informative += 1;
                kept.push((name, value.to_vec()));
            }
        }
        Ok(Self(kept))
    }

    /// The headers of a stored answer, which were read within the limits.
    #[cfg(feature = "sqlite")]
    pub(crate) fn stored<N: AsRef<[u8]>>(all: impl IntoIterator<Item = (N, Vec<u8>)>) -> Self {
        let kept = all.into_iter().filter_map(|(name, value)| {
            let name = name.as_ref();
            Some((find(&DECIDING, name).or_else(|| find(&INFORMATIVE, name))?, value))
        });
        Self(kept.collect())
    }

    /// The first value of a header.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.iter().find(|(kept, _)| *kept == name).map(|(_, value)| value)
    }

    /// The names and values, in order.
    pub fn iter(&self) -> HeadersIter<'_> {
        HeadersIter(self.0.iter())
    }

    /// Updates the headers of a cached answer from a newer answer without a body (RFC 9111
    /// section 3.2). Drops the old age.
    pub(crate) fn update(&mut self, newer: &Self) {
        let is_of_body = |name| matches!(name, "content-encoding" | "content-length");
        self.0
            .retain(|(name, _)| *name != "age" && (is_of_body(name) || newer.get(name).is_none()));
        self.0.extend(newer.0.iter().filter(|(name, _)| !is_of_body(name)).cloned());
    }

    /// Removes the validators, so that no conditional request is made.
    pub(crate) fn remove_validators(&mut self) {
        self.0.retain(|(name, _)| !matches!(*name, "etag" | "last-modified"));
    }

    /// Drops all but where a redirect leads.
    #[cfg(feature = "gatekeeper")]
    pub(crate) fn keep_location(&mut self) {
        self.0.retain(|(name, _)| *name == "location");
        self.0.shrink_to_fit();
    }

    /// Adds a duration to the age of the answer.
    pub(crate) fn age_by(&mut self, duration: Duration) {
        if duration.is_zero() {
            return;
        }
        let age = self.text("age").and_then(seconds).unwrap_or(0);
        let age = age.saturating_add(duration.as_secs()).to_string().into_bytes();
        self.0.retain(|(name, _)| *name != "age");
        self.0.push(("age", age));
    }

    /// The first value of a header as text.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(|value| std::str::from_utf8(value).ok()).map(str::trim)
    }

    /// How long the answer stays fresh (RFC 9111 sections 4.2 and 5).
    ///
    /// The first of several values counts. A value that does not parse is ignored, but an
    /// `Expires` that does not parse has passed already.
    ///
    /// ```
    /// use maycrawl_fetch::Headers;
    ///
    /// let headers = Headers::of([("Cache-Control", "public, max-age=3600"), ("Age", "60")])?;
    /// let freshness = headers.freshness();
    /// assert_eq!((freshness.max_age, freshness.age), (Some(3600), 60));
    /// # Ok::<(), maycrawl_fetch::Problem>(())
    /// ```
    pub fn freshness(&self) -> Freshness {
        let values = self.iter().filter(|(name, _)| *name == "cache-control");
        let values = values.filter_map(|(_, value)| std::str::from_utf8(value).ok());
        let directives: Vec<_> = values.flat_map(directives).collect();
        let find = |wanted: &str| {
            directives.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|one| one.1)
        };
        // `no-cache` with an argument restricts only the fields that it names.
        let no_store = find("no-store").is_some() || find("no-cache") == Some("");
        let max_age = find("max-age").and_then(seconds);
        let expires_in = self.text("expires").map(|expires| {
            let date = |text| httpdate::parse_http_date(text).ok();
            match (date(expires), self.text("date").and_then(date)) {
                (Some(expires), Some(date)) => {
                    expires.duration_since(date).unwrap_or(Duration::ZERO).as_secs()
                }
                _ => 0,
            }
        });
        let age = self.text("age").and_then(seconds).unwrap_or(0);
        Freshness { no_store, max_age, expires_in, age }
    }

    /// How many seconds `Retry-After` asks to wait: a number, or until a future date.
    pub fn retry_after(&self, now: Timestamp) -> Option<u64> {
        let text = self.text("retry-after")?;
        seconds(text).or_else(|| {
            let date = httpdate::parse_http_date(text).ok()?;
            let left = timestamp(date).since(now).as_millis().div_ceil(1000);
            u64::try_from(left).ok().filter(|left| *left > 0)
        })
    }
}

/// The name among these, without regard to case.
fn find(names: &[&'static str], name: &[u8]) -> Option<&'static str> {
    names.iter().copied().find(|one| one.as_bytes().eq_ignore_ascii_case(name))
}

/// The names and values of [`Headers`], in order.
#[derive(Clone, Debug)]
pub struct HeadersIter<'a>(std::slice::Iter<'a, (&'static str, Vec<u8>)>);

impl<'a> Iterator for HeadersIter<'a> {
    type Item = (&'static str, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(name, value)| (*name, value.as_slice()))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for HeadersIter<'_> {}

impl<'a> IntoIterator for &'a Headers {
    type Item = (&'static str, &'a [u8]);
    type IntoIter = HeadersIter<'a>;

    fn into_iter(self) -> HeadersIter<'a> {
        self.iter()
    }
}

/// The directives of a `Cache-Control` with their arguments, unquoted. A comma within
/// quotes is no separator (RFC 9111 section 5.2).
fn directives(value: &str) -> impl Iterator<Item = (&str, &str)> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let parts = value.split(move |char| {
        let is_end = char == ',' && !is_quoted;
        match char {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ => {}
        }
        is_end
    });
    parts.map(|part| {
        let (name, argument) = part.split_once('=').unwrap_or((part, ""));
        (name.trim(), argument.trim().trim_matches('"'))
    })
}

/// Parses digits; a number that is too large becomes the largest.
fn seconds(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

/// Converts a system time.
fn timestamp(date: SystemTime) -> Timestamp {
    let millis = match date.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        Err(before) => {
            i64::try_from(before.duration().as_millis()).map_or(i64::MIN, |millis| -millis)
        }
    };
    Timestamp(millis)
}
