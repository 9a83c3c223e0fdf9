//! The story of asking for a robots.txt, for people.

use std::fmt::Display;
use std::time::Duration;

use maycrawl::{
    Dialect,
    access::{Access, AccessReason, AccessSettings, BadRedirect, FetchOutcome, InForce, Timestamp},
    dialect::OutagePolicy,
};
use maycrawl_fetch::{Entry, Hop};
use maycrawl_url::Origin;

use crate::disagreement::disagreement_about;
use crate::display::{dialect_name, sanitize};
use crate::notes::content_note;
use crate::times::http_date;

/// The story of one origin: the way, the outcome, and what to know about it.
#[derive(Debug)]
pub struct Story<'a> {
    origin: &'a Origin,
    entry: &'a Entry,
    now: Timestamp,
    began: Option<Timestamp>,
    asker: Option<(&'a str, &'a str)>,
}

impl<'a> Story<'a> {
    /// The story of what came of asking, as it is at a time.
    pub const fn new(origin: &'a Origin, entry: &'a Entry, now: Timestamp) -> Self {
        Self { origin, entry, now, began: None, asker: None }
    }

    /// The same, asked under the name and the `User-Agent` header of another.
    #[must_use]
    pub const fn asked_as(self, name: &'a str, user_agent: &'a str) -> Self {
        Self { asker: Some((name, user_agent)), ..self }
    }

    /// The same, by a command that began at a time: what was fetched before came from a cache.
    #[must_use]
    pub const fn begun_at(self, began: Timestamp) -> Self {
        Self { began: Some(began), ..self }
    }

    /// When the answer was fetched, if it came from a cache.
    pub fn cached_at(&self) -> Option<Timestamp> {
        let asked = self.entry.hops().first()?.asked;
        self.began.filter(|began| asked.0 < began.0).map(|_| asked)
    }

