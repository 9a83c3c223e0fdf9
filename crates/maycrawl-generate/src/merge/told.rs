//! What a file tells a crawler, and what stands against telling it more.

use std::collections::HashSet;

use maycrawl::{
    Agent, Dialect, Robots,
    agent::GroupChoice,
    lines::Field,
    pattern::Pattern,
    robots::{AgentLine, DirectiveLine, RuleKind, RuleLine},
};
use maycrawl_crawlers::Crawler;

use super::before::{GOOGLE, Old};
use crate::error::CannotMerge;
use crate::path::PathRule;
use crate::plan::{MOST_RULES, Said, Wish};
use crate::says::{Says, Told};

/// What a file tells an agent before anything is added.
pub(super) struct ToldBefore {
    /// The line that names it first, if one does.
    pub(super) line: Option<u32>,
    /// What its groups say, as Google reads them, then as others do.
    own: Vec<Own>,
    /// The rules that it would obey if no group named it.
    otherwise: Vec<(u32, PathRule)>,
    /// The other lines of that group.
    otherwise_values: Vec<(u32, Field, Vec<u8>)>,
    /// Those of `*`, if they could be its rules.
    global: Vec<(u32, PathRule)>,
}

/// What the groups of an agent say, as an engine reads them.
struct Own {
    engine: &'static str,
    rules: Vec<(u32, PathRule)>,
    values: Vec<(u32, Field, Vec<u8>)>,
}

impl Own {
    fn of(engine: &'static str, robots: &Robots, name: &str) -> Self {
        let is_own =
            |group: &maycrawl::robots::Group<'_>| group.agents().any(|agent| names(&agent, name));
        let groups = || (0_u32..).zip(robots.groups()).filter(|(_, group)| is_own(group));
        let indices: Vec<u32> = groups().map(|(index, _)| index).collect();
        let is_in =
            |one: &DirectiveLine<'_>| one.group().is_some_and(|group| indices.contains(&group));
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

    fn rules(&self) -> impl Iterator<Item = &PathRule> {
        self.rules.iter().map(|(_, rule)| rule)
    }

    fn has(&self, field: Field, value: &str) -> bool {
        self.values.iter().any(|(_, one, said)| *one == field && said == value.as_bytes())
    }

    /// Whether a rule need not be added beside the others that are wished for.
    fn says(&self, rule: &PathRule, wished: &[PathRule]) -> bool {
        let opposed = |own: &PathRule| own.kind() != rule.kind() && own.meets(rule);
        let covers = |own: &PathRule| own.kind() == rule.kind() && own.covers(rule);
        // What nothing forbids need not be allowed.
        let is_covered = rule.kind() == RuleKind::Allow || self.rules().any(covers);
        self.rules().any(|own| covers(own) && own.is_as_long_as(rule))
            // What would never count need not be said.
            || self.rules().any(|own| own.silences(rule))
            || (is_covered && !self.rules().chain(wished).any(opposed))
    }

    /// Whether nothing may be fetched.
    fn is_shut(&self, wished: &[PathRule]) -> bool {
        self.rules().any(PathRule::forbids_everything)
            && !self.rules().chain(wished).any(|rule| rule.kind() == RuleKind::Allow)
    }
}

impl ToldBefore {
    /// Reads it.
    pub(super) fn of(file: &Old<'_>, name: &str) -> Self {
        let line = file.robots.groups().flat_map(|group| group.agents());
        let line = line.into_iter().find(|agent| names(agent, name)).map(|agent| agent.line());
        // What it would obey if nothing named it.
        let known = file.catalogue.find(name);
        let fallback = known.and_then(Crawler::fallback).unwrap_or_default();
        let ignores_global = known.is_some_and(|crawler| crawler.obeys_global() == Some(false));
        let ignores_global = ignores_global || name == "*";
        let unnamed = Agent::first_of(fallback).ignoring_global(ignores_global);
        let otherwise = file.robots.rules(&unnamed);
        let global = file.robots.rules(&Agent::token("*").ignoring_global(ignores_global));
        let group = match otherwise.choice() {
            GroupChoice::ByName { token } => fallback.get(token as usize).map(String::as_str),
            GroupChoice::Global => Some("*"),
            _ => None,
        };
        Self {
            line,
            own: std::iter::once(Own::of(GOOGLE, &file.robots, name))
                .chain(file.others.iter().map(|(engine, robots)| Own::of(engine, robots, name)))
                .collect(),
            otherwise: read_all(otherwise.rule_lines()),
            otherwise_values: group
                .map_or_else(Vec::new, |group| Own::of(GOOGLE, &file.robots, group).values),
            global: read_all(global.rule_lines()),
        }
    }

