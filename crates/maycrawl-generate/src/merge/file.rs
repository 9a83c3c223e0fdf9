//! The file that a plan is added to, and whether it keeps its meaning.

use std::collections::HashSet;

use maycrawl::{Dialect, Robots, content::ContentKind, dialect::Preset, lines::Field};
use maycrawl_crawlers::Catalogue;

use super::error::{MergeError, MergeErrorKind};

/// To how many crawlers of a file something is added that is for everyone.
const MOST_NAMES: usize = 4000;

/// The engines for which a plan must hold, beside Google.
const ENGINES: [Dialect; 3] = [Dialect::RFC9309, Dialect::BING, Dialect::YANDEX];

/// The engine that comes first.
pub(super) const GOOGLE: &str = Preset::DEFAULT.name;

/// The file that a plan is added to.
pub(super) struct ExistingFile<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) catalogue: &'a Catalogue,
    /// As Google reads it, and so do most others.
    pub(super) robots: Robots,
    /// As engines read it that may read fewer lines, or other groups.
    pub(super) others: Vec<(&'static str, Robots)>,
    /// Its sitemaps and licences.
    pub(super) globals: Vec<(Field, Vec<u8>)>,
    /// Whether it ends in agents without a rule, which would take the next group
    /// for theirs.
    pub(super) is_open: bool,
}

impl<'a> ExistingFile<'a> {
    pub(super) fn read(bytes: &'a [u8], catalogue: &'a Catalogue) -> Result<Self, MergeError> {
        match ContentKind::sniff(bytes) {
            ContentKind::Text => {}
            other => return Err(not_robots_txt(other)),
        }
        let robots = Robots::parse(bytes, &Dialect::GOOGLE);
        let rules: usize = robots.groups().map(|group| group.rules().len()).sum();
        // An engine that stops at so many rules does not read what is added.
        let reads = |dialect: &Dialect| {
            dialect.fetch.rule_limits.is_none_or(|limits| rules <= limits.rules as usize)
        };
        let mut is_open = false;
        let mut others = Vec::new();
        for Preset { name, dialect, .. } in Preset::ALL {
            let robots = Robots::parse(bytes, dialect);
            check_size(name, dialect, &robots, bytes.len())?;
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
        Ok(Self { bytes, catalogue, robots, others, globals, is_open })
    }

    /// Whether it contains text, but nothing that crawlers read.
    pub(super) fn is_unread(&self) -> bool {
        let mut lines = self.bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
        let has_text =
            lines.any(|line| !matches!(line.trim_ascii_start().first(), None | Some(b'#')));
        let is_known = |line: &maycrawl::robots::DirectiveLine<'_>| line.field() != Field::Other;
        has_text
            && self.robots.groups().len() == 0
            && !self.robots.directives().any(|line| is_known(&line))
    }

    /// The names that groups give, as they are read, without `*`.
    pub(super) fn names(&self) -> Result<Vec<String>, MergeError> {
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
            let kind = MergeErrorKind::TooManyAgents { agents: names.len() };
            let message = format!(
                "it names {} crawlers, too many to add the rules for everyone to each of them; \
                write rules for single crawlers instead",
                names.len()
            );
            return Err(MergeError::new(kind, message));
        }
        Ok(names)
    }

    /// An error unless all engines read its groups as before, with something added.
    pub(super) fn check_kept(&self, bytes: &[u8]) -> Result<(), MergeError> {
        for Preset { name, dialect, .. } in Preset::ALL {
            let before = Robots::parse(self.bytes, dialect);
            let after = Robots::parse(bytes, dialect);
            check_size(name, dialect, &after, bytes.len())?;
            let is_kept = before.groups().len() <= after.groups().len()
                && before
                    .groups()
                    .zip(after.groups())
                    .all(|(one, other)| is_same_group(one, other));
            if !is_kept {
                let message = format!(
                    "with this addition, the dialect {name} would read the present groups \
                    differently; add a rule to the end of the last group first"
                );
                let kind = MergeErrorKind::OtherGroups { dialect: name };
                return Err(MergeError::new(kind, message));
            }
        }
        Ok(())
    }
}

/// That a file is no robots.txt.
fn not_robots_txt(content: ContentKind) -> MergeError {
    let message = match content {
        ContentKind::Utf16 => "it is UTF-16, which crawlers do not read; save it as UTF-8 first",
        ContentKind::Binary => "it is binary data, not a robots.txt; check the path",
        _ => "it is a web page, not a robots.txt; check what the server returns",
    };
    MergeError::new(MergeErrorKind::NotRobotsTxt, message)
}

/// An error unless crawlers read a file of this size to its end.
fn check_size(
    name: &'static str,
    dialect: &Dialect,
    robots: &Robots,
    size: usize,
) -> Result<(), MergeError> {
    if robots.unread() == 0 && !robots.is_refused() {
        return Ok(());
    }
    let limit = dialect.fetch.body_cap.unwrap_or_default();
    let message = format!(
        "the file would have {size} bytes, but {name} reads only {limit}; make it shorter first"
    );
    Err(MergeError::new(MergeErrorKind::TooLong { size, limit, dialect: name }, message))
}

/// Whether two groups have the same agents and rules, but for an empty one at the end.
fn is_same_group(before: maycrawl::robots::Group<'_>, after: maycrawl::robots::Group<'_>) -> bool {
    let agents = before.agents().map(|agent| agent.line());
    let mut rules = after.rules();
    agents.eq(after.agents().map(|agent| agent.line()))
        && before.rules().all(|rule| rules.next().is_some_and(|other| other.line() == rule.line()))
        && rules.all(|rule| rule.value().is_empty())
}
