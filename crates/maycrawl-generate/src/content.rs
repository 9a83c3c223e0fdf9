//! What a group contains: all that one crawler reads.

use maycrawl::{Dialect, UrlPath, robots::RuleKind};

use crate::agents::{AgentPlan, Sourced};
use crate::choice::PathRule;
use crate::error::Error;

mod rules;

use rules::Candidate;
pub(crate) use rules::GroupRule;

/// What a group contains, in the order in which it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GroupContent {
    /// Whether everything is forbidden that no rule allows.
    pub(crate) blocked: bool,
    pub(crate) rules: Vec<GroupRule>,
    pub(crate) crawl_delay: Option<String>,
    pub(crate) content_signal: Option<String>,
    pub(crate) content_usage: Vec<String>,
}

impl GroupContent {
    /// What the group for everyone contains.
    pub(crate) fn for_everyone(everyone: &AgentPlan) -> Result<Self, Error> {
        Self::new(everyone.access() == Some(true), &own_rules(everyone), everyone, None)
    }

    /// What the group of a crawler contains that choices are about.
    pub(crate) fn for_agent(agent: &AgentPlan, everyone: &AgentPlan) -> Result<Self, Error> {
        let mut rules = own_rules(agent);
        if agent.access() == Some(true) {
            return Self::new(true, &rules, agent, None);
        }
        let blocked = agent.access().or(everyone.access()).unwrap_or(false);
        let is_own =
            |rule: &PathRule| agent.rules.iter().any(|own| own.value.path() == rule.path());
        let shared = everyone.rules.iter().filter(|shared| !is_own(&shared.value));
        rules.extend(shared.map(|rule| Candidate { rule, is_repeated: true }));
        Self::new(blocked, &rules, agent, Some(everyone))
    }

    fn new(
        blocked: bool,
        rules: &[Candidate<'_>],
        own: &AgentPlan,
        shared: Option<&AgentPlan>,
    ) -> Result<Self, Error> {
        let mut content =
            Self { blocked, rules: rules::effective(blocked, rules)?, ..Self::default() };
        // Where everything is forbidden without exceptions, no other rule is needed.
        if blocked && content.rules.iter().all(|one| one.rule.kind() == RuleKind::Disallow) {
            content.rules.clear();
        }
        // How to fetch is of no use to a crawler that may fetch nothing.
        if content.forbids_everything() {
            return Ok(content);
        }
        let value = |own: &Option<Sourced<String>>, shared: Option<&Option<Sourced<String>>>| {
            own.as_ref().or(shared.and_then(Option::as_ref)).map(|one| one.value.clone())
        };
        content.crawl_delay = value(&own.crawl_delay, shared.map(|shared| &shared.crawl_delay));
        content.content_signal =
            value(&own.content_signal, shared.map(|shared| &shared.content_signal));
        let usage = shared.filter(|_| own.content_usage.is_empty()).unwrap_or(own);
        content.content_usage = usage.content_usage.iter().map(|one| one.value.clone()).collect();
        Ok(content)
    }

    /// Whether nothing may be fetched.
    pub(crate) fn forbids_everything(&self) -> bool {
        self.blocked && self.rules.is_empty()
    }

    /// Whether something may not be fetched.
    pub(crate) fn forbids(&self) -> bool {
        self.blocked || self.rules.iter().any(|one| one.rule.kind() == RuleKind::Disallow)
    }

    /// Whether both have the same lines, whatever the reasons.
    pub(crate) fn has_same_lines(&self, other: &Self) -> bool {
        let others = other.rules.iter().map(|one| &one.rule);
        self.blocked == other.blocked
            && self.rules.iter().map(|one| &one.rule).eq(others)
            && self.crawl_delay == other.crawl_delay
            && self.content_signal == other.content_signal
            && self.content_usage == other.content_usage
    }

    /// The rule that forbids a URL, if one does.
    pub(crate) fn forbidding(&self, url: &str) -> Option<PathRule> {
        let path = UrlPath::parse(url, &Dialect::GOOGLE);
        let mut deciding: Option<&PathRule> = None;
        for one in self.rules.iter().filter(|one| one.rule.matches(&path)) {
            if deciding.is_none_or(|other| one.rule.outranks(other)) {
                deciding = Some(&one.rule);
            }
        }
        match deciding {
            Some(rule) if rule.kind() == RuleKind::Disallow => Some(rule.clone()),
            None if self.blocked => Some(PathRule::of_everything()),
            _ => None,
        }
    }
}

fn own_rules(agent: &AgentPlan) -> Vec<Candidate<'_>> {
    agent.rules.iter().map(|rule| Candidate { rule, is_repeated: false }).collect()
}
