//! The entry of an origin, parsed in the dialects of its gatekeeper.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use maycrawl::{
    Agent, Dialect, Robots, Rules,
    access::{Access, AccessSettings, Timestamp},
    terms::Terms,
};

use crate::entry::Entry;

/// The entry of an origin, with its file parsed once for each dialect of the gatekeeper.
#[derive(Debug)]
pub struct OriginRecord {
    entry: Entry,
    /// The last file in each dialect, that of the gatekeeper first; empty without a file.
    readings: Vec<Robots>,
    /// Compiled rules of the agents that asked last.
    agents: Mutex<Vec<AgentRules>>,
}

/// What a file asks of an agent.
#[derive(Clone, Debug)]
pub(crate) struct AgentRules {
    pub(crate) rules: Arc<Rules>,
    /// The pause between requests.
    pub(crate) pause: Option<Duration>,
}

/// For how many agents rules are kept. Few crawlers send one header for more.
const MAX_AGENTS: usize = 4;

impl OriginRecord {
    /// The file of an entry is parsed in these dialects, each of which differs.
    pub(crate) fn new<'d>(entry: Entry, dialects: impl Iterator<Item = &'d Dialect>) -> Self {
        let readings = dialects.filter_map(|dialect| entry.robots(dialect)).collect();
        Self { readings, entry, agents: Mutex::default() }
    }

    /// What is remembered of the origin.
    pub const fn entry(&self) -> &Entry {
        &self.entry
    }

    /// When the origin was last asked.
    pub(crate) fn asked(&self) -> Option<Timestamp> {
        self.entry.history().last().map(|last| last.at)
    }

    /// The last file, parsed in the dialect of the gatekeeper. [`OriginRecord::access`] says
    /// whether it is in force.
    pub fn robots(&self) -> Option<&Robots> {
        self.readings.first()
    }

    /// The last file, parsed in a dialect. Those that the gatekeeper does not know are parsed
    /// anew each time.
    pub fn robots_in(&self, dialect: &Dialect) -> Option<Cow<'_, Robots>> {
        match self.readings.iter().find(|robots| robots.dialect() == dialect) {
            Some(robots) => Some(Cow::Borrowed(robots)),
            None => self.entry.robots(dialect).map(Cow::Owned),
        }
    }

    /// What is in force at a time. Uses [`Entry::jitter`] in place of the jitter of the
    /// settings.
    pub fn access(&self, dialect: &Dialect, settings: &AccessSettings, now: Timestamp) -> Access {
        let settings = AccessSettings { jitter: self.entry.jitter(), ..*settings };
        self.entry.access(dialect, &settings, now)
    }

    /// What the last file asks of an agent that reads in a dialect; compiled once.
    pub(crate) fn agent_rules(&self, agent: &Agent, dialect: &Dialect) -> Option<AgentRules> {
        // A panic elsewhere leaves the list intact.
        let mut kept = self.agents.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |rules: &Rules| rules.agent() == agent && rules.dialect() == dialect;
        if let Some(found) = kept.iter().find(|kept| is_it(&kept.rules)) {
            return Some(found.clone());
        }
        let robots = self.robots_in(dialect)?;
        let rules = Arc::new(robots.rules(agent));
        let compiled = AgentRules { rules, pause: pause(&robots.terms(agent)) };
        if kept.len() >= MAX_AGENTS {
            kept.remove(0);
        }
        kept.push(compiled.clone());
        Some(compiled)
    }

    /// About how many bytes of memory it takes, with the rules that agents will need.
    pub(crate) fn bytes(&self) -> usize {
        const ITSELF: usize = 2048;
        let file = self.entry.file().map_or(0, |file| file.body.bytes.len());
        // The rules of an agent take about as much as their lines.
        let robots: usize = self.readings.iter().map(Robots::heap_bytes).sum();
        file.saturating_add(robots.saturating_mul(2)).saturating_add(ITSELF)
    }
}

/// The longest pause that a file asks of an agent.
fn pause(terms: &Terms) -> Option<Duration> {
    let rate = terms.request_rate().value.map(|rate| {
        let millis = rate.seconds.saturating_mul(1000) / rate.requests.max(1);
        Duration::from_millis(millis)
    });
    terms.crawl_delay().value.max(rate)
}
