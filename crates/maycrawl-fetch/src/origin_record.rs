//! The entry of an origin, parsed in the dialect of its gatekeeper.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use maycrawl::{
    Agent, Dialect, Robots, Rules,
    access::{Access, AccessSettings, Timestamp},
    terms::Terms,
};

use crate::entry::Entry;

/// The entry of an origin, with its file parsed once.
#[derive(Debug)]
pub struct OriginRecord {
    entry: Entry,
    robots: Option<Robots>,
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
    pub(crate) fn new(entry: Entry, dialect: &Dialect) -> Self {
        Self { robots: entry.robots(dialect), entry, agents: Mutex::default() }
    }

    /// What is remembered of the origin.
    pub const fn entry(&self) -> &Entry {
        &self.entry
    }

    /// When the origin was last asked.
    pub(crate) fn asked(&self) -> Option<Timestamp> {
        self.entry.history().last().map(|last| last.at)
    }

    /// The last file, parsed. [`OriginRecord::access`] says whether it is in force.
    pub const fn robots(&self) -> Option<&Robots> {
        self.robots.as_ref()
    }

    /// What is in force at a time. Uses [`Entry::jitter`] in place of the jitter of the
    /// settings.
    pub fn access(&self, dialect: &Dialect, settings: &AccessSettings, now: Timestamp) -> Access {
        let settings = AccessSettings { jitter: self.entry.jitter(), ..*settings };
        self.entry.access(dialect, &settings, now)
    }

    /// What the last file asks of an agent; compiled once.
    pub(crate) fn agent_rules(&self, agent: &Agent) -> Option<AgentRules> {
        let robots = self.robots.as_ref()?;
        // A panic elsewhere leaves the list intact.
        let mut kept = self.agents.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept.iter().find(|kept| kept.rules.agent() == agent) {
            return Some(found.clone());
        }
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
        let robots = self.robots.as_ref().map_or(0, Robots::heap_bytes).saturating_mul(2);
        file.saturating_add(robots).saturating_add(ITSELF)
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
