//! What is known of an origin, ready to be asked.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use maycrawl::{Access, AccessSettings, Agent, Dialect, Robots, Rules, Terms, Timestamp};

use crate::entry::Entry;

/// What is known of an origin: what came of asking, and the last file, read once.
#[derive(Debug)]
pub struct Known {
    entry: Entry,
    robots: Option<Robots>,
    /// Of the agents that asked last.
    compiled: Mutex<Vec<Arc<Compiled>>>,
}

/// What a file says to an agent.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) rules: Rules,
    /// The pause between requests that it asks for.
    pub(crate) pause: Option<Duration>,
}

/// For how many agents rules are kept. Few crawlers send one header for more.
const MOST_AGENTS: usize = 4;

impl Known {
    pub(crate) fn new(entry: Entry, dialect: &Dialect) -> Self {
        let robots = entry.copy().map(|copy| Robots::parse(&copy.body.octets, dialect));
        Self { entry, robots, compiled: Mutex::default() }
    }

    /// All that came of asking.
    pub const fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The last file that came, read. Whether it is in force is what
    /// [`Known::access`] says.
    pub const fn robots(&self) -> Option<&Robots> {
        self.robots.as_ref()
    }

    /// What is in force at a time. The jitter of the settings is replaced by one of
    /// this origin and its last attempt.
    pub fn access(&self, dialect: &Dialect, settings: &AccessSettings, now: Timestamp) -> Access {
        let settings = AccessSettings { jitter: self.entry.jitter(), ..*settings };
        self.entry.access(dialect, &settings, now)
    }

    /// What the last file says to an agent: compiled once.
    pub(crate) fn compiled(&self, agent: &Agent) -> Option<Arc<Compiled>> {
        let robots = self.robots.as_ref()?;
        // What a panic elsewhere left is as good as it was.
        let mut kept = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept.iter().find(|one| one.rules.agent() == agent) {
            return Some(Arc::clone(found));
        }
        let pause = pause(&robots.terms(agent));
        let compiled = Arc::new(Compiled { rules: robots.rules(agent), pause });
        if kept.len() >= MOST_AGENTS {
            kept.remove(0);
        }
        kept.push(Arc::clone(&compiled));
        Some(compiled)
    }

    /// About how much memory it takes, and will take when agents ask.
    pub(crate) fn octets(&self) -> usize {
        const ITSELF: usize = 2048;
        // The file, its lines read, the words that each takes, and the rules.
        const TIMES: usize = 4 + 2 * MOST_AGENTS;
        self.entry.copy().map_or(0, |copy| TIMES * copy.body.octets.len()).saturating_add(ITSELF)
    }
}

/// The pause that a file asks an agent to keep: the longest that it says.
fn pause(terms: &Terms<'_>) -> Option<Duration> {
    let rate = terms.request_rate().value.map(|rate| {
        let millis = rate.seconds.saturating_mul(1000) / rate.requests.max(1);
        Duration::from_millis(millis)
    });
    terms.crawl_delay().value.max(rate)
}