    /// The `User-Agent` header of another, if it was asked under that.
    pub fn user_agent(&self) -> Option<&'a str> {
        self.asker.map(|(_, user_agent)| user_agent)
    }

    /// The origin that was asked.
    pub const fn origin(&self) -> &'a Origin {
        self.origin
    }

    /// All that came.
    pub const fn entry(&self) -> &'a Entry {
        self.entry
    }

    /// What is in force in a dialect.
    pub fn access(&self, dialect: &Dialect) -> Access {
        self.entry.access(dialect, &AccessSettings::default(), self.now)
    }

    /// The story as text: each request, then what is in force in each dialect.
    pub fn text(&self, dialects: &[(&str, &Dialect)]) -> String {
        let asker = self.asker.map(|(name, header)| format!(" as {name}, {header}"));
        let mut lines = vec![self.origin.robots_url() + &asker.unwrap_or_default()];
        let cached = self.cached_at();
        lines.extend(cached.map(|at| format!("  from the cache, fetched on {}", http_date(at))));
        lines.extend(self.entry.hops().iter().map(|hop| format!("  {}", hop_text(hop))));
        if let Some(copy) = self.entry.file() {
            let kind = copy.headers.get("content-type").map_or("no Content-Type".into(), sanitize);
            let kind = if self.has_headers() { format!(", {kind}") } else { String::new() };
            let cut = if copy.body.is_cut { " (the rest was not read)" } else { "" };
            lines.push(format!("  {} bytes{cut}{kind}", copy.body.bytes.len()));
        }
        lines.extend(self.outcomes(dialects));
        let last = self.entry.history().last();
        let disagreement = last.and_then(|last| disagreement_about(last.answer));
        lines.extend(disagreement.map(|line| format!("= sources disagree: {line}")));
        lines.extend(self.headers().into_iter().map(|line| format!("= {line}")));
        lines.extend(self.warnings().into_iter().map(|line| format!("= warning: {line}")));
        lines.join("\n") + "\n"
    }

    /// What is in force and until when; dialects of one outcome in one line.
    fn outcomes(&self, dialects: &[(&str, &Dialect)]) -> Vec<String> {
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for (name, dialect) in dialects {
            let access = self.access(dialect);
            let until = until(access.next_try, self.now);
            let outcome = format!("{}; {until}", self.outcome(&access, dialect));
            match groups.iter_mut().find(|(known, _)| *known == outcome) {
                Some((_, names)) => names.push(name),
                None => groups.push((outcome, vec![name])),
            }
        }
        let one_is_asked = dialects.len() == 1;
        let line = |(outcome, names): (String, Vec<&str>)| {
            let whose =
                if one_is_asked { String::new() } else { format!("{}: ", names.join(", ")) };
            format!("= {whose}{outcome}")
        };
        groups.into_iter().map(line).collect()
    }

    /// What applies in a dialect, and why, in a sentence.
    pub fn outcome(&self, access: &Access, dialect: &Dialect) -> String {
        let Some(last) = self.entry.history().last() else { return "no request was sent".into() };
        let problem = self.entry.hops().last().and_then(|hop| hop.outcome.as_ref().err());
        let what = problem.map_or_else(|| answer(last.answer), ToString::to_string);
        let is_missing =
            matches!(last.answer, FetchOutcome::Http { status: 404 | 410, redirects: _ });
        let means = match (access.in_force, access.reason) {
            (InForce::Rules(_), AccessReason::Served) => "the rules of the file apply",
            (InForce::Rules(_), _) => copy_applies(dialect.fetch.ladder),
            (InForce::AllowAll, AccessReason::Unavailable) if is_missing => {
                "there is no robots.txt, so everything may be crawled"
            }
            (InForce::AllowAll, AccessReason::Unavailable) => {
                "treated as if there were no robots.txt, so everything may be crawled"
            }
            (InForce::AllowAll, _) => "everything may be crawled in the meantime",
            (InForce::DenyAll, AccessReason::Unavailable) => {
                "treated as a refusal, so nothing may be crawled"
            }
            (InForce::DenyAll, _) => outage(dialect.fetch.ladder, self.entry.file().is_some()),
            (InForce::Ungoverned, _) => "no robots.txt applies to this URL",
        };
        let open = if access.is_undefined {
            format!("; {} does not define this", dialect_name(dialect))
        } else {
            String::new()
        };
        format!("{what}: {means}{open}")
    }

    /// Whether the file came with headers, which FTP does not have.
    fn has_headers(&self) -> bool {
        self.entry.hops().last().is_none_or(|hop| hop.url.scheme() != "ftp")
    }

    /// Headers that say something beside the rules.
    fn headers(&self) -> Vec<String> {
        const TOLD: [(&str, &str); 5] = [
            ("cache-control", "Cache-Control"),
            ("expires", "Expires"),
            ("retry-after", "Retry-After"),
            ("content-signal", "Content-Signal"),
            ("content-usage", "Content-Usage"),
        ];
        let Some(last) = self.entry.hops().last() else { return Vec::new() };
        let told = TOLD.iter().filter_map(|(name, label)| {
            last.headers.get(name).map(|value| format!("{label}: {}", sanitize(value)))
        });
        told.collect()
    }

    /// What is likely not meant.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let hops = self.entry.hops();
        if let Some(away) = hops.iter().find(|hop| hop.url.host_str() != Some(self.origin.host())) {
            warnings.push(format!(
                "a redirect leads to another host, {}; the file found there applies to {}",
                away.url.host_str().unwrap_or_default(),
                self.origin
            ));
        }
        let Some(copy) = self.entry.file() else { return warnings };
        let content = content_note(&copy.body.bytes);
        warnings.extend(content.map(|note| format!("the file is {note}")));
        if copy.body.is_cut {
            warnings
                .push("maycrawl did not read the whole file; crawlers read about 500 KiB".into());
        }
        let kind = copy.headers.get("content-type").map(<[u8]>::to_ascii_lowercase);
        let is_text = kind.is_some_and(|kind| kind.trim_ascii_start().starts_with(b"text/plain"));
        if self.has_headers() && !is_text {
            warnings.push("the Content-Type should be text/plain".into());
        }
        warnings
    }
}

