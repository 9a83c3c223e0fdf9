//! A group of a robots.txt and its lines.
//!
//! A [`Group`] is one or more `User-agent` lines and the rules that follow them. Its
//! lines borrow from the [`Robots`](crate::Robots) or the [`Rules`](crate::Rules) that
//! they come from.

use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::slice;

use crate::agent::{is_global, leading_token};
use crate::dialect::Dialect;
use crate::directive::Field;
use crate::invalid::InvalidValue;
use crate::span::Span;
use crate::values::Value;

/// Whether a rule allows or disallows.
///
/// Exhaustive: RFC 9309 has no third kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// `Allow`
    Allow,
    /// `Disallow`
    Disallow,
}

impl RuleKind {
    /// The field that gives a rule of this kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "Allow",
            Self::Disallow => "Disallow",
        }
    }
}

/// Where a line and its value stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: u32,
    pub(crate) line_start: u32,
    pub(crate) value: Span,
}

impl Place {
    /// The column of the value in bytes, from 1.
    pub(crate) const fn column(&self) -> u32 {
        self.value.start.saturating_sub(self.line_start).saturating_add(1)
    }
}

/// A group: one or more `User-agent` lines and the rules that follow them.
#[derive(Clone, Copy)]
pub struct Group<'r> {
    pub(crate) source: &'r [u8],
    pub(crate) agents: &'r [Place],
    /// The index of the first agent that no other known directive parts from the last.
    pub(crate) last_run: usize,
    pub(crate) rules: &'r [(RuleKind, Place)],
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
    pub(crate) field: Field,
    pub(crate) name: &'r [u8],
    pub(crate) value: &'r [u8],
    pub(crate) at: Place,
    pub(crate) group: Option<u32>,
    pub(crate) source: &'r [u8],
    /// The unbroken run of `User-agent` lines before it.
    pub(crate) run: &'r [Place],
}

/// An `Allow` or `Disallow` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleLine<'r> {
    pub(crate) kind: RuleKind,
    pub(crate) value: &'r [u8],
    pub(crate) at: Place,
}

impl<'r> Group<'r> {
    /// Where its lines and their values stand.
    pub(crate) const fn places(&self) -> (&'r [Place], &'r [(RuleKind, Place)]) {
        (self.agents, self.rules)
    }

    /// The values of its `User-agent` lines.
    pub(crate) fn agent_values(self) -> impl Iterator<Item = &'r [u8]> {
        self.agents.iter().map(move |at| at.value.of(self.source))
    }

    /// The values of its `User-agent` lines: of those that another known directive, such as a
    /// `Crawl-delay`, parts from the last, and of the others.
    pub(crate) fn runs(
        self,
    ) -> (impl Iterator<Item = &'r [u8]> + Clone, impl Iterator<Item = &'r [u8]> + Clone) {
        let values = move |at: &'r Place| at.value.of(self.source);
        let (before, last) = self.agents.split_at_checked(self.last_run).unwrap_or_default();
        (before.iter().map(values), last.iter().map(values))
    }

    /// The group's `User-agent` lines.
    pub fn agents(&self) -> GroupAgents<'r> {
        GroupAgents { source: self.source, places: self.agents.iter() }
    }

    /// The group's rules.
    pub fn rules(&self) -> GroupRules<'r> {
        GroupRules { source: self.source, places: self.rules.iter() }
    }
}

impl<'r> AgentLine<'r> {
    /// The value as written, without white space around it.
    pub const fn value(&self) -> &'r [u8] {
        self.value
    }

    /// The product token at the start of the value.
    ///
    /// `dialect` decides where it ends. Empty for `*` and for a value that begins with none.
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

    /// The column of the value in bytes, from 1.
    pub const fn column(&self) -> u32 {
        self.at.column()
    }

    /// Where the value stands in the file.
    pub const fn span(&self) -> Span {
        self.at.value
    }

    /// The `User-agent` lines right before it, with only comments, blank lines and unknown
    /// fields among them; none if it stands in no group.
    ///
    /// A delay, a rate or hours for visits are for these agents alone, in every dialect: another
    /// such directive ends the run, even where the next agent joins the group.
    ///
    /// ```
    /// use maycrawl::{Dialect, Robots};
    ///
    /// let file = "User-agent: *\nCrawl-delay: 1\nUser-agent: MyBot\nCrawl-delay: 100";
    /// let robots = Robots::parse(file, &Dialect::GOOGLE);
    /// assert_eq!(robots.groups().len(), 1);
    /// let last = robots.directives().last().unwrap();
    /// assert_eq!(last.agents().map(|agent| agent.value()).collect::<Vec<_>>(), [b"MyBot"]);
    /// ```
    pub fn agents(&self) -> GroupAgents<'r> {
        GroupAgents { source: self.source, places: self.run.iter() }
    }

    /// The value, typed by the field.
    pub fn typed(&self) -> Result<Value, InvalidValue> {
        Value::parse(self.field, self.value)
    }

    /// The index of the group in which it stands.
    ///
    /// `None` before the first agent, or after a blank line that ends the group.
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

    /// The column of the value in bytes, from 1.
    pub const fn column(&self) -> u32 {
        self.at.column()
    }

    /// Where the value stands in the file.
    pub const fn span(&self) -> Span {
        self.at.value
    }
}

