//! The steps of one fetch, without sockets and clocks.

use std::collections::HashSet;

use maycrawl::access::{BadRedirect, Evidence, FetchOutcome, Timestamp};
use maycrawl_url::Origin;
use url::Url;

use crate::attempt::{Attempt, CachedFile, Hop, Problem, Response};
use crate::entry::Entry;
use crate::headers::{Headers, MAX_LOCATION};
use crate::needs::{Needs, Spent};
use crate::validators::Validators;

/// A state machine: one attempt to fetch the robots.txt of an origin.
///
/// It follows redirects to http and https URLs of any host, as far as its [`Needs`] ask.
/// The rules apply to the origin of the first request. It does not follow frames, scripts
/// or `meta` refreshes.
#[derive(Debug)]
pub struct Flow {
    url: Option<Url>,
    needs: Needs,
    /// Of the file that the next request asks about; none, if it is unconditional.
    validators: Option<Validators>,
    seen: HashSet<Url>,
    hops: Vec<Hop>,
    redirects: u8,
    asked: Timestamp,
}

/// What to do next.
///
/// Exhaustive: there is nothing else to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send this request and pass its answer to [`Flow::receive`].
    Ask(Request),
    /// The attempt is over; this is its outcome.
    Done(Attempt),
}

/// A request to send: `GET`, or `RETR` over FTP.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// The URL. Its scheme is http, https or ftp.
    pub url: Url,
    /// Headers that make it conditional; send them beside your own.
    pub headers: Vec<(&'static str, Vec<u8>)>,
    /// How many bytes of the decoded body to keep.
    pub max_bytes: usize,
}

impl Request {
    /// An unconditional request.
    pub const fn new(url: Url, max_bytes: usize) -> Self {
        Self { url, headers: Vec::new(), max_bytes }
    }
}

impl Flow {
    /// Begins an attempt.
    ///
    /// The first request is conditional if the entry has a file with an entity-tag or a
    /// `Last-Modified` date, and the last answer of the site served or confirmed it. If a 304
    /// names another file, the next request is the same without a condition.
    pub fn new(origin: &Origin, entry: &Entry, needs: Needs, now: Timestamp) -> Self {
        let url = Url::parse(&origin.robots_url()).ok();
        Self {
            seen: url.iter().cloned().collect(),
            validators: Some(entry.validators(url.as_ref()))
                .filter(|validators| !validators.conditions().is_empty()),
            url,
            needs,
            hops: Vec::new(),
            redirects: 0,
            asked: now,
        }
    }

    /// The first step; later, the step that is still to be done.
    pub fn next_step(&self) -> Step {
        match &self.url {
            Some(url) => {
                let validators = self.validators.as_ref();
                let headers = validators.map(Validators::conditions).unwrap_or_default();
                Step::Ask(Request { url: url.clone(), headers, max_bytes: self.needs.bytes })
            }
            None => self.done(FetchOutcome::Ungoverned, None, self.asked),
        }
    }

    /// Takes the answer to the request and returns the next step.
    pub fn receive(&mut self, answer: Result<Response, Problem>, now: Timestamp) -> Step {
        let Some(url) = self.url.clone() else { return self.next_step() };
        let (outcome, mut headers) = match &answer {
            Ok(response) => (Ok(response.status), response.headers.clone()),
            Err(problem) => (Err(*problem), Headers::default()),
        };
        if let Ok(response) = &answer {
            headers.age_by(response.kept_for);
        }
        self.hops.push(Hop {
            url: url.clone(),
            asked: self.asked,
            answered: now,
            outcome,
            headers: headers.clone(),
        });
        self.asked = now;
        let Ok(response) = answer else { return self.done(FetchOutcome::Unreachable, None, now) };
        let is_ftp = url.scheme() == "ftp";
        if !is_ftp
            && response.status == 304
            && let Some(asked) = self.validators.take()
        {
            if asked.are_confirmed_by(&headers) {
                return self.done(FetchOutcome::NotModified, None, now);
            }
            // It confirms another file than the one that is kept.
            return self.next_step();
        }
        let (answer, is_file) = match response.status {
            // Replies of FTP are not statuses of HTTP: none of them redirects.
            reply if is_ftp => (FetchOutcome::Ftp { reply }, matches!(reply, 226 | 250)),
            301 | 302 | 303 | 307 | 308 => return self.redirected(&url, &response, now),
            status => {
                let redirects = self.redirects;
                (FetchOutcome::Http { status, redirects }, matches!(status, 200..300))
            }
        };
        let file = is_file.then_some(CachedFile { body: response.body, url, headers });
        self.done(answer, file, now)
    }

