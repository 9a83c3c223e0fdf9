//! What is known of an origin, ready to be asked.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use maycrawl::{
    Agent, Dialect, Robots, Rules,
    access::{Access, AccessSettings, Timestamp},
    lines::Field,
    terms::Terms,
};

use crate::entry::Entry;

/// What is known of an origin: what came of asking, and the last file, read once.
#[derive(Debug)]
pub struct Known {
    entry: Entry,
    robots: Option<Robots>,
    /// Of the agents that asked last.
    said: Mutex<Vec<Said>>,
}

/// What a file says to an agent: its rules, and the pause between requests.
type Said = (Arc<Rules>, Option<Duration>);

/// For how many agents rules are kept. Few crawlers send one header for more.
const MOST_AGENTS: usize = 4;

impl Known {
    pub(crate) fn new(entry: Entry, dialect: &Dialect) -> Self {
        let robots = entry.copy().map(|copy| copy.body.parse(dialect));
        Self { entry, robots, said: Mutex::default() }
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

    /// The values of the `Sitemap` lines of that file, for crawlers of all names.
    pub fn sitemaps(&self) -> impl Iterator<Item = &[u8]> {
        let lines = self.robots.iter().flat_map(Robots::directives);
        lines.filter(|line| line.field() == Field::Sitemap).map(|line| line.value())
    }

    /// What is in force at a time. The jitter of the settings is replaced by one of
    /// this origin and its last attempt.
    pub fn access(&self, dialect: &Dialect, settings: &AccessSettings, now: Timestamp) -> Access {
        let settings = AccessSettings { jitter: self.entry.jitter(), ..*settings };
        self.entry.access(dialect, &settings, now)
    }

    /// What the last file says to an agent: compiled once.
    pub(crate) fn said(&self, agent: &Agent) -> Option<Said> {
        let robots = self.robots.as_ref()?;
        // What a panic elsewhere left is as good as it was.
        let mut kept = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(said) = kept.iter().find(|(rules, _)| rules.agent() == agent) {
            return Some(said.clone());
        }
        let said = (Arc::new(robots.rules(agent)), pause(&robots.terms(agent)));
        if kept.len() >= MOST_AGENTS {
            kept.remove(0);
        }
        kept.push(said.clone());
        Some(said)
    }

    /// About how many bytes of memory it takes, and will take when agents ask.
    pub(crate) fn bytes(&self) -> usize {
        const ITSELF: usize = 2048;
        let file = self.entry.copy().map_or(0, |copy| copy.body.bytes.len());
        // The rules of an agent take about as much as the lines that they stand in.
        let robots = self.robots.as_ref().map_or(0, Robots::heap_bytes).saturating_mul(2);
        file.saturating_add(robots).saturating_add(ITSELF)
    }
}

/// The pause that a file asks an agent to keep: the longest that it says.
fn pause(terms: &Terms) -> Option<Duration> {
    let rate = terms.request_rate().value.map(|rate| {
        let millis = rate.seconds.saturating_mul(1000) / rate.requests.max(1);
        Duration::from_millis(millis)
    });
    terms.crawl_delay().value.max(rate)
}