impl fmt::Display for RuleLine<'_> {
    /// Writes the rule as it stands, such as `Disallow: /a`. What is not UTF-8 becomes
    /// U+FFFD, and control characters are escaped, so that it is safe to show.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.kind.name())?;
        if !self.value.is_empty() {
            f.write_char(' ')?;
        }
        for chunk in self.value.utf8_chunks() {
            for char in chunk.valid().chars() {
                if char.is_control() {
                    write!(f, "{}", char.escape_default())?;
                } else {
                    f.write_char(char)?;
                }
            }
            if !chunk.invalid().is_empty() {
                f.write_char(char::REPLACEMENT_CHARACTER)?;
            }
        }
        Ok(())
    }
}

/// The `User-agent` lines of a group. See [`Group::agents`].
#[derive(Clone, Debug)]
pub struct GroupAgents<'r> {
    source: &'r [u8],
    places: slice::Iter<'r, Place>,
}

impl<'r> Iterator for GroupAgents<'r> {
    type Item = AgentLine<'r>;

    fn next(&mut self) -> Option<AgentLine<'r>> {
        let at = *self.places.next()?;
        Some(AgentLine { value: at.value.of(self.source), at })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl ExactSizeIterator for GroupAgents<'_> {}

/// The `User-agent` lines of an agent's groups. See
/// [`Rules::agent_lines`](crate::Rules::agent_lines).
#[derive(Clone, Debug)]
pub struct AgentLines<'r> {
    /// The values of the lines to come, in a row.
    pub(crate) texts: &'r [u8],
    pub(crate) places: slice::Iter<'r, Place>,
}

impl<'r> Iterator for AgentLines<'r> {
    type Item = AgentLine<'r>;

    fn next(&mut self) -> Option<AgentLine<'r>> {
        let at = *self.places.next()?;
        Some(AgentLine { value: take(&mut self.texts, at), at })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl ExactSizeIterator for AgentLines<'_> {}

/// The rules of an agent. See [`Rules::rule_lines`](crate::Rules::rule_lines).
#[derive(Clone, Debug)]
pub struct RuleLines<'r> {
    /// The values of the lines to come, in a row.
    pub(crate) texts: &'r [u8],
    pub(crate) places: slice::Iter<'r, (RuleKind, Place)>,
}

impl<'r> Iterator for RuleLines<'r> {
    type Item = RuleLine<'r>;

    #[inline]
    fn next(&mut self) -> Option<RuleLine<'r>> {
        let (kind, at) = *self.places.next()?;
        Some(RuleLine { kind, value: take(&mut self.texts, at), at })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl ExactSizeIterator for RuleLines<'_> {}

/// Takes the text of a line from the front of the texts.
#[inline]
fn take<'t>(texts: &mut &'t [u8], at: Place) -> &'t [u8] {
    let (text, rest) = texts.split_at_checked(at.value.len() as usize).unwrap_or_default();
    *texts = rest;
    text
}

/// The rules of a group. See [`Group::rules`].
#[derive(Clone, Debug)]
pub struct GroupRules<'r> {
    source: &'r [u8],
    places: slice::Iter<'r, (RuleKind, Place)>,
}

impl<'r> Iterator for GroupRules<'r> {
    type Item = RuleLine<'r>;

    fn next(&mut self) -> Option<RuleLine<'r>> {
        let (kind, at) = *self.places.next()?;
        Some(RuleLine { kind, value: at.value.of(self.source), at })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl ExactSizeIterator for GroupRules<'_> {}

impl fmt::Debug for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group")
            .field("agents", &self.agents().collect::<Vec<_>>())
            .field("rules", &self.rules().collect::<Vec<_>>())
            .finish()
    }
}
