//! A file as one dialect reads it: its groups, with agents and rules.

use alloc::vec::Vec;
use core::fmt;

use crate::agent::{Agent, GroupChoice, choose, is_global, leading_token};
use crate::dialect::{Dialect, Merge};
use crate::directive::Field;
use crate::document::Document;
use crate::groups::{Listener, Place, RuleKind, group_lines, read_part};
use crate::lines::{RawLine, raw_lines};
use crate::rules::Rules;
use crate::span::{Span, offset};
use crate::values::{Malformed, Value};

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
#[derive(Clone)]
struct OtherParts {
    field: Field,
    name: Span,
    at: Place,
    /// The index of the group in which it stands.
    group: Option<u32>,
}

/// Where a group's lines begin. They end where those of the next do.
#[derive(Clone, Copy)]
struct GroupParts {
    agents: u32,
    rules: u32,
}

/// A group: one or more `User-agent` lines and the rules that follow them.
#[derive(Clone, Copy)]
pub struct Group<'r> {
    source: &'r [u8],
    agents: &'r [Place],
    rules: &'r [(RuleKind, Place)],
}

/// A `User-agent` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentLine<'r> {
    pub(crate) value: &'r [u8],
    pub(crate) at: Place,
}

/// A line that is neither a `User-agent` line nor a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectiveLine<'r> {
    field: Field,
    name: &'r [u8],
    value: &'r [u8],
    at: Place,
    group: Option<u32>,
}

/// An `Allow` or `Disallow` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleLine<'r> {
    pub(crate) kind: RuleKind,
    pub(crate) value: &'r [u8],
    pub(crate) at: Place,
}

/// About how long a line is.
const LINE: usize = 30;

/// Usual files have no more groups, agents and other lines than so many.
const FEW: usize = 8;

/// Room is made ahead for the rules of a file of so many octets; few are longer.
const MOST_RESERVED: usize = 1 << 16;

impl Robots {
    /// Reads a file in `dialect`. It cannot fail, whatever the octets are.
    ///
    /// Linear in the octets; keeps a copy of those that the dialect reads.
    pub fn parse(bytes: impl AsRef<[u8]>, dialect: &Dialect) -> Self {
        let source = bytes.as_ref();
        let part = read_part(source, dialect);
        Self::from_lines(source, part, raw_lines(part.unwrap_or_default()), dialect)
    }

    /// Reads a document in `dialect`: the same as parsing its source.
    pub fn from_document(document: &Document, dialect: &Dialect) -> Self {
        let part = read_part(document.source(), dialect);
        let end = offset(part.map_or(0, <[u8]>::len));
        let lines = document.lines().map(|line| line.raw()).take_while(|line| line.start < end);
        Self::from_lines(document.source(), part, lines, dialect)
    }

    /// From the lines of the part that is read.
    fn from_lines<'a>(
        source: &[u8],
        part: Option<&[u8]>,
        lines: impl Iterator<Item = RawLine<'a>>,
        dialect: &Dialect,
    ) -> Self {
        let read = part.unwrap_or_default();
        let mut robots = Self {
            dialect: *dialect,
            source: read.to_vec(),
            unread: offset(source.len().saturating_sub(read.len())),
            refused: part.is_none(),
            groups: Vec::with_capacity(FEW),
            agents: Vec::with_capacity(FEW),
            rules: Vec::with_capacity(read.len().min(MOST_RESERVED) / LINE),
            others: Vec::with_capacity(FEW),
        };
        group_lines(lines, dialect, &mut robots);
        robots
    }

    /// The directives that are neither `User-agent` lines nor rules, in the
    /// file's order. Unknown fields are among them.
    pub fn directives(&self) -> impl ExactSizeIterator<Item = DirectiveLine<'_>> + Clone {
        self.others.iter().map(|parts| DirectiveLine {
            field: parts.field,
            name: parts.name.of(&self.source),
            value: parts.at.value.of(&self.source),
            at: parts.at,
            group: parts.group,
        })
    }

    /// The rules for `agent`, compiled.
    ///
    /// Linear in the agent lines and in the octets of the agent's rules.
    pub fn rules(&self, agent: &Agent) -> Rules {
        let (choice, chosen) = self.choose(agent);
        let chosen = chosen.map(|(_, group)| group);
        Rules::of(agent, choice, &self.source, &chosen, self.refused, &self.dialect)
    }

    /// The groups of `agent` with their indices, and how it came to them.
    pub(crate) fn choose<'r>(
        &'r self,
        agent: &'r Agent,
    ) -> (GroupChoice, impl Iterator<Item = (usize, Group<'r>)> + Clone) {
        let knobs = &self.dialect.groups;
        let (choice, whose) = choose(agent, self.groups().map(Group::agent_values), knobs);
        let takes = move |(_, group): &(usize, Group<'r>)| whose.takes(group.agent_values(), knobs);
        let most = match knobs.merge {
            Merge::All => usize::MAX,
            Merge::First => 1,
        };
        (choice, self.groups().enumerate().filter(takes).take(most))
    }

    /// The dialect in which it was read.
    pub const fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// The groups in the file's order. Those without rules are among them.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<'_>> + Clone {
        self.groups.iter().enumerate().map(|(index, start)| {
            let next = self.groups.get(index.saturating_add(1));
            let end = next.copied().unwrap_or_else(|| self.end());
            Group {
                source: &self.source,
                agents: slice(&self.agents, start.agents, end.agents),
                rules: slice(&self.rules, start.rules, end.rules),
            }
        })
    }

    /// How many octets at the file's end the dialect does not read, because of
    /// its cap on bodies: all that follows the last line end inside the cap.
    /// Zero for a usual file.
    pub const fn unread(&self) -> u32 {
        self.unread
    }

    /// Whether the dialect refuses the file as too large, which allows
    /// everything.
    pub const fn is_refused(&self) -> bool {
        self.refused
    }

    /// About how many bytes it holds on the heap, for caches that weigh what they
    /// keep. Constant time.
    pub const fn heap_bytes(&self) -> usize {
        vec_bytes(&self.source)
            .saturating_add(vec_bytes(&self.groups))
            .saturating_add(vec_bytes(&self.agents))
            .saturating_add(vec_bytes(&self.rules))
            .saturating_add(vec_bytes(&self.others))
    }

    /// Where the lines of another group would begin.
    fn end(&self) -> GroupParts {
        GroupParts { agents: offset(self.agents.len()), rules: offset(self.rules.len()) }
    }
}

