//! A file as it is, and whether it is kept.

use std::collections::HashSet;

use maycrawl::{Dialect, Robots, content::ContentKind, dialect::Preset, lines::Field};
use maycrawl_crawlers::Catalogue;

use crate::error::CannotMerge;

/// To how many crawlers that a file names something is said.
const MOST_NAMES: usize = 4000;

/// The engines for which a plan must hold, beside Google.
const ENGINES: [Dialect; 3] = [Dialect::RFC9309, Dialect::BING, Dialect::YANDEX];

/// The engine that comes first.
pub(super) const GOOGLE: &str = Preset::DEFAULT.name;

/// The file as it is.
pub(super) struct Old<'a> {
    pub(super) source: &'a [u8],
    pub(super) catalogue: &'a Catalogue,
    /// As Google reads it, and so do most others.
    pub(super) robots: Robots,
    /// As these read it who may read fewer lines, or other groups.
    pub(super) others: Vec<(&'static str, Robots)>,
    /// Its sitemaps and licences.
    pub(super) globals: Vec<(Field, Vec<u8>)>,
    /// Whether it ends in agents without a rule, which would take the next group
    /// for theirs.
    pub(super) is_open: bool,
}

impl<'a> Old<'a> {
    pub(super) fn read(source: &'a [u8], catalogue: &'a Catalogue) -> Result<Self, CannotMerge> {
        match ContentKind::sniff(source) {
            ContentKind::Text => {}
            other => return Err(CannotMerge::no_robots_txt(other)),
        }
        let robots = Robots::parse(source, &Dialect::GOOGLE);
        let rules: usize = robots.groups().map(|group| group.rules().len()).sum();
        // Who stops at so many rules does not read what is added, nor minds it.
        let reads = |dialect: &Dialect| {
            dialect.fetch.rule_limits.is_none_or(|limits| rules <= limits.rules as usize)
        };
        let mut is_open = false;
        let mut others = Vec::new();
        for Preset { name, dialect, .. } in Preset::ALL {
            let robots = Robots::parse(source, dialect);
            check_size(name, dialect, &robots, source.len())?;
            if !reads(dialect) {
                continue;
            }
            is_open |= robots.groups().last().is_some_and(|group| group.rules().len() == 0);
            if ENGINES.contains(dialect) {
                others.push((*name, robots));
            }
        }
        let globals = robots.directives();
        let globals = globals.filter(|one| matches!(one.field(), Field::Sitemap | Field::License));
        let globals = globals.map(|one| (one.field(), one.value().to_vec())).collect();
        Ok(Self { source, catalogue, robots, others, globals, is_open })
    }

    /// Whether there is text in it, and nothing that crawlers read.
    pub(super) fn says_nothing(&self) -> bool {
        let mut lines = self.source.split(|octet| matches!(octet, b'\n' | b'\r'));
        let has_text =
            lines.any(|line| !matches!(line.trim_ascii_start().first(), None | Some(b'#')));
        let is_known = |line: &maycrawl::robots::DirectiveLine<'_>| line.field() != Field::Other;
        has_text
            && self.robots.groups().len() == 0
            && !self.robots.directives().any(|line| is_known(&line))
    }

    /// The names that groups give, as they are read, without `*`.
    pub(super) fn names(&self) -> Result<Vec<String>, CannotMerge> {
        let mut names: Vec<String> = Vec::new();
        let mut seen = HashSet::new();
        for agent in self.robots.groups().flat_map(|group| group.agents()) {
            let value = String::from_utf8_lossy(agent.value()).into_owned();
            // A name that is known whole is looked for whole; of others, the token.
            let known = self.catalogue.find(&value).map(|crawler| crawler.token().to_owned());
            let token = String::from_utf8_lossy(agent.token(&Dialect::GOOGLE)).into_owned();
            let name = known.unwrap_or(token);
            if !name.is_empty() && seen.insert(name.to_ascii_lowercase()) {
                names.push(name);
            }
        }
        if names.len() > MOST_NAMES {
            return Err(CannotMerge::because(format!(
                "it names {} crawlers, and what is meant for all would have to be said to each; say it of the crawlers that matter",
                names.len()
            )));
        }
        Ok(names)
    }

    /// Whether the file with something added still says to all what it said.
    pub(super) fn check_kept(&self, source: &[u8]) -> Result<(), CannotMerge> {
        for Preset { name, dialect, .. } in Preset::ALL {
            let before = Robots::parse(self.source, dialect);
            let after = Robots::parse(source, dialect);
            check_size(name, dialect, &after, source.len())?;
            let is_kept = before.groups().len() <= after.groups().len()
                && before
                    .groups()
                    .zip(after.groups())
                    .all(|(one, other)| is_same_group(one, other));
            if !is_kept {
                return Err(CannotMerge::because(format!(
                    "with this added, {name} would not read the file as it does now; end its last group with a rule first"
                )));
            }
        }
        Ok(())
    }
}

/// Whether crawlers read a file of this size to its end.
fn check_size(
    name: &str,
    dialect: &Dialect,
    robots: &Robots,
    size: usize,
) -> Result<(), CannotMerge> {
    if robots.unread() == 0 && !robots.is_refused() {
        return Ok(());
    }
    let most = dialect.fetch.body_cap.unwrap_or_default();
    Err(CannotMerge::because(format!(
        "the file would hold {size} octets, and {name} reads only {most}; make it shorter first"
    )))
}

/// Whether a group names the same and holds the same rules, but for one at its end
/// that says nothing.
fn is_same_group(before: maycrawl::robots::Group<'_>, after: maycrawl::robots::Group<'_>) -> bool {
    let agents = before.agents().map(|agent| agent.line());
    let mut rules = after.rules();
    agents.eq(after.agents().map(|agent| agent.line()))
        && before.rules().all(|rule| rules.next().is_some_and(|other| other.line() == rule.line()))
        && rules.all(|rule| rule.value().is_empty())
}
