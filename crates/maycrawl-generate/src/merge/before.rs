//! A file as it is, and what it tells each crawler.

use maycrawl::{Agent, Dialect, Field, Robots, RuleKind};
use maycrawl_crawlers::{Catalogue, Crawler};

use crate::error::CannotMerge;
use crate::path::PathRule;
use crate::plan::{Said, Wish};
use crate::says::{Says, Told};

/// The file as it is.
pub(super) struct Old<'a> {
    pub(super) source: &'a [u8],
    catalogue: &'a Catalogue,
    /// As Google reads it: so do most others.
    robots: Robots,
    /// Its sitemaps and licences.
    pub(super) globals: Vec<(Field, Vec<u8>)>,
    /// Whether it ends in agents without a rule, which would take the next group
    /// for theirs.
    pub(super) is_open: bool,
}

impl<'a> Old<'a> {
    pub(super) fn read(source: &'a [u8], catalogue: &'a Catalogue) -> Result<Self, CannotMerge> {
        match maycrawl::Content::of(source) {
            maycrawl::Content::Text => {}
            other => return Err(CannotMerge::no_robots_txt(other)),
        }
        let mut is_open = false;
        for (name, dialect) in Dialect::PRESETS {
            let robots = Robots::parse(source, dialect);
            if robots.unread() > 0 || robots.is_refused() {
                return Err(CannotMerge::because(format!(
                    "crawlers do not read the file to its end ({name} reads {} octets), and would not see what is added; make it shorter",
                    source.len().saturating_sub(robots.unread() as usize)
                )));
            }
            is_open |= robots.groups().last().is_some_and(|group| group.rules().len() == 0);
        }
        let robots = Robots::parse(source, &Dialect::GOOGLE);
        let globals = robots.directives();
        let globals = globals.filter(|one| matches!(one.field(), Field::Sitemap | Field::License));
        let globals = globals.map(|one| (one.field(), one.value().to_vec())).collect();
        Ok(Self { source, catalogue, robots, globals, is_open })
    }

    /// The names that groups give, as they are read, without `*`.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for agent in self.robots.groups().flat_map(|group| group.agents()) {
            let value = String::from_utf8_lossy(agent.value()).into_owned();
            // A name that is known whole is looked for whole; of others, the token.
            let known = self.catalogue.find(&value).map(|crawler| crawler.token().to_owned());
            let token = String::from_utf8_lossy(agent.token(&Dialect::GOOGLE)).into_owned();
            let name = known.unwrap_or(token);
            if !name.is_empty() && !names.iter().any(|one| one.eq_ignore_ascii_case(&name)) {
                names.push(name);
            }
        }
        names
    }

    /// What the file tells an agent.
    pub(super) fn told(&self, name: &str) -> ToldBefore {
        let is_it = |agent: &maycrawl::AgentLine<'_>| match name {
            "*" => agent.is_global(&Dialect::GOOGLE),
            name => [agent.value(), agent.token(&Dialect::GOOGLE)]
                .iter()
                .any(|text| text.eq_ignore_ascii_case(name.as_bytes())),
        };
        let groups: Vec<_> = (0_u32..)
            .zip(self.robots.groups())
            .filter(|(_, group)| group.agents().any(|agent| is_it(&agent)))
            .collect();
        let line = groups.iter().flat_map(|(_, group)| group.agents()).find(is_it);
        let rules = groups.iter().flat_map(|(_, group)| group.rules()).flat_map(|rule| read(&rule));
        // What it would obey if nothing named it.
        let known = self.catalogue.find(name);
        let fallback = known.and_then(Crawler::fallback).unwrap_or_default();
        let ignores_global = known.is_some_and(|crawler| crawler.obeys_global() == Some(false));
        let ignores_global = ignores_global || name == "*";
        let unnamed = Agent::first_of(fallback).ignoring_global(ignores_global);
        let otherwise = self.robots.rules(&unnamed);
        let global = self.robots.rules(&Agent::token("*").ignoring_global(ignores_global));
        let values = self.robots.directives().filter(|one| {
            one.group().is_some_and(|group| groups.iter().any(|(index, _)| *index == group))
        });
        let values = values.map(|one| (one.line(), one.field(), one.value().to_vec())).collect();
        ToldBefore {
            is_named: !groups.is_empty(),
            line: line.map_or(0, |line| line.line()),
            rules: rules.collect(),
            otherwise: otherwise.rule_lines().flat_map(|rule| read(&rule)).collect(),
            global: global.rule_lines().flat_map(|rule| read(&rule)).collect(),
            values,
        }
    }

    /// Whether the file with something added still says to all what it said.
    pub(super) fn check_kept(&self, source: &[u8]) -> Result<(), CannotMerge> {
        let lost = Dialect::PRESETS.iter().find(|(_, dialect)| {
            let before = Robots::parse(self.source, dialect);
            let after = Robots::parse(source, dialect);
            let limit =
                dialect.fetch.rule_limits.map_or(usize::MAX, |limits| limits.rules as usize);
            let rules: usize = after.groups().map(|group| group.rules().len()).sum();
            let is_whole = after.unread() == 0 && !after.is_refused() && rules < limit;
            let groups = before.groups().zip(after.groups());
            let is_kept = before.groups().len() <= after.groups().len();
            !(is_whole
                && is_kept
                && groups.into_iter().all(|(one, other)| is_same_group(one, other)))
        });
        match lost {
            Some((name, _)) => Err(CannotMerge::because(format!(
                "with this added, {name} would not read the file as it does now; make it shorter, or end its last group with a rule"
            ))),
            None => Ok(()),
        }
    }
}

