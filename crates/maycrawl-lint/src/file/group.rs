//! Groups of a file, their agents and their rules.

use maycrawl::{
    UrlPath,
    algebra::{Inclusion, Overlap},
    lines::Span,
    pattern::Pattern,
    robots::{AgentLine, RuleKind, RuleLine},
};
use maycrawl_crawlers::{Crawler, Obeys};

use super::BASE;
use super::agent_shape::{AgentShape, is_own};
use super::path_shape::{self, PathShape};
use super::value_shape::ValueShape;
use crate::context::LintContext;
use crate::text::{listed, lossy};

/// A group: its `User-agent` lines, and its rules as Google matches them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group<'a> {
    pub(crate) agents: Vec<AgentEntry<'a>>,
    pub(crate) rules: Vec<RuleEntry>,
}

/// A `User-agent` line of a group.
#[derive(Clone, Debug)]
pub(crate) struct AgentEntry<'a> {
    pub(crate) line: u32,
    pub(crate) span: Span,
    pub(crate) value: Vec<u8>,
    /// Its product token in lower case; empty for `*` and for none.
    pub(crate) token: Vec<u8>,
    /// Whether it names every crawler.
    pub(crate) is_global: bool,
    /// Whether it names one of the user's own crawlers.
    pub(crate) is_own: bool,
    /// The known crawler of this name.
    pub(crate) crawler: Option<&'a Crawler>,
    pub(crate) shape: AgentShape<'a>,
    pub(crate) value_shape: ValueShape,
}

/// A rule of a group.
#[derive(Clone, Debug)]
pub(crate) struct RuleEntry {
    pub(crate) line: u32,
    pub(crate) kind: RuleKind,
    pub(crate) span: Span,
    pub(crate) value: Vec<u8>,
    pub(crate) pattern: Pattern,
    pub(crate) value_shape: ValueShape,
    /// Whether it matches a path at all.
    pub(crate) meets: Overlap,
    /// A shortest path that it matches.
    shortest: Option<UrlPath<'static>>,
    shapes: Vec<PathShape>,
}

impl<'a> Group<'a> {
    pub(super) fn new(group: maycrawl::robots::Group<'_>, context: &LintContext<'a>) -> Self {
        Self {
            agents: group.agents().map(|line| AgentEntry::new(line, context)).collect(),
            rules: group.rules().map(RuleEntry::new).collect(),
        }
    }

    /// Whether one of its lines names every crawler.
    pub(crate) fn is_global(&self) -> bool {
        self.agents.iter().any(|agent| agent.is_global)
    }

    /// Whether one of its rules could block the home page, whatever else it allows. No
    /// edit may then bring a crawler under its rules.
    pub(crate) fn may_block_home(&self) -> bool {
        let home = UrlPath::parse("/", &BASE);
        let mut disallows = self.rules.iter().filter(|rule| rule.kind == RuleKind::Disallow);
        disallows.any(|rule| rule.pattern.matches(&home))
    }

    /// How to be rid of one of its rules. A group without rules runs into the next one.
    pub(crate) fn removal(&self) -> &'static str {
        if self.rules.len() > 1 {
            "delete the line"
        } else {
            "write an empty Disallow: in its place"
        }
    }

    /// The lines that name a product token.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = &AgentEntry<'a>> {
        self.agents.iter().filter(|agent| !agent.token.is_empty())
    }
}

impl<'a> AgentEntry<'a> {
    fn new(line: AgentLine<'_>, context: &LintContext<'a>) -> Self {
        let value = line.value();
        let token = line.token(&BASE);
        let text = lossy(value);
        let crawler = context.catalogue.find(&text);
        let is_own = is_own(context.agents, &text);
        let is_stranger = crawler.is_none() && !is_own;
        Self {
            line: line.line(),
            span: line.span(),
            value: value.to_vec(),
            token: token.to_ascii_lowercase(),
            is_global: line.is_global(&BASE),
            is_own,
            crawler,
            shape: AgentShape::new(value, token, is_stranger, context.catalogue),
            value_shape: ValueShape::new(value, line.span()),
        }
    }

    /// Whether the catalogue knows the name from its operator, or from somebody who saw it.
    pub(crate) fn is_documented(&self) -> bool {
        self.crawler.is_some_and(|crawler| {
            crawler.obeys() != Obeys::Undocumented || crawler.user_agent().is_some()
        })
    }

    /// The value as text.
    pub(crate) fn text(&self) -> String {
        lossy(&self.value)
    }
}

impl RuleEntry {
    fn new(line: RuleLine<'_>) -> Self {
        let pattern = Pattern::parse(line.value(), &BASE);
        let meets = pattern.meets(&pattern);
        Self {
            line: line.line(),
            kind: line.kind(),
            span: line.span(),
            value: line.value().to_vec(),
            shapes: path_shape::classify(line.value()),
            value_shape: ValueShape::new(line.value(), line.span()),
            shortest: match &meets {
                Overlap::Yes(path) => Some(UrlPath::parse(path, &BASE).into_owned()),
                Overlap::No | Overlap::Unknown => None,
            },
            meets,
            pattern,
        }
    }

    /// Whether its path has this shape.
    pub(crate) fn is_shaped(&self, shape: PathShape) -> bool {
        self.shapes.contains(&shape)
    }

    /// The rule as it would be written.
    pub(crate) fn text(&self) -> String {
        format!("{}: {}", self.kind.name(), lossy(&self.value)).trim_end().into()
    }

    /// Whether it matches every path that another matches.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        // One path is enough to reject most pairs.
        let is_possible = other.shortest.as_ref().is_none_or(|path| self.pattern.matches(path));
        is_possible && self.pattern.covers(&other.pattern) == Inclusion::Yes
    }

    /// A shortest path that it matches, if that is known.
    pub(crate) fn path(&self) -> Option<&[u8]> {
        self.shortest.as_ref().map(UrlPath::as_bytes)
    }

    /// Whether its path begins with `/` or `*`.
    pub(crate) fn can_match(&self) -> bool {
        matches!(self.value.first(), Some(b'/' | b'*'))
    }
}

/// Of the groups of one crawler, the rule that forbids it every path: a Disallow
/// that covers all, and longer than any Allow that matches a path.
pub(crate) fn forbids_everything<'g>(
    groups: impl IntoIterator<Item = &'g Group<'g>>,
) -> Option<&'g RuleEntry> {
    let everything = Pattern::parse("/", &BASE);
    let rules = groups.into_iter().flat_map(|group| &group.rules);
    let (allows, disallows): (Vec<_>, Vec<_>) =
        rules.partition(|rule| rule.kind == RuleKind::Allow);
    let opens = allows.iter().filter(|rule| rule.meets != Overlap::No);
    let longest = opens.map(|rule| rule.pattern.len()).max().unwrap_or(0);
    // A rule that covers everything matches the shortest path of all.
    let may_cover = |rule: &&RuleEntry| {
        rule.pattern.len() > longest && rule.path().is_none_or(|path| path == b"/")
    };
    let mut candidates = disallows.into_iter().filter(may_cover);
    candidates.find(|rule| rule.pattern.covers(&everything) == Inclusion::Yes)
}

/// The names of crawlers in a sentence.
pub(crate) fn agent_names(agents: &[AgentEntry<'_>]) -> String {
    let mut names: Vec<String> = Vec::new();
    for agent in agents {
        let name = if agent.is_global { "all other crawlers".into() } else { agent.text() };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    listed(&names)
}
