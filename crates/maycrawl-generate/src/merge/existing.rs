//! What a file says to one crawler before anything is added.

use maycrawl::{
    Agent, Dialect, Robots,
    agent::GroupChoice,
    lines::Field,
    pattern::Pattern,
    robots::{AgentLine, DirectiveLine, RuleKind, RuleLine},
};
use maycrawl_crawlers::Crawler;

use super::error::{MergeError, MergeErrorKind};
use super::file::{ExistingFile, GOOGLE};
use crate::agents::{AgentPlan, MOST_RULES, Sourced};
use crate::choice::PathRule;

/// What a file says to an agent before anything is added.
pub(super) struct ExistingRules {
    /// The line that names it first, if one does.
    pub(super) line: Option<u32>,
    /// The content of its groups, as Google reads them, then as others do.
    pub(super) own: Vec<EngineRules>,
    /// What it would obey if no group named it.
    pub(super) inherited: EngineRules,
    /// The rules of `*`, if they could be its rules.
    pub(super) global: Vec<(u32, PathRule)>,
}

/// The content of groups, as an engine reads it.
pub(super) struct EngineRules {
    pub(super) engine: &'static str,
    pub(super) rules: Vec<(u32, PathRule)>,
    pub(super) values: Vec<(u32, Field, Vec<u8>)>,
}

impl EngineRules {
    /// The groups that name an agent.
    fn of(engine: &'static str, robots: &Robots, name: &str) -> Self {
        let is_own =
            |group: &maycrawl::robots::Group<'_>| group.agents().any(|agent| names(&agent, name));
        let groups = || (0_u32..).zip(robots.groups()).filter(|(_, group)| is_own(group));
        let indices: Vec<u32> = groups().map(|(index, _)| index).collect();
        // A delay is only for the agents right before it.
        let is_in = |one: &DirectiveLine<'_>| {
            one.group().is_some_and(|group| indices.contains(&group))
                && (!one.field().is_delay() || one.agents().any(|agent| names(&agent, name)))
        };
        let values = robots.directives().filter(is_in);
        Self {
            engine,
            rules: groups()
                .flat_map(|(_, group)| group.rules())
                .flat_map(|rule| read(&rule, robots.dialect()))
                .collect(),
            values: values.map(|one| (one.line(), one.field(), one.value().to_vec())).collect(),
        }
    }

    pub(super) fn rules(&self) -> impl Iterator<Item = &PathRule> {
        self.rules.iter().map(|(_, rule)| rule)
    }
}

impl ExistingRules {
    /// Reads them.
    pub(super) fn of(file: &ExistingFile<'_>, name: &str) -> Self {
        let line = file.robots.groups().flat_map(|group| group.agents());
        let line = line.into_iter().find(|agent| names(agent, name)).map(|agent| agent.line());
        let known = file.catalogue.find(name);
        let fallback = known.and_then(Crawler::fallback).unwrap_or_default();
        let ignores_global = known.is_some_and(|crawler| crawler.obeys_global() == Some(false));
        let ignores_global = ignores_global || name == "*";
        let unnamed = Agent::first_of(fallback).ignoring_global(ignores_global);
        let inherited = file.robots.rules(&unnamed);
        let global = file.robots.rules(&Agent::token("*").ignoring_global(ignores_global));
        let group = match inherited.choice() {
            GroupChoice::ByName { token } => fallback.get(token as usize).map(String::as_str),
            GroupChoice::Global => Some("*"),
            _ => None,
        };
        Self {
            line,
            own: std::iter::once(EngineRules::of(GOOGLE, &file.robots, name))
                .chain(
                    file.others
                        .iter()
                        .map(|(engine, robots)| EngineRules::of(engine, robots, name)),
                )
                .collect(),
            inherited: EngineRules {
                engine: GOOGLE,
                rules: read_all(inherited.rule_lines()),
                values: group.map_or_else(Vec::new, |group| {
                    EngineRules::of(GOOGLE, &file.robots, group).values
                }),
            },
            global: read_all(global.rule_lines()),
        }
    }

    /// What the group of an agent must repeat that the file does not name yet: what the
    /// plan says of everyone, then what the file says. A crawler to which all is open
    /// loses a rule that forbids everything.
    pub(super) fn inherited(
        &self,
        everyone: &AgentPlan,
        blocked: Option<bool>,
    ) -> Result<AgentPlan, MergeError> {
        let mut shared = everyone.clone();
        if blocked == Some(true) {
            return Ok(shared);
        }
        let count = self.inherited.rules.len();
        if count > MOST_RULES {
            let message = format!(
                "each new group would have to repeat {count} rules that all crawlers obey; combine \
                several of them with * first"
            );
            return Err(MergeError::new(MergeErrorKind::TooManyRules { rules: count }, message));
        }
        // A line gives Google a second rule for an index file, which is not written.
        let mut lines = self.inherited.rules.clone();
        lines.dedup_by_key(|(line, _)| *line);
        // Of two rules for one path the one that allows counts.
        let of = |kind| lines.iter().filter(move |(_, rule)| rule.kind() == kind);
        for (line, rule) in of(RuleKind::Allow).chain(of(RuleKind::Disallow)) {
            let is_known = shared.rules.iter().any(|own| own.value.path() == rule.path());
            if is_known || (blocked == Some(false) && rule.forbids_everything()) {
                continue;
            }
            if rule.is_everything() && rule.kind() == RuleKind::Disallow {
                shared.blocked.get_or_insert(Sourced::of_line(*line, true));
            } else {
                shared.rules.push(Sourced::of_line(*line, rule.clone()));
            }
        }
        for (line, field, value) in &self.inherited.values {
            let value = Sourced::of_line(*line, String::from_utf8_lossy(value).into_owned());
            match field {
                Field::CrawlDelay => _ = shared.crawl_delay.get_or_insert(value),
                Field::ContentSignal => _ = shared.content_signal.get_or_insert(value),
                Field::ContentUsage => shared.content_usage.push(value),
                _ => {}
            }
        }
        Ok(shared)
    }
}

/// A rule as Google reads it, in whose form rules are compared. An empty one is as
/// the engine reads it: to Yandex it allows everything.
fn read(rule: &RuleLine<'_>, engine: &Dialect) -> Vec<(u32, PathRule)> {
    let reader = if rule.value().is_empty() { engine } else { &Dialect::GOOGLE };
    let rules = rule.patterns(reader).filter_map(|(kind, pattern)| {
        PathRule::of(kind, &Pattern::parse(pattern.as_bytes(), &Dialect::GOOGLE))
    });
    rules.map(|one| (rule.line(), one)).collect()
}

fn read_all<'r>(rules: impl Iterator<Item = RuleLine<'r>>) -> Vec<(u32, PathRule)> {
    rules.flat_map(|rule| read(&rule, &Dialect::GOOGLE)).collect()
}

/// Whether a line names an agent, `*` included.
fn names(line: &AgentLine<'_>, name: &str) -> bool {
    match name {
        "*" => line.is_global(&Dialect::GOOGLE),
        name => [line.value(), line.token(&Dialect::GOOGLE)]
            .iter()
            .any(|text| text.eq_ignore_ascii_case(name.as_bytes())),
    }
}