/// Whether a group names the same and holds the same rules, but for one at its end
/// that says nothing.
fn is_same_group(before: maycrawl::Group<'_>, after: maycrawl::Group<'_>) -> bool {
    let agents = before.agents().map(|agent| agent.line());
    let mut rules = after.rules();
    agents.eq(after.agents().map(|agent| agent.line()))
        && before.rules().all(|rule| rules.next().is_some_and(|other| other.line() == rule.line()))
        && rules.all(|rule| rule.value().is_empty())
}

fn read(rule: &maycrawl::RuleLine<'_>) -> Vec<(u32, PathRule)> {
    let rules =
        rule.patterns(&Dialect::GOOGLE).filter_map(|(kind, pattern)| PathRule::of(kind, &pattern));
    rules.map(|one| (rule.line(), one)).collect()
}

/// What a file tells an agent before anything is added.
pub(super) struct ToldBefore {
    /// Whether a group names it.
    pub(super) is_named: bool,
    /// The line that does.
    pub(super) line: u32,
    /// The rules of its groups.
    rules: Vec<(u32, PathRule)>,
    /// The rules that it would obey if no group named it.
    otherwise: Vec<(u32, PathRule)>,
    /// Those of `*`, if they could be its rules.
    global: Vec<(u32, PathRule)>,
    /// The other lines of its groups.
    values: Vec<(u32, Field, Vec<u8>)>,
}

impl ToldBefore {
    /// What an agent is told as one of everyone, which a group of its own must
    /// repeat: what the plan says of everyone, then what the file says. Whom all is
    /// open to, a rule for everything is not meant for.
    pub(super) fn inherited(&self, everyone: &Wish, blocked: Option<bool>) -> Wish {
        let mut wish = everyone.clone();
        // Of two rules for one path the one that allows counts.
        // What Google makes of an index file beside it need not be written.
        let mut written = self.otherwise.clone();
        written.dedup_by_key(|(line, _)| *line);
        let of = |kind| written.iter().filter(move |(_, rule)| rule.kind() == kind);
        for (line, rule) in of(RuleKind::Allow).chain(of(RuleKind::Disallow)) {
            let said = format!("line {line}");
            let is_known = wish.rules.iter().any(|own| own.value.path() == rule.path());
            if is_known || (blocked == Some(false) && rule.forbids_everything()) {
                continue;
            }
            if rule.is_everything() && rule.kind() == RuleKind::Disallow {
                wish.blocked.get_or_insert(Said { value: true, said, because: None, weight: 0 });
            } else {
                wish.rules.push(Said { value: rule.clone(), said, because: None, weight: 0 });
            }
        }
        wish
    }

