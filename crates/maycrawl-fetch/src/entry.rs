//! All that is remembered of an origin.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::mem;

use maycrawl::{
    Dialect, Robots,
    access::{Access, AccessSettings, Evidence, FetchOutcome, InForce, Jitter, Timestamp},
};
use url::Url;

use crate::attempt::{Attempt, Copy, Hop};
use crate::needs::Needs;

/// All that is remembered of an origin: the last file, the outcomes of asking since, and
/// the hops of the last attempt. It is independent of any dialect: what it means can be
/// asked in each, without another request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    file: LastFile,
    /// The outcomes, from that of the last file on.
    history: Vec<Evidence>,
    /// The hops of the last attempt.
    hops: Vec<Hop>,
}

/// The last file. Only one that the site has just confirmed may be asked for
/// conditionally: after any other answer a 304 could confirm a file that this answer
/// has replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum LastFile {
    /// None came, or the site has since said that there is none.
    #[default]
    None,
    /// The site served or confirmed it when it last answered.
    Confirmed(Copy),
    /// The site has answered otherwise since. Its rules may count during an outage, by
    /// some dialects; its validators are gone.
    Superseded(Copy),
}

impl LastFile {
    const fn copy(&self) -> Option<&Copy> {
        match self {
            Self::None => None,
            Self::Confirmed(copy) | Self::Superseded(copy) => Some(copy),
        }
    }

    /// The file after another answer.
    fn superseded(self) -> Self {
        match self {
            Self::Confirmed(mut copy) => {
                copy.headers.remove_validators();
                Self::Superseded(copy)
            }
            other => other,
        }
    }
}

/// What is in force for an origin, and the file that says so.
#[derive(Clone, Debug)]
pub struct State {
    /// What is in force, why, and when to ask again.
    pub access: Access,
    /// The file, read, if its rules are in force.
    pub robots: Option<Robots>,
}

/// How much evidence is kept; beyond it, the oldest after the first goes. A month of
/// failures leaves fewer.
const MOST_EVIDENCE: usize = 256;

impl Entry {
    /// The entry that a record holds.
    #[cfg(feature = "disk")]
    pub(crate) const fn of(file: LastFile, history: Vec<Evidence>, hops: Vec<Hop>) -> Self {
        Self { file, history, hops }
    }

    /// Remembers the outcome of an attempt. A file replaces the last; a failure never
    /// loses it.
    pub fn learn(&mut self, attempt: Attempt) {
        let Attempt { mut evidence, hops, copy } = attempt;
        self.hops = hops;
        // By every dialect, what was known before says nothing any more.
        let is_gone =
            matches!(evidence.answer, FetchOutcome::Http { status: 404 | 410, redirects: 0 });
        if copy.is_some() || is_gone {
            self.history.clear();
        }
        self.file = match (copy, evidence.answer, mem::take(&mut self.file)) {
            (Some(copy), ..) => LastFile::Confirmed(copy),
            (None, FetchOutcome::NotModified, LastFile::Confirmed(mut copy)) => {
                if let Some(hop) = self.hops.last() {
                    copy.headers.update(&hop.headers);
                }
                evidence.freshness = copy.headers.freshness();
                LastFile::Confirmed(copy)
            }
            // The site did not answer, so it has said nothing about the file.
            (None, FetchOutcome::Unreachable, file) => file,
            (None, ..) if is_gone => LastFile::None,
            (None, _, file) => file.superseded(),
        };
        // Of repeated confirmations the last says it all.
        let is_repeated = evidence.answer == FetchOutcome::NotModified
            && self.history.last().is_some_and(|last| last.answer == FetchOutcome::NotModified);
        if is_repeated {
            self.history.pop();
        }
        self.history.push(evidence);
        if self.history.len() > MOST_EVIDENCE {
            self.history.remove(1);
        }
    }

    /// What is in force at a time, in a dialect.
    ///
    /// Linear in the evidence and the file.
    pub fn state(&self, dialect: &Dialect, settings: &AccessSettings, now: Timestamp) -> State {
        let access = self.access(dialect, settings, now);
        let rules = match access.in_force {
            // Only the first evidence can be of a file.
            InForce::Rules(_) => self.copy(),
            _ => None,
        };
        State { access, robots: rules.map(|copy| copy.body.parse(dialect)) }
    }

    /// What is in force at a time, in a dialect, and until when. Linear in the evidence.
    pub fn access(&self, dialect: &Dialect, settings: &AccessSettings, now: Timestamp) -> Access {
        Access::evaluate(&self.history, dialect, settings, now)
    }

    /// The last file that the site served.
    pub const fn copy(&self) -> Option<&Copy> {
        self.file.copy()
    }

    /// The last file, and whether the site has confirmed it since.
    #[cfg(feature = "disk")]
    pub(crate) const fn file(&self) -> &LastFile {
        &self.file
    }

    /// The outcomes of asking, from the last file on, in the order of time.
    pub fn history(&self) -> &[Evidence] {
        &self.history
    }

    /// The hops of the last attempt.
    pub fn hops(&self) -> &[Hop] {
        &self.hops
    }

    /// Whether the last attempt went far enough for these needs: it gave up no redirect
    /// that they would follow, and cut no file before they do.
    pub fn suffices(&self, needs: &Needs) -> bool {
        let gave_up = self.history.last().is_some_and(|last| {
            matches!(
                last.answer,
                FetchOutcome::Http { status: 301 | 302 | 303 | 307 | 308, redirects }
                    if redirects <= needs.redirects
            )
        });
        let is_short =
            self.copy().is_some_and(|copy| copy.body.is_cut && copy.body.bytes.len() < needs.bytes);
        !gave_up && !is_short
    }

    /// By how much to put off the next try: another part for each origin and attempt,
    /// so that not all come back at once.
    pub fn jitter(&self) -> Jitter {
        let mut hasher = DefaultHasher::new();
        self.history.last().map(|last| last.at).hash(&mut hasher);
        self.hops.first().map(|hop| &hop.url).hash(&mut hasher);
        let [low, high, ..] = hasher.finish().to_le_bytes();
        Jitter(u16::from_le_bytes([low, high]))
    }

    /// Headers that ask whether the copy is still fresh, if it came from this URL.
    pub(crate) fn validators(&self, url: Option<&Url>) -> Vec<(&'static str, Vec<u8>)> {
        let LastFile::Confirmed(copy) = &self.file else { return Vec::new() };
        if Some(&copy.url) != url {
            return Vec::new();
        }
        let names = [("etag", "if-none-match"), ("last-modified", "if-modified-since")];
        let known = names
            .into_iter()
            .filter_map(|(name, condition)| Some((condition, copy.headers.get(name)?.to_vec())));
        known.collect()
    }
}
