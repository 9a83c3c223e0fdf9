//! A file as one dialect reads it: its groups, with agents and rules.
//!
//! ```
//! use maycrawl::robots::RuleKind;
//! use maycrawl::{Dialect, Robots};
//!
//! let file = "User-agent: A\nUser-agent: B\nDisallow: /a\n\nSitemap: https://example.com/s.xml";
//! let robots = Robots::parse(file, &Dialect::GOOGLE);
//! let group = robots.groups().next().unwrap();
//! assert_eq!(group.agents().len(), 2);
//! assert!(group.rules().all(|rule| rule.kind() == RuleKind::Disallow));
//! assert_eq!(robots.directives().next().unwrap().line(), 5);
//! ```

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::slice;

use crate::agent::{Agent, GroupChoice, GroupSelection, choose};
use crate::dialect::{Dialect, Merge};
use crate::directive::Field;
use crate::document::Document;
use crate::group::Place;
use crate::groups::{Listener, group_lines, read_part};
use crate::line::{RawLine, raw_lines};
use crate::memory::vec_bytes;
use crate::rules::Rules;
use crate::span::{Span, offset};

pub use crate::group::{
    AgentLine, AgentLines, DirectiveLine, Group, GroupAgents, GroupRules, RuleKind, RuleLine,
    RuleLines,
};

/// A robots.txt as a dialect reads it: what a crawler needs of the file.
///
/// Parse it once, compile [`Rules`] for each agent, ask these many times.
///
/// ```
/// use maycrawl::{Agent, Dialect, Robots};
///
/// let robots = Robots::parse("User-agent: *\nDisallow: /private/", &Dialect::GOOGLE);
/// let rules = robots.rules(&Agent::token("MyBot"));
/// assert!(!rules.check_url("https://example.com/private/a").is_allowed());
/// ```
#[derive(Clone)]
pub struct Robots {
    dialect: Dialect,
    /// What the dialect reads of the file.
    source: Vec<u8>,
    unread: u32,
    refused: bool,
    groups: Vec<GroupParts>,
    agents: Vec<Place>,
    rules: Vec<(RuleKind, Place)>,
    others: Vec<OtherParts>,
}

/// A directive that is neither agent nor rule.
#[derive(Clone, Copy, Debug)]
struct OtherParts {
    field: Field,
    name: Span,
    at: Place,
    /// The index of the group in which it stands.
    group: Option<u32>,
    /// Where the unbroken run of agents before it begins and ends.
    run: (u32, u32),
}

/// Where a group's lines begin. They end where those of the next do.
#[derive(Clone, Copy, Debug)]
struct GroupParts {
    agents: u32,
    /// Where the last run of its agents begins: a known directive stands before it, or none of
    /// its agents.
    last_run: u32,
    rules: u32,
}

/// About how long a line is.
const LINE: usize = 30;

/// Usual files have no more groups, agents and other lines than this.
const FEW: usize = 8;

/// Room is reserved for the rules of a file up to this size; few files are larger.
const MOST_RESERVED: usize = 1 << 16;

impl Robots {
    /// Reads a file in `dialect`. It cannot fail, whatever the bytes are.
    ///
    /// Linear in the bytes; keeps a copy of those that the dialect reads.
    pub fn parse(bytes: impl AsRef<[u8]>, dialect: &Dialect) -> Self {
        let source = bytes.as_ref();
        let part = read_part(source, dialect);
        let mut robots =
            Self::from_lines(source, part, raw_lines(part.unwrap_or_default()), dialect);
        robots.source = part.unwrap_or_default().to_vec();
        robots
    }

    /// Reads a file in `dialect` and keeps it: [`Robots::parse`] without a copy.
    ///
    /// ```
    /// use maycrawl::{Dialect, Robots};
    ///
    /// let body = b"User-agent: *\nDisallow: /private/".to_vec();
    /// assert_eq!(Robots::from_vec(body, &Dialect::GOOGLE).groups().len(), 1);
    /// ```
    pub fn from_vec(mut bytes: Vec<u8>, dialect: &Dialect) -> Self {
        let part = read_part(&bytes, dialect);
        let mut robots =
            Self::from_lines(&bytes, part, raw_lines(part.unwrap_or_default()), dialect);
        let len = part.map_or(0, <[u8]>::len);
        bytes.truncate(len);
        robots.source = bytes;
        robots
    }

