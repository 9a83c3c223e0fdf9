//! What to request next, and the outcome: no socket, no clock.

use std::collections::HashSet;

use maycrawl::access::{BadRedirect, Evidence, FetchOutcome, Timestamp};
use maycrawl_url::Origin;
use url::Url;

use crate::attempt::{Attempt, Copy, Hop, Problem, Response};
use crate::entry::Entry;
use crate::headers::{Headers, MOST_LOCATION};
use crate::needs::Needs;

/// One attempt to get the robots.txt of an origin.
///
/// It follows redirects to http and https URLs of any host, until every dialect that is
/// asked has decided. The rules bind the origin that was asked first. Frames, scripts and
/// `meta` refreshes are not followed.
#[derive(Debug)]
pub struct Flow {
    url: Option<Url>,
    needs: Needs,
    validators: Vec<(&'static str, Vec<u8>)>,
    seen: HashSet<Url>,
    hops: Vec<Hop>,
    redirects: u8,
    asked: Timestamp,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send this request, and pass the answer to [`Flow::answered`].
    Ask(Request),
    /// It is over.
    Done(Attempt),
}

/// A request to send: `GET`, or `RETR` over FTP, without following redirects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The URL, of http, https or ftp.
    pub url: Url,
    /// Headers that make it conditional, beside the fetcher's own.
    pub headers: Vec<(&'static str, Vec<u8>)>,
    /// How many bytes of a body to keep, after its content codings are undone.
    pub most_bytes: usize,
}

impl Request {
    /// An unconditional request.
    pub const fn new(url: Url, most_bytes: usize) -> Self {
        Self { url, headers: Vec::new(), most_bytes }
    }
}

impl Flow {
    /// An attempt that begins now. The request is conditional if the entry holds a copy
    /// that the site last confirmed, with an `ETag` or a date.
    pub fn new(origin: &Origin, entry: &Entry, needs: Needs, now: Timestamp) -> Self {
        let url = Url::parse(&origin.robots_url()).ok();
        Self {
            seen: url.iter().cloned().collect(),
            validators: entry.validators(url.as_ref()),
            url,
            needs,
            hops: Vec::new(),
            redirects: 0,
            asked: now,
        }
    }

    /// What to do first.
    pub fn next_step(&self) -> Step {
        match &self.url {
            Some(url) => {
                // The validators are those of the first URL, not of a redirect's target.
                let headers =
                    if self.redirects == 0 { self.validators.clone() } else { Vec::new() };
                Step::Ask(Request { url: url.clone(), headers, most_bytes: self.needs.bytes })
            }
            None => self.done(FetchOutcome::Ungoverned, None, self.asked),
        }
    }

    /// Takes the answer to the request, and says what to do now.
    pub fn answered(&mut self, answer: Result<Response, Problem>, now: Timestamp) -> Step {
        let Some(url) = self.url.clone() else { return self.next_step() };
        let (outcome, mut headers) = match &answer {
            Ok(response) => (Ok(response.status), response.headers.clone()),
            Err(problem) => (Err(problem.clone()), Headers::default()),
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
        let (answer, is_file) = match response.status {
            // Replies of FTP are not statuses of HTTP: none of them redirects.
            reply if url.scheme() == "ftp" => {
                (FetchOutcome::Ftp { reply }, matches!(reply, 226 | 250))
            }
            304 if self.redirects == 0 && !self.validators.is_empty() => {
                return self.done(FetchOutcome::NotModified, None, now);
            }
            301 | 302 | 303 | 307 | 308 => return self.redirected(&url, &response, now),
            status => {
                let redirects = self.redirects;
                (FetchOutcome::Http { status, redirects }, matches!(status, 200..300))
            }
        };
        let copy = is_file.then_some(Copy { body: response.body, url, headers });
        self.done(answer, copy, now)
    }

    /// Ends the attempt: known rules of the host disallow the request, so it was not sent.
    pub fn disallowed(&mut self, now: Timestamp) -> Step {
        self.done(FetchOutcome::Redirect(BadRedirect::Disallowed), None, now)
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
        // What is no URL cannot be requested, just as one of another scheme.
        let Some(mut to) = resolve(url, location) else {
            return self.done(bad(BadRedirect::OtherScheme), None, now);
        };
        if !matches!(to.scheme(), "http" | "https") || !to.has_host() {
            return self.done(bad(BadRedirect::OtherScheme), None, now);
        }
        to.set_fragment(None);
        // Neither can fail: the URL has a host.
        let _ = (to.set_username(""), to.set_password(None));
        if to.as_str().len() > MOST_URL {
            return self.done(bad(BadRedirect::OtherScheme), None, now);
        }
        self.redirects = self.redirects.saturating_add(1);
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

    fn done(&self, answer: FetchOutcome, copy: Option<Copy>, now: Timestamp) -> Step {
        let headers = self.hops.last().map(|hop| hop.headers.clone()).unwrap_or_default();
        let evidence = Evidence {
            at: now,
            answer,
            freshness: headers.freshness(),
            retry_after: headers.retry_after(now),
        };
        Step::Done(Attempt { evidence, hops: self.hops.clone(), copy })
    }
}

/// The longest URL that a request can hold: the `http` crate takes no longer ones.
/// Percent-encoding makes a URL longer than its `Location`.
const MOST_URL: usize = 65_534;

/// The URL that a `Location` leads to. Bytes that are not ASCII are percent-encoded, as
/// browsers do; text beyond the bound is no URL.
fn resolve(base: &Url, location: &[u8]) -> Option<Url> {
    if location.len() > MOST_LOCATION {
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