/// Whether origins that people take for one answer alike.
pub fn compared(stories: &[&Story<'_>]) -> String {
    let mut groups: Vec<(Option<&[u8]>, Vec<String>)> = Vec::new();
    for story in stories {
        let file = story.entry.file().map(|copy| &*copy.body.bytes);
        let name = match story.asker {
            Some((name, _)) => format!("{} as {name}", story.origin),
            None => story.origin.to_string(),
        };
        match groups.iter_mut().find(|(known, _)| *known == file) {
            Some((_, names)) => names.push(name),
            None => groups.push((file, vec![name])),
        }
    }
    if let [(_, names)] = groups.as_slice() {
        return format!("All give the same answer: {}\n", names.join(", "));
    }
    let mut lines =
        vec!["They give different answers; each file applies to its own origin only:".to_owned()];
    lines.extend(groups.iter().map(|(file, names)| {
        let what = file.map_or("no file".into(), |file| format!("a file of {} bytes", file.len()));
        format!("  {}: {what}", names.join(", "))
    }));
    lines.join("\n") + "\n"
}

/// A request and its answer, in a line.
pub fn hop_text(hop: &Hop) -> String {
    let millis = hop.answered.since(hop.asked).as_millis();
    let to =
        hop.headers.get("location").map(|to| format!(" to {}", sanitize(to))).unwrap_or_default();
    let outcome = match &hop.outcome {
        Ok(status @ 300..400) => format!("{status}{to}"),
        Ok(status) => status.to_string(),
        Err(problem) => problem.to_string(),
    };
    format!("{} {outcome} ({millis} ms)", sanitize(hop.url.as_str().as_bytes()))
}

/// Why there is no answer: the error, how to allow what the guard refuses, and the redirects before it.
pub fn failure_text(error: &impl Display, advice: Option<String>, hops: &[Hop]) -> String {
    let advice = advice.map(|advice| format!(" ({advice})")).unwrap_or_default();
    let way = match hops {
        [] | [_] => String::new(),
        hops => {
            let hops: Vec<_> = hops.iter().map(hop_text).collect();
            format!("; redirects: {}", hops.join(", "))
        }
    };
    format!("{error}{advice}{way}")
}

/// What follows where nothing may be crawled because the file cannot be fetched.
const fn outage(policy: OutagePolicy, has_copy: bool) -> &'static str {
    match (policy, has_copy) {
        (OutagePolicy::Google, true) => {
            "nothing may be crawled for 12 hours; then the last copy applies for up to 30 days; \
             after that, Google crawls as if there were no robots.txt"
        }
        (OutagePolicy::Google, false) => {
            "nothing may be crawled for 12 hours; after that, Google crawls as if there were no \
             robots.txt, unless it fetched the file before: that copy applies for up to 30 days"
        }
        (OutagePolicy::Rfc, true) => {
            "nothing may be crawled until the file can be fetched; after 30 days the last copy applies (RFC 9309 section 2.3.1.4)"
        }
        (OutagePolicy::Rfc, false) => {
            "nothing may be crawled until the file can be fetched; after 30 days everything may be crawled (RFC 9309 section 2.3.1.4)"
        }
        (OutagePolicy::DenyAll | OutagePolicy::AllowAll, _) => {
            "nothing may be crawled until the file can be fetched"
        }
    }
}

/// What an earlier copy means after the first hours.
const fn copy_applies(policy: OutagePolicy) -> &'static str {
    match policy {
        OutagePolicy::Google => "the rules of the last copy still apply, for up to 30 days",
        _ => "the rules of the last copy still apply",
    }
}

/// What came, in words.
fn answer(answer: FetchOutcome) -> String {
    match answer {
        FetchOutcome::Http { redirects, .. } if redirects > 20 => "more than 20 redirects".into(),
        FetchOutcome::Http { status, redirects: 0 } => status_text(status),
        FetchOutcome::Http { status, redirects: 1 } => {
            format!("{} after a redirect", status_text(status))
        }
        FetchOutcome::Http { status, redirects } => {
            format!("{} after {redirects} redirects", status_text(status))
        }
        FetchOutcome::NotModified => "304, not modified".into(),
        FetchOutcome::Ftp { reply } => format!("FTP reply {reply}"),
        FetchOutcome::Redirect(BadRedirect::NoLocation) => "a redirect without a target".into(),
        FetchOutcome::Redirect(BadRedirect::Loop) => "a loop of redirects".into(),
        FetchOutcome::Redirect(BadRedirect::OtherScheme) => {
            "a redirect to a URL that cannot be requested".into()
        }
        FetchOutcome::Redirect(BadRedirect::Disallowed) => "a redirect to a blocked URL".into(),
        FetchOutcome::Unreachable => "no readable answer".into(),
        _ => "no robots.txt".into(),
    }
}

fn status_text(status: u16) -> String {
    let words = match status {
        401 => " Unauthorized",
        403 => " Forbidden",
        404 => " Not Found",
        410 => " Gone",
        429 => " Too Many Requests",
        500 => " Internal Server Error",
        502 => " Bad Gateway",
        503 => " Service Unavailable",
        504 => " Gateway Timeout",
        _ => "",
    };
    format!("{status}{words}")
}

/// Until when that holds.
fn until(next_try: Timestamp, now: Timestamp) -> String {
    if next_try.0 == i64::MAX {
        return "valid without end".into();
    }
    let date = http_date(next_try);
    format!("valid until {date} ({})", ahead(next_try.since(now)))
}

fn ahead(wait: Duration) -> String {
    // Rounded up, since a moment has passed since the answer came.
    let seconds = wait.as_millis().div_ceil(1000);
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}