    /// Reads a document in `dialect`: the same as parsing its source.
    pub fn from_document(document: &Document, dialect: &Dialect) -> Self {
        let source = document.source();
        let part = read_part(source, dialect);
        let end = offset(part.map_or(0, <[u8]>::len));
        let lines = document.lines().map(|line| line.raw()).take_while(|line| line.start < end);
        let mut robots = Self::from_lines(source, part, lines, dialect);
        robots.source = part.unwrap_or_default().to_vec();
        robots
    }

    /// From the lines of the part that is read, without that part itself.
    fn from_lines<'a>(
        source: &[u8],
        part: Option<&[u8]>,
        lines: impl Iterator<Item = RawLine<'a>>,
        dialect: &Dialect,
    ) -> Self {
        let read = part.unwrap_or_default();
        let mut robots = Self {
            dialect: *dialect,
            source: Vec::new(),
            unread: offset(source.len().saturating_sub(read.len())),
            refused: part.is_none(),
            groups: Vec::with_capacity(FEW),
            agents: Vec::with_capacity(FEW),
            rules: Vec::with_capacity(read.len().min(MOST_RESERVED) / LINE),
            others: Vec::with_capacity(FEW),
        };
        group_lines(lines, dialect, &mut Collector { robots: &mut robots, run: 0, is_run: false });
        robots
    }

    /// The directives that are neither `User-agent` lines nor rules.
    ///
    /// In the file's order; unknown fields are among them.
    pub fn directives(&self) -> Directives<'_> {
        Directives { source: &self.source, agents: &self.agents, parts: self.others.iter() }
    }

    /// The rules for `agent`, compiled.
    ///
    /// Linear in the agent lines and in the bytes of the agent's rules.
    pub fn rules(&self, agent: &Agent) -> Rules {
        let (choice, selection) = self.select(agent);
        let chosen = self.chosen(selection).map(|(_, group)| group);
        let mut rules =
            Rules::of(agent, choice, &self.source, &chosen, self.refused, &self.dialect);
        if self.dialect.paths.reports_undefined {
            rules.interrupted = self.interrupted(selection, chosen);
        }
        rules
    }

    /// How `agent` comes to its groups, and which these are.
    pub(crate) fn select<'a>(&self, agent: &'a Agent) -> (GroupChoice, GroupSelection<'a>) {
        choose(agent, self.groups().map(Group::agent_values), &self.dialect.groups)
    }

    /// The groups of a selection, with their indices.
    pub(crate) fn chosen<'r>(
        &'r self,
        selection: GroupSelection<'r>,
    ) -> impl Iterator<Item = (usize, Group<'r>)> + Clone {
        let knobs = &self.dialect.groups;
        let takes =
            move |(_, group): &(usize, Group<'r>)| selection.takes(group.agent_values(), knobs);
        let most = match knobs.merge {
            Merge::All => usize::MAX,
            Merge::First => 1,
        };
        self.groups().enumerate().filter(takes).take(most)
    }

    /// Which rules of the chosen groups, by their indices, are the agent's only because its
    /// name and theirs are taken for one list, though a known directive stands between.
    fn interrupted<'r>(
        &self,
        selection: GroupSelection<'_>,
        chosen: impl Iterator<Item = Group<'r>>,
    ) -> Vec<Range<usize>> {
        let knobs = &self.dialect.groups;
        let mut interrupted = Vec::new();
        let mut start = 0_usize;
        for group in chosen {
            let end = start.saturating_add(group.rules.len());
            let (before, last) = group.runs();
            let is_interrupted = match knobs.merge {
                Merge::All => !selection.takes(last, knobs),
                // The first run that names the agent would be its first group.
                Merge::First => selection.takes(before, knobs),
            };
            if is_interrupted {
                interrupted.push(start..end);
            }
            start = end;
        }
        interrupted
    }

    /// The dialect in which it was read.
    pub const fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// The groups in the file's order. Those without rules are among them.
    pub fn groups(&self) -> Groups<'_> {
        Groups { robots: self, starts: self.groups.iter() }
    }

    /// How many bytes at the file's end the dialect does not read.
    ///
    /// A cap on bodies cuts all that follows the last line end inside it. Zero for a usual
    /// file.
    pub const fn unread(&self) -> u32 {
        self.unread
    }

    /// Whether the dialect refuses the file as too large, which allows
    /// everything.
    pub const fn is_refused(&self) -> bool {
        self.refused
    }

    /// About how many bytes it takes on the heap.
    ///
    /// For caches that weigh what they keep. Constant time.
    pub const fn heap_bytes(&self) -> usize {
        vec_bytes(&self.source)
            .saturating_add(vec_bytes(&self.groups))
            .saturating_add(vec_bytes(&self.agents))
            .saturating_add(vec_bytes(&self.rules))
            .saturating_add(vec_bytes(&self.others))
    }

    /// Where the lines of another group would begin.
    fn end(&self) -> GroupParts {
        let agents = offset(self.agents.len());
        GroupParts { agents, last_run: agents, rules: offset(self.rules.len()) }
    }
}

