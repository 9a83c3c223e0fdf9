//! A file as it is, and what it tells each crawler.

use maycrawl::{
    Agent, AgentLine, Dialect, DirectiveLine, Field, Pattern, Robots, RuleKind, RuleLine,
};
use maycrawl_crawlers::{Catalogue, Crawler};

use crate::error::CannotMerge;
use crate::path::PathRule;
use crate::plan::{Said, Wish};
use crate::says::{Says, Told};

/// The file as it is.
pub(super) struct Old<'a> {
    pub(super) source: &'a [u8],
    catalogue: &'a Catalogue,
    /// As Google reads it, and so do most others.
    robots: Robots,
    /// As these read it who may read fewer lines, or other groups.
    others: [(&'static str, Robots); 3],
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
        let others =
            [("rfc9309", Dialect::RFC9309), ("bing", Dialect::BING), ("yandex", Dialect::YANDEX)];
        let others = others.map(|(name, dialect)| (name, Robots::parse(source, &dialect)));
        Ok(Self { source, catalogue, robots, others, globals, is_open })
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
        let line = self.robots.groups().flat_map(|group| group.agents());
        let line = line.into_iter().find(|agent| names(agent, name)).map(|agent| agent.line());
        // What it would obey if nothing named it.
        let known = self.catalogue.find(name);
        let fallback = known.and_then(Crawler::fallback).unwrap_or_default();
        let ignores_global = known.is_some_and(|crawler| crawler.obeys_global() == Some(false));
        let ignores_global = ignores_global || name == "*";
        let unnamed = Agent::first_of(fallback).ignoring_global(ignores_global);
        let otherwise = self.robots.rules(&unnamed);
        let global = self.robots.rules(&Agent::token("*").ignoring_global(ignores_global));
        ToldBefore {
            line,
            own: std::iter::once(Own::of("google", &self.robots, name))
                .chain(self.others.iter().map(|(engine, robots)| Own::of(engine, robots, name)))
                .collect(),
            otherwise: read_all(otherwise.rule_lines()),
            global: read_all(global.rule_lines()),
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

/// A rule as a dialect reads it, in the form in which rules are compared.
fn read(rule: &RuleLine<'_>, dialect: &Dialect) -> Vec<(u32, PathRule)> {
    let rules = rule.patterns(dialect).filter_map(|(kind, pattern)| {
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

/// What a file tells an agent before anything is added.
pub(super) struct ToldBefore {
    /// The line that names it first, if one does.
    pub(super) line: Option<u32>,
    /// What its groups say, as Google reads them, then as others do.
    own: Vec<Own>,
    /// The rules that it would obey if no group named it.
    otherwise: Vec<(u32, PathRule)>,
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
        let is_own = |group: &maycrawl::Group<'_>| group.agents().any(|agent| names(&agent, name));
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
        self.rules().any(|own| own == rule)
            || (self.rules().any(covers) && !self.rules().chain(wished).any(opposed))
    }

    /// Whether nothing may be fetched.
    fn is_shut(&self, wished: &[PathRule]) -> bool {
        self.rules().any(PathRule::forbids_everything)
            && !self.rules().chain(wished).any(|rule| rule.kind() == RuleKind::Allow)
    }
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
        let wished = wished(says);
        let lines = self.own.iter().flat_map(|own| own.rules.iter().map(|rule| (own.engine, rule)));
        let mut conflicts = lines.filter_map(|(engine, (line, rule))| {
            let wish = self.beaten(rule, &wished, blocked)?;
            let reader =
                if engine == "google" { String::new() } else { format!("as {engine} reads it, ") };
            let message = format!(
                "{reader}{rule} beats {wish}, whatever is added below; change that line first"
            );
            Some(CannotMerge { line: Some(*line), ..CannotMerge::because(message) })
        });
        conflicts.next().or_else(|| {
            let values = [
                (Field::CrawlDelay, &says.crawl_delay),
                (Field::ContentSignal, &says.content_signal),
            ];
            let held = || self.own.iter().flat_map(|own| &own.values);
            let mut conflicts = values.into_iter().filter_map(|(field, wish)| {
                let wish = wish.as_ref()?;
                let is_other = |(_, one, value): &&(u32, Field, Vec<u8>)| {
                    *one == field && value != wish.as_bytes()
                };
                let (line, ..) = held().find(is_other)?;
                let message = format!("says otherwise than {wish}; change that line first");
                Some(CannotMerge { line: Some(*line), ..CannotMerge::because(message) })
            });
            conflicts.next()
        })
    }

    /// The wish that a rule of the file would still beat.
    fn beaten(
        &self,
        rule: &PathRule,
        wished: &[PathRule],
        blocked: Option<bool>,
    ) -> Option<String> {
        let is_open = blocked == Some(false);
        // What it obeyed before it was named, it goes on to obey, unless it is blocked.
        let mut before = self.otherwise.iter().chain(&self.global);
        let is_inherited = blocked != Some(true) && before.any(|(_, other)| other == rule);
        if is_inherited && !(is_open && rule.forbids_everything()) {
            return None;
        }
        let is_wished = |except: &PathRule| {
            let same = |own: &PathRule| {
                own.kind() == rule.kind() && own.covers(rule) && own.outranks(except)
            };
            wished.iter().any(same)
        };
        let beats = |own: &&PathRule| {
            own.kind() != rule.kind() && rule.outranks(own) && rule.meets(own) && !is_wished(own)
        };
        let is_meant = || wished.iter().any(|own| own.kind() == rule.kind() && own.covers(rule));
        match wished.iter().find(beats) {
            Some(own) => Some(own.to_string()),
            None if is_open && rule.kind() == RuleKind::Disallow && !is_meant() => {
                Some("Allow: /".into())
            }
            None => None,
        }
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
        missing.blocked &= !everything().is_some_and(|rule| is_said(&rule));
        missing.crawl_delay = missing.crawl_delay.filter(|value| !has(Field::CrawlDelay, value));
        missing.content_signal =
            missing.content_signal.filter(|value| !has(Field::ContentSignal, value));
        missing.content_usage.retain(|value| !has(Field::ContentUsage, value));
        if missing.is_same(&Says::default()) {
            return None;
        }
        // A group must hold a rule. One that it holds already changes nothing.
        if missing.rules.is_empty() && !missing.blocked {
            let held = self.own.first().and_then(|own| own.rules().next());
            match held {
                Some(rule) if rule.is_everything() => {
                    missing.blocked = rule.kind() == RuleKind::Disallow;
                }
                Some(rule) => {
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

/// The rules of a wish, one for everything included.
fn wished(says: &Says) -> Vec<PathRule> {
    let rules = says.rules.iter().map(|told| told.rule.clone());
    rules.chain(says.blocked.then(everything).flatten()).collect()
}

/// `Disallow: /`
fn everything() -> Option<PathRule> {
    PathRule::new(RuleKind::Disallow, "/").ok()
}