    /// What stands against a wish: a line that would still win, or says otherwise.
    pub(super) fn against(&self, says: &Says, blocked: Option<bool>) -> Option<CannotMerge> {
        if !self.is_named {
            return None;
        }
        let is_open = blocked == Some(false);
        let block = says.blocked.then(everything).flatten();
        let wished = || says.rules.iter().map(|told| &told.rule).chain(&block);
        // What it obeyed before it was named, it goes on to obey, unless it is blocked.
        let is_inherited = |rule: &PathRule| {
            blocked != Some(true)
                && self.otherwise.iter().chain(&self.global).any(|(_, other)| other == rule)
        };
        for (line, rule) in self
            .rules
            .iter()
            .filter(|(_, rule)| !is_inherited(rule) || (is_open && rule.forbids_everything()))
        {
            let is_wished = |except: &PathRule| {
                wished().any(|own| {
                    own.kind() == rule.kind() && own.covers(rule) && own.outranks(except)
                })
            };
            let beats = |own: &PathRule| {
                own.kind() != rule.kind()
                    && rule.outranks(own)
                    && rule.meets(own)
                    && !is_wished(own)
            };
            let is_shut = is_open
                && rule.kind() == RuleKind::Disallow
                && (rule.forbids_everything()
                    || !self.otherwise.iter().any(|(_, other)| other == rule))
                && !wished().any(|own| own.kind() == rule.kind() && own.covers(rule));
            let wish = match wished().find(|own| beats(own)) {
                Some(own) => own.to_string(),
                None if is_shut => "Allow: /".into(),
                None => continue,
            };
            return Some(CannotMerge {
                line: Some(*line),
                message: format!(
                    "{rule} beats {wish}, whatever is added below; change that line first"
                ),
                is_no_robots_txt: false,
            });
        }
        let values =
            [(Field::CrawlDelay, &says.crawl_delay), (Field::ContentSignal, &says.content_signal)];
        for (field, wish) in values {
            let Some(wish) = wish else { continue };
            let other = self
                .values
                .iter()
                .find(|(_, one, value)| *one == field && value != wish.as_bytes());
            if let Some((line, ..)) = other {
                return Some(CannotMerge {
                    line: Some(*line),
                    message: format!("says otherwise than {wish}; change that line first"),
                    is_no_robots_txt: false,
                });
            }
        }
        None
    }

    /// The part of a wish that the file does not say; `None` if there is none.
    pub(super) fn missing(&self, says: &Says) -> Option<Says> {
        let block = says.blocked.then(everything).flatten();
        let held = || self.rules.iter().map(|(_, rule)| rule);
        let wished = || says.rules.iter().map(|told| &told.rule).chain(&block);
        let is_said = |rule: &PathRule| {
            let is_covered = held().any(|own| own.kind() == rule.kind() && own.covers(rule));
            let opposed = |own: &PathRule| own.kind() != rule.kind() && own.meets(rule);
            held().any(|own| own == rule) || (is_covered && !held().chain(wished()).any(opposed))
        };
        let has = |field: Field, value: &str| {
            self.values.iter().any(|(_, one, said)| *one == field && said == value.as_bytes())
        };
        let mut missing = says.clone();
        missing.rules.retain(|told| !is_said(&told.rule));
        missing.blocked = block.as_ref().is_some_and(|rule| !is_said(rule));
        missing.crawl_delay =
            says.crawl_delay.clone().filter(|value| !has(Field::CrawlDelay, value));
        missing.content_signal =
            says.content_signal.clone().filter(|value| !has(Field::ContentSignal, value));
        missing.content_usage.retain(|value| !has(Field::ContentUsage, value));
        // To say how nothing may be fetched has no use.
        let is_shut = held().any(PathRule::forbids_everything)
            && !held().chain(wished()).any(|rule| rule.kind() == RuleKind::Allow);
        if is_shut {
            (missing.crawl_delay, missing.content_signal) = (None, None);
            missing.content_usage.clear();
        }
        if missing.is_same(&Says::default()) {
            return None;
        }
        // A group must hold a rule. One that it holds already changes nothing.
        if missing.rules.is_empty() && !missing.blocked {
            match self.rules.first() {
                Some((_, rule)) if rule.is_everything() => {
                    missing.blocked = rule.kind() == RuleKind::Disallow;
                }
                Some((_, rule)) => {
                    missing.rules.push(Told {
                        rule: rule.clone(),
                        because: None,
                        is_repeated: false,
                    });
                }
                None => {}
            }
        }
        Some(missing)
    }
}

/// `Disallow: /`
fn everything() -> Option<PathRule> {
    PathRule::new(RuleKind::Disallow, "/").ok()
}
