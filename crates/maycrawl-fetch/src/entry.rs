//! What is remembered of an origin.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::mem;
use std::time::Duration;

use maycrawl::{
    Dialect, Robots,
    access::{Access, AccessSettings, Evidence, FetchOutcome, InForce, Jitter, Timestamp},
};
use url::Url;

use crate::attempt::{Attempt, CachedFile, Hop};
use crate::needs::Needs;
use crate::validators::Validators;

/// What is remembered of an origin: the last file, and the outcomes since.
///
/// It is independent of any dialect: ask it in each, without another request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    file: LastFile,
    /// The outcomes, beginning with that of the last file.
    history: Vec<Evidence>,
    /// The hops of the last attempt.
    hops: Vec<Hop>,
}

/// The last file. Only a confirmed file may be requested conditionally: after any other
/// answer, a 304 could confirm a file that the answer has replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum LastFile {
    /// The site never served a file, or has since answered that there is none.
    #[default]
    None,
    /// The last answer of the site served or confirmed the file.
    Confirmed(CachedFile),
    /// The last answer of the site was another. Some dialects still apply the rules of
    /// the file during an outage; its validators are gone.
    Superseded(CachedFile),
}

impl LastFile {
    const fn file(&self) -> Option<&CachedFile> {
        match self {
            Self::None => None,
            Self::Confirmed(file) | Self::Superseded(file) => Some(file),
        }
    }

    /// The file after another answer.
    fn superseded(self) -> Self {
        match self {
            Self::Confirmed(mut file) => {
                file.headers.remove_validators();
                Self::Superseded(file)
            }
            other => other,
        }
    }
}

/// How much evidence is kept. Beyond it, the oldest after the first is dropped. A month of
/// failures stays below.
const MAX_EVIDENCE: usize = 256;

/// How long after its start an outage can mean something else (RFC 9309 section 2.3.1.4;
/// Google, robots.txt specification, handling of errors).
const OUTAGE_CHANGES: [Duration; 3] = [hours(12), hours(30 * 24), hours(12 + 30 * 24)];

const fn hours(hours: u64) -> Duration {
    Duration::from_secs(hours * 3600)
}

impl Entry {
    /// The entry of a stored record.
    #[cfg(feature = "sqlite")]
    pub(crate) const fn of(file: LastFile, history: Vec<Evidence>, hops: Vec<Hop>) -> Self {
        Self { file, history, hops }
    }

    /// Remembers the outcome of an attempt. A file replaces the last file; a failure
    /// never loses it.
    pub fn learn(&mut self, attempt: Attempt) {
        let Attempt { mut evidence, hops, file } = attempt;
        self.hops = hops;
        // In every dialect, such an answer makes the earlier ones irrelevant.
        let is_gone =
            matches!(evidence.answer, FetchOutcome::Http { status: 404 | 410, redirects: 0 });
        if file.is_some() || is_gone {
            self.history.clear();
        }
        self.file = match (file, evidence.answer, mem::take(&mut self.file)) {
            (Some(file), ..) => LastFile::Confirmed(file),
            (None, FetchOutcome::NotModified, LastFile::Confirmed(mut file)) => {
                if let Some(hop) = self.hops.last() {
                    file.headers.update(&hop.headers);
                }
                evidence.freshness = file.headers.freshness();
                LastFile::Confirmed(file)
            }
            // The site did not answer, so nothing is new about the file.
            (None, FetchOutcome::Unreachable, file) => file,
            (None, ..) if is_gone => LastFile::None,
            (None, _, file) => file.superseded(),
        };
        // Of repeated confirmations, only the last matters.
        let is_repeated = evidence.answer == FetchOutcome::NotModified
            && self.history.last().is_some_and(|last| last.answer == FetchOutcome::NotModified);
        if is_repeated {
            self.history.pop();
        }
        self.history.push(evidence);
        if self.history.len() > MAX_EVIDENCE {
            self.history.remove(1);
        }
    }

    /// What is in force at a time, in a dialect, why, and until when.
    ///
    /// Linear in the evidence. If it is [`InForce::Rules`](maycrawl::access::InForce::Rules), the
    /// rules are those of [`Entry::robots`].
    pub fn access(&self, dialect: &Dialect, settings: &AccessSettings, now: Timestamp) -> Access {
        Access::evaluate(&self.history, dialect, settings, now)
    }

