//! All that is remembered of an origin.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use maycrawl::{
    Access, AccessSettings, Dialect, Evidence, Fetched, InForce, Jitter, Robots, Timestamp, access,
};
use url::Url;

use crate::attempt::{Attempt, Copy, Hop};

/// All that is remembered of an origin: the last file that came, what came of asking
/// since, and the way of the last attempt. It is of no dialect: what it means can be
/// asked in any, without another request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The last file, of the first evidence.
    copy: Option<Copy>,
    /// What came of asking, from the last file on.
    history: Vec<Evidence>,
    /// The way of the last attempt.
    hops: Vec<Hop>,
}

/// What is in force for an origin, and the file that says so.
#[derive(Clone, Debug)]
pub struct State {
    /// What is in force, why, and when to ask again.
    pub access: Access,
    /// The file, read, if its rules are in force.
    pub robots: Option<Robots>,
}

/// How much evidence is kept; beyond it, the oldest after the file goes. A month of
/// failures leaves fewer.
const MOST_EVIDENCE: usize = 256;

impl Entry {
    /// What was written down of an entry.
    #[cfg(feature = "disk")]
    pub(crate) const fn of(copy: Option<Copy>, history: Vec<Evidence>, hops: Vec<Hop>) -> Self {
        Self { copy, history, hops }
    }

    /// Remembers what came of an attempt. A file replaces the last; a failure never
    /// loses it.
    pub fn learn(&mut self, attempt: Attempt) {
        let Attempt { mut evidence, hops, copy } = attempt;
        self.hops = hops;
        if let (Fetched::NotModified, Some(kept), Some(hop)) =
            (evidence.answer, &mut self.copy, self.hops.last())
        {
            kept.headers.update(&hop.headers);
            evidence.freshness = kept.headers.freshness();
        }
        if copy.is_some() {
            self.copy = copy;
            self.history.clear();
        }
        // That the copy is still fresh is known from the last time it was said.
        let is_repeated = evidence.answer == Fetched::NotModified
            && self.history.last().is_some_and(|last| last.answer == Fetched::NotModified);
        if is_repeated {
            self.history.pop();
        }
        self.history.push(evidence);
        if self.history.len() > MOST_EVIDENCE {
            self.history.remove(usize::from(self.copy.is_some()));
        }
    }

    /// What is in force at a time, in a dialect.
    ///
    /// Linear in the evidence and the file.
    pub fn state(&self, dialect: &Dialect, settings: &AccessSettings, now: Timestamp) -> State {
        let access = self.access(dialect, settings, now);
        let rules = match access.in_force {
            // Only the first evidence can be of a file.
            InForce::Rules(_) => self.copy.as_ref(),
            _ => None,
        };
        State { access, robots: rules.map(|copy| Robots::parse(&copy.body.octets, dialect)) }
    }

    /// What is in force at a time, in a dialect, and until when. Linear in the evidence.
    pub fn access(&self, dialect: &Dialect, settings: &AccessSettings, now: Timestamp) -> Access {
        access(&self.history, dialect, settings, now)
    }

    /// The last file that came.
    pub const fn copy(&self) -> Option<&Copy> {
        self.copy.as_ref()
    }

    /// What came of asking, from the last file on, in the order of time.
    pub fn history(&self) -> &[Evidence] {
        &self.history
    }

    /// The way of the last attempt.
    pub fn hops(&self) -> &[Hop] {
        &self.hops
    }

    /// By how much to put off the next try: another part for each origin and attempt,
    /// so that not all come back at once.
    pub(crate) fn jitter(&self) -> Jitter {
        let mut hasher = DefaultHasher::new();
        self.history.last().map(|last| last.at).hash(&mut hasher);
        self.hops.first().map(|hop| &hop.url).hash(&mut hasher);
        let [low, high, ..] = hasher.finish().to_le_bytes();
        Jitter(u16::from_le_bytes([low, high]))
    }

    /// Headers that ask whether the copy is still fresh, if it came from this URL.
    pub(crate) fn validators(&self, url: Option<&Url>) -> Vec<(&'static str, Vec<u8>)> {
        let Some(copy) = self.copy.as_ref().filter(|copy| Some(&copy.url) == url) else {
            return Vec::new();
        };
        let names = [("etag", "if-none-match"), ("last-modified", "if-modified-since")];
        let known = names
            .into_iter()
            .filter_map(|(name, condition)| Some((condition, copy.headers.get(name)?.to_vec())));
        known.collect()
    }
}