fn between<T>(all: &[T], start: u32, end: u32) -> &[T] {
    all.get(start as usize..end as usize).unwrap_or_default()
}

/// Fills a [`Robots`] with the directives of its file.
struct Collector<'r> {
    robots: &'r mut Robots,
    /// Where the last run of agents begins.
    run: u32,
    /// Whether the next agent would go on with that run.
    is_run: bool,
}

impl Listener for Collector<'_> {
    #[inline]
    fn agent(&mut self, at: Place, opens: bool) {
        let robots = &mut *self.robots;
        if opens {
            robots.groups.push(robots.end());
        }
        if opens || !self.is_run {
            self.run = offset(robots.agents.len());
            self.is_run = true;
            if let Some(group) = robots.groups.last_mut() {
                group.last_run = self.run;
            }
        }
        robots.agents.push(at);
    }

    #[inline]
    fn rule(&mut self, kind: RuleKind, at: Place) {
        self.robots.rules.push((kind, at));
    }

    #[inline]
    fn other(&mut self, field: Field, name: Span, at: Place, in_group: bool) {
        let robots = &mut *self.robots;
        let last = offset(robots.groups.len()).checked_sub(1);
        let group = last.filter(|_| in_group);
        let run = (self.run, offset(robots.agents.len()));
        robots.others.push(OtherParts { field, name, at, group, run });
        // A field that nobody knows is a comment.
        self.is_run &= field == Field::Other;
    }
}

/// The groups of a file. See [`Robots::groups`].
#[derive(Clone, Debug)]
pub struct Groups<'r> {
    robots: &'r Robots,
    starts: slice::Iter<'r, GroupParts>,
}

impl<'r> Iterator for Groups<'r> {
    type Item = Group<'r>;

    #[inline]
    fn next(&mut self) -> Option<Group<'r>> {
        let start = self.starts.next()?;
        let next = self.starts.as_slice().first().copied();
        let end = next.unwrap_or_else(|| self.robots.end());
        Some(Group {
            source: &self.robots.source,
            agents: between(&self.robots.agents, start.agents, end.agents),
            last_run: start.last_run.saturating_sub(start.agents) as usize,
            rules: between(&self.robots.rules, start.rules, end.rules),
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.starts.size_hint()
    }
}

impl ExactSizeIterator for Groups<'_> {}

/// The directives that are neither `User-agent` lines nor rules. See
/// [`Robots::directives`].
#[derive(Clone, Debug)]
pub struct Directives<'r> {
    source: &'r [u8],
    agents: &'r [Place],
    parts: slice::Iter<'r, OtherParts>,
}

impl<'r> Iterator for Directives<'r> {
    type Item = DirectiveLine<'r>;

    fn next(&mut self) -> Option<DirectiveLine<'r>> {
        let OtherParts { field, name, at, group, run: (start, end) } = *self.parts.next()?;
        let (name, value) = (name.of(self.source), at.value.of(self.source));
        let run = match group {
            Some(_) => between(self.agents, start, end),
            None => &[],
        };
        Some(DirectiveLine { field, name, value, at, group, source: self.source, run })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.parts.size_hint()
    }
}

impl ExactSizeIterator for Directives<'_> {}

impl fmt::Debug for Robots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.groups()).finish()
    }
}