    /// Ends the attempt because the fetch has used up its time or bytes.
    ///
    /// The origin of the flow had all of both, for itself and for where it redirects to, so
    /// this is evidence about that origin, as a timeout is. It is no evidence about the
    /// target of a redirect.
    pub fn stop_spent(&mut self, spent: Spent, now: Timestamp) -> Step {
        let problem = match spent {
            Spent::Time => Problem::TimedOut,
            Spent::Bytes => Problem::TooLarge,
        };
        self.receive(Err(problem), now)
    }

    /// Ends the attempt instead of sending the request, since known rules of its host
    /// disallow it.
    pub fn stop_disallowed(&mut self, now: Timestamp) -> Step {
        self.done(FetchOutcome::Redirect(BadRedirect::Disallowed), None, now)
    }

    /// Whether the next request goes where a redirect leads.
    #[cfg(feature = "gatekeeper")]
    pub(crate) const fn is_redirected(&self) -> bool {
        self.redirects > 0
    }

    /// The requests and answers so far.
    pub fn hops(&self) -> &[Hop] {
        &self.hops
    }

    fn redirected(&mut self, url: &Url, response: &Response, now: Timestamp) -> Step {
        let bad = |why| FetchOutcome::Redirect(why);
        let Some(location) = response.headers.get("location") else {
            return self.done(bad(BadRedirect::NoLocation), None, now);
        };
        // What does not parse cannot be requested, like a URL of another scheme.
        let Some(mut to) = resolve(url, location) else {
            return self.done(bad(BadRedirect::OtherScheme), None, now);
        };
        if !matches!(to.scheme(), "http" | "https") || !to.has_host() {
            return self.done(bad(BadRedirect::OtherScheme), None, now);
        }
        to.set_fragment(None);
        // Neither can fail: the URL has a host.
        let _ = (to.set_username(""), to.set_password(None));
        if to.as_str().len() > MAX_URL {
            return self.done(bad(BadRedirect::OtherScheme), None, now);
        }
        self.redirects = self.redirects.saturating_add(1);
        // They belong to the first URL.
        self.validators = None;
        if self.redirects > self.needs.redirects {
            let status = response.status;
            return self.done(FetchOutcome::Http { status, redirects: self.redirects }, None, now);
        }
        if !self.seen.insert(to.clone()) {
            return self.done(bad(BadRedirect::Loop), None, now);
        }
        self.url = Some(to);
        self.next_step()
    }

    fn done(&self, answer: FetchOutcome, file: Option<CachedFile>, now: Timestamp) -> Step {
        let headers = self.hops.last().map(|hop| hop.headers.clone()).unwrap_or_default();
        let evidence = Evidence {
            at: now,
            answer,
            freshness: headers.freshness(),
            retry_after: headers.retry_after(now),
        };
        Step::Done(Attempt { evidence, hops: self.hops.clone(), file })
    }
}

/// The longest URL that the `http` crate accepts. Percent-encoding can make a URL longer
/// than its `Location`.
const MAX_URL: usize = 65_534;

/// Resolves a `Location`. Percent-encodes bytes outside of ASCII, as browsers do; rejects
/// text that is too long.
fn resolve(base: &Url, location: &[u8]) -> Option<Url> {
    if location.len() > MAX_LOCATION {
        return None;
    }
    let mut text = String::with_capacity(location.len());
    for byte in location.trim_ascii() {
        match byte {
            0x80.. => text.extend(['%', hex(byte >> 4), hex(byte & 15)]),
            _ => text.push(char::from(*byte)),
        }
    }
    base.join(&text).ok()
}

fn hex(digit: u8) -> char {
    char::from_digit(u32::from(digit), 16).unwrap_or('0').to_ascii_uppercase()
}
