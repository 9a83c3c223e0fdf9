//! What to request next, and what came of it: no socket, no clock.

use std::collections::HashSet;

use maycrawl::{BadRedirect, Evidence, Fetched, Timestamp};
use maycrawl_url::Origin;
use url::Url;

use crate::attempt::{Attempt, Copy, Hop, Problem, Response};
use crate::entry::Entry;
use crate::headers::Headers;

/// As many redirects as the most patient preset follows; one more, and all know
/// that they were too many.
const MOST_REDIRECTS: u8 = 20;

/// One attempt to get the robots.txt of an origin.
///
/// Redirects are followed to http and https URLs of any host, whatever the dialect:
/// how many are too many is the dialect's to say. The rules bind the origin that was
/// asked first. Frames, scripts and `meta` refreshes are not followed.
#[derive(Debug)]
pub struct Flow {
    url: Option<Url>,
    validators: Vec<(&'static str, Vec<u8>)>,
    seen: HashSet<Url>,
    hops: Vec<Hop>,
    redirects: u8,
    asked: Timestamp,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send this request, and tell what came by [`Flow::answered`].
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
}

impl Flow {
    /// An attempt that begins now. If there is a copy with an `ETag` or a date, the
    /// request is conditional.
    pub fn new(origin: &Origin, entry: &Entry, now: Timestamp) -> Self {
        let url = Url::parse(&origin.robots_url()).ok();
        Self {
            seen: url.iter().cloned().collect(),
            validators: entry.validators(url.as_ref()),
            url,
            hops: Vec::new(),
            redirects: 0,
            asked: now,
        }
    }

    /// What to do first.
    pub fn next_step(&self) -> Step {
        match &self.url {
            Some(url) => {
                // What is known of the copy says nothing of where a redirect leads.
                let headers =
                    if self.redirects == 0 { self.validators.clone() } else { Vec::new() };
                Step::Ask(Request { url: url.clone(), headers })
            }
            None => self.done(Fetched::Ungoverned, None, self.asked),
        }
    }

    /// Tells what came of the request, and asks what to do now.
    pub fn answered(&mut self, answer: Result<Response, Problem>, now: Timestamp) -> Step {
        let Some(url) = self.url.clone() else { return self.next_step() };
        let (outcome, headers) = match &answer {
            Ok(response) => (Ok(response.status), response.headers.clone()),
            Err(problem) => (Err(problem.clone()), Headers::default()),
        };
        self.hops.push(Hop {
            url: url.clone(),
            asked: self.asked,
            answered: now,
            outcome,
            headers,
        });
        self.asked = now;
        let Ok(response) = answer else { return self.done(Fetched::Unreachable, None, now) };
        let (answer, is_file) = match response.status {
            // Replies of FTP are no statuses of HTTP: by none is one sent elsewhere.
            reply if url.scheme() == "ftp" => (Fetched::Ftp { reply }, matches!(reply, 226 | 250)),
            304 if self.redirects == 0 && !self.validators.is_empty() => {
                return self.done(Fetched::NotModified, None, now);
            }
            301 | 302 | 303 | 307 | 308 => return self.redirected(&url, &response, now),
            status => {
                let redirects = self.redirects;
                (Fetched::Http { status, redirects }, matches!(status, 200..300))
            }
        };
        let Response { headers, body, .. } = response;
        let copy = is_file.then_some(Copy { body, url, headers });
        self.done(answer, copy, now)
    }

    /// Tells that the request was not sent, since rules that are known of its host
    /// disallow it.
    pub fn disallowed(&mut self, now: Timestamp) -> Step {
        self.done(Fetched::Redirect(BadRedirect::Disallowed), None, now)
    }

    fn redirected(&mut self, url: &Url, response: &Response, now: Timestamp) -> Step {
        let bad = |why| Fetched::Redirect(why);
        let location =
            response.headers.get("location").and_then(|value| std::str::from_utf8(value).ok());
        let Some(mut to) = location.and_then(|text| url.join(text.trim()).ok()) else {
            return self.done(bad(BadRedirect::NoLocation), None, now);
        };
        if !matches!(to.scheme(), "http" | "https") || !to.has_host() {
            return self.done(bad(BadRedirect::OtherScheme), None, now);
        }
        to.set_fragment(None);
        // Neither can fail: the URL has a host.
        let _ = (to.set_username(""), to.set_password(None));
        self.redirects = self.redirects.saturating_add(1);
        if self.redirects > MOST_REDIRECTS {
            let status = response.status;
            return self.done(Fetched::Http { status, redirects: self.redirects }, None, now);
        }
        if !self.seen.insert(to.clone()) {
            return self.done(bad(BadRedirect::Loop), None, now);
        }
        self.url = Some(to);
        self.next_step()
    }

    fn done(&self, answer: Fetched, copy: Option<Copy>, now: Timestamp) -> Step {
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