    /// What an agent is told as one of everyone, which a group of its own must
    /// repeat: what the plan says of everyone, then what the file says. Whom all is
    /// open to, a rule for everything is not meant for.
    pub(super) fn inherited(
        &self,
        everyone: &Wish,
        blocked: Option<bool>,
    ) -> Result<Wish, CannotMerge> {
        let mut wish = everyone.clone();
        if blocked == Some(true) {
            return Ok(wish);
        }
        if self.otherwise.len() > MOST_RULES {
            return Err(CannotMerge::because(format!(
                "its groups would have to repeat {} rules that all crawlers obey; say with * what many rules say first",
                self.otherwise.len()
            )));
        }
        // What Google makes of an index file beside it need not be written.
        let mut written = self.otherwise.clone();
        written.dedup_by_key(|(line, _)| *line);
        // Of two rules for one path the one that allows counts.
        let of = |kind| written.iter().filter(move |(_, rule)| rule.kind() == kind);
        for (line, rule) in of(RuleKind::Allow).chain(of(RuleKind::Disallow)) {
            let is_known = wish.rules.iter().any(|own| own.value.path() == rule.path());
            if is_known || (blocked == Some(false) && rule.forbids_everything()) {
                continue;
            }
            if rule.is_everything() && rule.kind() == RuleKind::Disallow {
                wish.blocked.get_or_insert(of_line(*line, true));
            } else {
                wish.rules.push(of_line(*line, rule.clone()));
            }
        }
        for (line, field, value) in &self.otherwise_values {
            let value = of_line(*line, String::from_utf8_lossy(value).into_owned());
            match field {
                Field::CrawlDelay => _ = wish.crawl_delay.get_or_insert(value),
                Field::ContentSignal => _ = wish.content_signal.get_or_insert(value),
                Field::ContentUsage => wish.content_usage.push(value),
                _ => {}
            }
        }
        Ok(wish)
    }

    /// The part of what is said of everyone that does not go against what the file
    /// says of an agent: it opens nothing, and leaves its delays and signals.
    pub(super) fn yielding(&self, says: &Says) -> Says {
        let mut says = says.clone();
        let own = || self.own.iter().flat_map(Own::rules);
        let forbids =
            |rule: &PathRule| own().any(|one| one.kind() == RuleKind::Disallow && one.meets(rule));
        let is_lost = |rule: &PathRule| own().any(|one| one.silences(rule));
        says.rules.retain(|told| match told.rule.kind() {
            RuleKind::Allow => !forbids(&told.rule),
            RuleKind::Disallow => !is_lost(&told.rule),
        });
        let has = |field: Field| {
            self.own.iter().any(|own| own.values.iter().any(|(_, one, _)| *one == field))
        };
        says.crawl_delay = says.crawl_delay.filter(|_| !has(Field::CrawlDelay));
        says.content_signal = says.content_signal.filter(|_| !has(Field::ContentSignal));
        says
    }

