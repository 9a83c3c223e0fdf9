//! What choices say about one crawler, or about everyone.

use super::sourced::{Sourced, keep_heavier, put, subject};
use crate::choice::{Choice, Instruction, PathRule};
use crate::error::{Error, ErrorKind};

/// How many path rules one crawler may have: as many as Yandex reads.
pub(crate) const MOST_RULES: usize = 2048;

/// The part of a plan that is about one crawler, or about everyone.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AgentPlan {
    /// The crawler's product token, or `*`.
    pub agent: String,
    /// Whether it may fetch nothing (true) or everything where no rule matches.
    pub blocked: Option<Sourced<bool>>,
    /// Its path rules; no path twice.
    pub rules: Vec<Sourced<PathRule>>,
    /// `Crawl-delay`
    pub crawl_delay: Option<Sourced<String>>,
    /// `Content-Signal`
    pub content_signal: Option<Sourced<String>>,
    /// `Content-Usage`, a line each.
    pub content_usage: Vec<Sourced<String>>,
}

impl AgentPlan {
    pub(crate) fn new(agent: &str) -> Self {
        Self {
            agent: agent.into(),
            blocked: None,
            rules: Vec::new(),
            crawl_delay: None,
            content_signal: None,
            content_usage: Vec::new(),
        }
    }

    /// Whether no choice is about it.
    pub fn is_empty(&self) -> bool {
        *self == Self::new(&self.agent)
    }

    /// Whether it is blocked (true) or open, if a choice says.
    pub(crate) fn access(&self) -> Option<bool> {
        self.blocked.as_ref().map(|blocked| blocked.value)
    }

    /// Whether all choices about it are about several crawlers, none about it alone.
    pub(crate) fn is_of_several(&self) -> bool {
        let texts = self.crawl_delay.iter().chain(&self.content_signal).chain(&self.content_usage);
        let weights = texts.map(|one| one.weight);
        let weights = weights.chain(self.blocked.iter().map(|one| one.weight));
        weights.chain(self.rules.iter().map(|one| one.weight)).max() == Some(1)
    }

    /// Why it is blocked, or open.
    pub(crate) fn reason(&self) -> Option<&str> {
        self.blocked.as_ref().and_then(|one| one.reason.as_deref())
    }

    /// Adds a choice; an error if it contradicts one of equal weight.
    pub(super) fn add(&mut self, choice: &Choice) -> Result<(), Error> {
        let agent = &*self.agent;
        let text = |value: &String| Sourced::new(value.clone(), choice);
        match &choice.instruction {
            Instruction::Block => put(&mut self.blocked, Sourced::new(true, choice), agent),
            Instruction::Allow => put(&mut self.blocked, Sourced::new(false, choice), agent),
            Instruction::Rule(rule) => {
                let new = Sourced::new(rule.clone(), choice);
                let is_it = |one: &&mut Sourced<PathRule>| one.value.path() == rule.path();
                if let Some(old) = self.rules.iter_mut().find(is_it) {
                    return keep_heavier(old, new, agent);
                }
                if self.rules.len() == MOST_RULES {
                    return Err(too_many_rules(agent));
                }
                self.rules.push(new);
                Ok(())
            }
            Instruction::CrawlDelay { seconds } => put(&mut self.crawl_delay, text(seconds), agent),
            Instruction::ContentSignal { signal } => match &mut self.content_signal {
                // Two about different uses are one.
                Some(old)
                    if old.weight == choice.audience.weight() && !overlap(&old.value, signal) =>
                {
                    old.value = format!("{}, {signal}", old.value);
                    Ok(())
                }
                slot => put(slot, text(signal), agent),
            },
            Instruction::ContentUsage { usage } => {
                if !self.content_usage.iter().any(|old| old.value == *usage) {
                    self.content_usage.push(text(usage));
                }
                Ok(())
            }
            Instruction::Sitemap { .. } | Instruction::License { .. } => Ok(()),
        }
    }
}

fn too_many_rules(agent: &str) -> Error {
    Error::new(
        ErrorKind::TooManyRules { agent: agent.into(), limit: MOST_RULES },
        format!(
            "there are more than {MOST_RULES} path rules for {}; combine several of them with *",
            subject(agent)
        ),
    )
}

/// Whether two content signals have a key in common.
fn overlap(one: &str, other: &str) -> bool {
    let keys = |signal: &str| -> Vec<String> {
        let pairs = signal.split([',', ' ']).filter_map(|pair| pair.split_once('='));
        pairs.map(|(key, _)| key.trim().to_ascii_lowercase()).collect()
    };
    let first = keys(one);
    keys(other).iter().any(|key| first.contains(key))
}