/// How many bytes a vector holds on the heap, without those of its items.
pub(crate) const fn vec_bytes<T>(vec: &Vec<T>) -> usize {
    vec.capacity().saturating_mul(size_of::<T>())
}

fn slice<T>(all: &[T], start: u32, end: u32) -> &[T] {
    all.get(start as usize..end as usize).unwrap_or_default()
}

impl Listener for Robots {
    #[inline]
    fn agent(&mut self, at: Place, opens: bool) {
        if opens {
            self.groups.push(self.end());
        }
        self.agents.push(at);
    }

    #[inline]
    fn rule(&mut self, kind: RuleKind, at: Place) {
        self.rules.push((kind, at));
    }

    #[inline]
    fn other(&mut self, field: Field, name: Span, at: Place, in_group: bool) {
        let last = offset(self.groups.len()).checked_sub(1);
        let group = last.filter(|_| in_group);
        self.others.push(OtherParts { field, name, at, group });
    }
}

impl<'r> Group<'r> {
    /// Where its lines and their values stand.
    pub(crate) const fn places(&self) -> (&'r [Place], &'r [(RuleKind, Place)]) {
        (self.agents, self.rules)
    }

    /// The values of its `User-agent` lines.
    fn agent_values(self) -> impl Iterator<Item = &'r [u8]> {
        self.agents.iter().map(move |at| at.value.of(self.source))
    }

    /// The group's `User-agent` lines.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = AgentLine<'r>> + Clone + use<'r> {
        let source = self.source;
        self.agents.iter().map(move |at| AgentLine { value: at.value.of(source), at: *at })
    }

    /// The group's rules.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = RuleLine<'r>> + Clone + use<'r> {
        let source = self.source;
        self.rules.iter().map(move |(kind, at)| RuleLine {
            kind: *kind,
            value: at.value.of(source),
            at: *at,
        })
    }
}

impl<'r> AgentLine<'r> {
    /// The value as written, without white space around it.
    pub const fn value(&self) -> &'r [u8] {
        self.value
    }

    /// The product token at the start of the value, as `dialect` ends it; empty
    /// for `*` and for a value that begins with none.
    pub fn token(&self, dialect: &Dialect) -> &'r [u8] {
        leading_token(self.value, &dialect.groups)
    }

    /// Whether it names every crawler that no group names: `*`, in most
    /// dialects with more after white space too.
    ///
    /// ```
    /// use maycrawl::{Dialect, Robots};
    ///
    /// let robots = Robots::parse("User-agent: * (all)\nUser-agent: *Bot", &Dialect::GOOGLE);
    /// let lines = robots.groups().flat_map(|group| group.agents());
    /// let is_global: Vec<bool> = lines.map(|line| line.is_global(&Dialect::GOOGLE)).collect();
    /// assert_eq!(is_global, [true, false]);
    /// ```
    pub fn is_global(&self, dialect: &Dialect) -> bool {
        is_global(self.value, &dialect.groups)
    }

    /// The line's number, from 1.
    pub const fn line(&self) -> u32 {
        self.at.line
    }

    /// Where the value stands in the file.
    pub const fn span(&self) -> Span {
        self.at.value
    }
}

impl<'r> DirectiveLine<'r> {
    /// Which field it is.
    pub const fn field(&self) -> Field {
        self.field
    }

    /// The field's name as written.
    pub const fn name(&self) -> &'r [u8] {
        self.name
    }

    /// The value as written, without white space around it.
    pub const fn value(&self) -> &'r [u8] {
        self.value
    }

    /// The line's number, from 1.
    pub const fn line(&self) -> u32 {
        self.at.line
    }

    /// The column of the value in octets, from 1.
    pub const fn column(&self) -> u32 {
        self.at.column()
    }

    /// Where the value stands in the file.
    pub const fn span(&self) -> Span {
        self.at.value
    }

    /// The value, typed by the field.
    pub fn typed(&self) -> Result<Value, Malformed> {
        Value::parse(self.field, self.value)
    }

    /// The index of the group in which it stands; `None` before the first
    /// agent, or where a blank line has ended the group.
    pub const fn group(&self) -> Option<u32> {
        self.group
    }
}

impl<'r> RuleLine<'r> {
    /// Whether it is an `Allow` or a `Disallow` line.
    pub const fn kind(&self) -> RuleKind {
        self.kind
    }

    /// The path as written, without white space around it.
    pub const fn value(&self) -> &'r [u8] {
        self.value
    }

    /// The line's number, from 1.
    pub const fn line(&self) -> u32 {
        self.at.line
    }

    /// The column of the value in octets, from 1.
    pub const fn column(&self) -> u32 {
        self.at.column()
    }

    /// Where the value stands in the file.
    pub const fn span(&self) -> Span {
        self.at.value
    }
}

impl fmt::Debug for Robots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.groups()).finish()
    }
}

impl fmt::Debug for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group")
            .field("agents", &self.agents().collect::<Vec<_>>())
            .field("rules", &self.rules().collect::<Vec<_>>())
            .finish()
    }
}