    /// What stands against a wish: an error, if a line defeats it; a note, if one only
    /// takes a part of it.
    pub(super) fn against(
        &self,
        name: &str,
        says: &Says,
        blocked: Option<bool>,
    ) -> Result<Vec<String>, CannotMerge> {
        let wished = wished(says);
        // What it obeyed before it was named, it goes on to obey, unless it is blocked.
        let before = self.otherwise.iter().chain(&self.global).filter(|_| blocked != Some(true));
        let before: HashSet<&PathRule> = before.map(|(_, rule)| rule).collect();
        let mut notes = Vec::new();
        for own in &self.own {
            let reader = match own.engine {
                GOOGLE => String::new(),
                engine => format!(" as {engine} reads it"),
            };
            for (line, rule) in &own.rules {
                let is_meant =
                    || wished.iter().any(|one| one.kind() == rule.kind() && one.covers(rule));
                let shuts = blocked == Some(false) && rule.kind() == RuleKind::Disallow;
                let is_before = before.contains(rule) && !(shuts && rule.forbids_everything());
                if is_before {
                    continue;
                }
                if shuts && !is_meant() {
                    return Err(CannotMerge::at(
                        *line,
                        format!(
                            "the group for {name} forbids {}{reader}, which nothing that is added can open; change that line first",
                            rule.path()
                        ),
                    ));
                }
                let Some(wish) = wished.iter().find(|wish| beats(rule, wish, &wished)) else {
                    continue;
                };
                if rule.covers(wish) || wish.is_everything() {
                    return Err(CannotMerge::at(
                        *line,
                        format!(
                            "{rule} in the group for {name} beats {wish}{reader}, wherever that is added; change that line first"
                        ),
                    ));
                }
                let note = format!(
                    "line {line}: {rule} in the group for {name} still counts within {wish}"
                );
                if own.engine == GOOGLE && !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
        let values = [
            (Field::CrawlDelay, "Crawl-delay", &says.crawl_delay),
            (Field::ContentSignal, "Content-Signal", &says.content_signal),
        ];
        for (field, label, wish) in values {
            let Some(wish) = wish else { continue };
            let is_other = |(_, one, value): &&(u32, Field, Vec<u8>)| {
                *one == field && value != wish.as_bytes()
            };
            let mut held = self.own.iter().flat_map(|own| &own.values);
            if let Some((line, _, value)) = held.find(is_other) {
                return Err(CannotMerge::at(
                    *line,
                    format!(
                        "the group for {name} says {label}: {}, not {wish}; change that line first",
                        String::from_utf8_lossy(value)
                    ),
                ));
            }
        }
        Ok(notes)
    }

    /// The part of a wish that the file does not say to all engines; `None` if there
    /// is none.
    pub(super) fn missing(&self, says: &Says) -> Option<Says> {
        let wished = wished(says);
        let is_said = |rule: &PathRule| self.own.iter().all(|own| own.says(rule, &wished));
        let has = |field: Field, value: &str| {
            self.own.iter().all(|own| own.has(field, value) || own.is_shut(&wished))
        };
        let mut missing = says.clone();
        missing.rules.retain(|told| !is_said(&told.rule));
        missing.blocked &= !is_said(&PathRule::of_everything());
        missing.crawl_delay = missing.crawl_delay.filter(|value| !has(Field::CrawlDelay, value));
        missing.content_signal =
            missing.content_signal.filter(|value| !has(Field::ContentSignal, value));
        missing.content_usage.retain(|value| !has(Field::ContentUsage, value));
        if missing.is_same(&Says::default()) {
            return None;
        }
        // A group must hold a rule. One that it holds already changes nothing.
        if missing.rules.is_empty() && !missing.blocked {
            let is_held =
                |rule: &&PathRule| self.own.iter().all(|own| own.rules().any(|one| one == *rule));
            let held = self.own.first().and_then(|own| own.rules().find(is_held));
            match held {
                Some(rule) if rule.is_everything() => {
                    missing.blocked = rule.kind() == RuleKind::Disallow;
                }
                held => {
                    let rule = held.cloned().unwrap_or_else(PathRule::of_nothing);
                    missing.rules.push(Told { rule, because: None, is_repeated: false });
                }
            }
        }
        Some(missing)
    }
}

/// Whether a rule of a file wins where it meets a wish, and no other wish says the
/// same as it does.
fn beats(rule: &PathRule, wish: &PathRule, wished: &[PathRule]) -> bool {
    let same = |own: &PathRule| own.kind() == rule.kind() && own.covers(rule) && own.outranks(wish);
    wish.kind() != rule.kind()
        && rule.outranks(wish)
        && rule.meets(wish)
        && !wished.iter().any(same)
}

fn of_line<T>(line: u32, value: T) -> Said<T> {
    Said { value, said: format!("line {line}"), because: None, weight: 0 }
}

/// The rules of a wish, one for everything included.
fn wished(says: &Says) -> Vec<PathRule> {
    let rules = says.rules.iter().map(|told| told.rule.clone());
    rules.chain(says.blocked.then(PathRule::of_everything)).collect()
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
