//! Lines to groups: which lines name agents, which are rules of a group.
//!
//! This is the state machine of RFC 9309 section 2.2, with the knobs on which
//! parsers disagree. It keeps nothing, so that the one-shot check can run on
//! it without allocating; [`Robots`](crate::Robots) collects what it says.

use crate::dialect::{BlankEnds, Dialect, OtherLines, OverBody};
use crate::directive::{Directive, Field, Reading};
use crate::group::{Place, RuleKind};
use crate::line::RawLine;
use crate::span::Span;

/// Receives the directives of a file in order.
pub(crate) trait Listener {
    /// A `User-agent` line; `opens` when it begins a new group.
    fn agent(&mut self, at: Place, opens: bool);
    /// A rule of the group opened last.
    fn rule(&mut self, kind: RuleKind, at: Place);
    /// Any other directive; `in_group` if it stands in the group opened last.
    fn other(&mut self, field: Field, name: Span, at: Place, in_group: bool);
}

/// What a dialect reads of a file, or `None` if it refuses the file as too large, which
/// allows everything. A line cut by the cap is not read: a rule cut in half would match
/// more than it says.
pub(crate) fn read_part<'s>(source: &'s [u8], dialect: &Dialect) -> Option<&'s [u8]> {
    let cap = dialect.fetch.body_cap.unwrap_or(u32::MAX) as usize;
    let Some((capped, [_, ..])) = source.split_at_checked(cap) else {
        return Some(source);
    };
    if dialect.fetch.body_cap.is_some() && dialect.fetch.over_body == OverBody::AllowAll {
        return None;
    }
    let end = memchr::memrchr2(b'\n', b'\r', capped);
    capped.get(..end.map_or(0, |end| end.saturating_add(1)))
}

/// Passes on the directives among `lines`, in order, without rules that belong to no group.
#[inline]
pub(crate) fn group_lines<'a>(
    lines: impl Iterator<Item = RawLine<'a>>,
    dialect: &Dialect,
    listener: &mut impl Listener,
) {
    let knobs = &dialect.lines;
    let mut state = State::NoGroup;
    let mut rules_read = 0_u32;
    for line in lines {
        // Most lines are read by their beginning.
        let (field, name, value) = match line.read_usual(knobs) {
            Some(usual) => usual,
            None => match line.read_split(knobs) {
                Reading::Directive(Directive { field, name, value }) => (field, name, value),
                Reading::Blank => {
                    state = state.after_blank(dialect.groups.blank_ends);
                    continue;
                }
                Reading::Ignored => continue,
            },
        };
        let at = Place { line: line.number, line_start: line.start, value };
        let kind = match field {
            Field::UserAgent => {
                listener.agent(at, state != State::Agents);
                state = State::Agents;
                continue;
            }
            Field::Allow => RuleKind::Allow,
            Field::Disallow => RuleKind::Disallow,
            field => {
                listener.other(field, name, at, state != State::NoGroup);
                if state == State::Agents && ends_agents(field, dialect) {
                    state = State::NoMoreAgents;
                }
                continue;
            }
        };
        rules_read = rules_read.saturating_add(1);
        let is_over = dialect
            .fetch
            .rule_limits
            .is_some_and(|limits| rules_read > limits.rules || at.value.len() > limits.bytes);
        if is_over || state == State::NoGroup {
            continue;
        }
        // Any rule closes the run of agents, even one that cannot match.
        state = State::Rules;
        listener.rule(kind, at);
    }
}

/// Whether a directive that is no rule ends a list of agents.
fn ends_agents(field: Field, dialect: &Dialect) -> bool {
    match dialect.groups.other_lines {
        OtherLines::Transparent => false,
        OtherLines::EndAgents => field != Field::Other,
        OtherLines::DelaysEndAgents => {
            matches!(field, Field::CrawlDelay | Field::RequestRate | Field::VisitTime)
        }
    }
}

/// What the next line joins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing: a rule here belongs to nobody.
    NoGroup,
    /// A run of agents that more agents may join.
    Agents,
    /// A group without rules yet, which takes rules but no more agents.
    NoMoreAgents,
    /// A group with rules; the next agent opens another.
    Rules,
}

impl State {
    /// The state after a blank line.
    const fn after_blank(self, ends: BlankEnds) -> Self {
        match (ends, self) {
            (BlankEnds::No, _) | (BlankEnds::BeforeRules, Self::Rules) => self,
            (BlankEnds::BeforeRules | BlankEnds::Yes, _) => Self::NoGroup,
        }
    }
}