    /// What applies later if the site still cannot be reached then: from when, and what, in
    /// order of time. Empty if it can be reached, or if nothing changes.
    ///
    /// ```
    /// use maycrawl::{Dialect, access::{InForce, Timestamp}};
    /// use maycrawl_fetch::{Entry, Flow, Needs, Problem, Step};
    ///
    /// let mut entry = Entry::default();
    /// let origin = "https://example.com".parse()?;
    /// let mut flow = Flow::new(&origin, &entry, Needs::of(&Dialect::GOOGLE), Timestamp(0));
    /// if let Step::Done(attempt) = flow.receive(Err(Problem::TimedOut), Timestamp(0)) {
    ///     entry.learn(attempt);
    /// }
    /// let outlook = entry.outlook(&Dialect::GOOGLE, &Default::default(), Timestamp(0));
    /// let hours = |hours: i64| Timestamp(hours * 3_600_000);
    /// let (half_a_day, thirty_days) = (hours(12), hours(12 + 30 * 24));
    /// assert_eq!(outlook, [(half_a_day, InForce::AllowAll), (thirty_days, InForce::DenyAll)]);
    /// # Ok::<(), maycrawl_url::Error>(())
    /// ```
    pub fn outlook(
        &self,
        dialect: &Dialect,
        settings: &AccessSettings,
        now: Timestamp,
    ) -> Vec<(Timestamp, InForce)> {
        let access = self.access(dialect, settings, now);
        let Some(since) = access.unreachable_since else { return Vec::new() };
        let mut last = access.in_force;
        let mut changes = Vec::new();
        for time in OUTAGE_CHANGES.map(|after| since.after(after)) {
            let in_force = self.access(dialect, settings, time).in_force;
            if time > now && in_force != last {
                last = in_force;
                changes.push((time, in_force));
            }
        }
        changes
    }

    /// The last file that the site served.
    pub const fn file(&self) -> Option<&CachedFile> {
        self.file.file()
    }

    /// The last file, parsed in a dialect; linear in the file.
    ///
    /// [`Entry::access`] says whether its rules are in force.
    pub fn robots(&self, dialect: &Dialect) -> Option<Robots> {
        self.file().map(|file| file.body.parse(dialect))
    }

    /// The last file, and whether the site has confirmed it since.
    #[cfg(feature = "sqlite")]
    pub(crate) const fn last_file(&self) -> &LastFile {
        &self.file
    }

    /// The outcomes since the last file was served, in order of time.
    pub fn history(&self) -> &[Evidence] {
        &self.history
    }

    /// The requests and answers of the last attempt.
    pub fn hops(&self) -> &[Hop] {
        &self.hops
    }

    /// Whether the last attempt went far enough: it followed as many redirects and read as
    /// many bytes as these needs ask for.
    pub fn suffices(&self, needs: &Needs) -> bool {
        let gave_up = self.history.last().is_some_and(|last| {
            matches!(
                last.answer,
                FetchOutcome::Http { status: 301 | 302 | 303 | 307 | 308, redirects }
                    if redirects <= needs.redirects
            )
        });
        let is_short =
            self.file().is_some_and(|file| file.body.is_cut && file.body.bytes.len() < needs.bytes);
        !gave_up && !is_short
    }

    /// A jitter for [`AccessSettings`]: differs by origin and attempt, so that not all
    /// origins become due at once.
    pub fn jitter(&self) -> Jitter {
        let mut hasher = DefaultHasher::new();
        self.history.last().map(|last| last.at).hash(&mut hasher);
        self.hops.first().map(|hop| &hop.url).hash(&mut hasher);
        let [low, high, ..] = hasher.finish().to_le_bytes();
        Jitter(u16::from_le_bytes([low, high]))
    }

    /// The validators of the file, if this URL served it.
    pub(crate) fn validators(&self, url: Option<&Url>) -> Validators {
        match &self.file {
            LastFile::Confirmed(file) if Some(&file.url) == url => Validators::of(&file.headers),
            _ => Validators::default(),
        }
    }
}
