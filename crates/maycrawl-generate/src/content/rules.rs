//! Which rules of a group have an effect, and in which order they are written.

use maycrawl::robots::RuleKind;

use crate::agents::Sourced;
use crate::choice::PathRule;
use crate::error::{Error, ErrorKind};

/// A rule of a group and why it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GroupRule {
    pub(crate) rule: PathRule,
    pub(crate) reason: Option<String>,
    /// Whether it is for everyone, and repeated for a crawler that is named.
    pub(crate) is_repeated: bool,
}

/// A rule that may be written.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    pub(super) rule: &'a Sourced<PathRule>,
    /// Whether it is for everyone, and repeated for a crawler that is named.
    pub(super) is_repeated: bool,
}

impl Candidate<'_> {
    fn rule(&self) -> &PathRule {
        &self.rule.value
    }
}

/// The rules that have an effect, in an order in which engines that take the
/// first match decide as those do that take the longest.
pub(super) fn effective(blocked: bool, rules: &[Candidate<'_>]) -> Result<Vec<GroupRule>, Error> {
    let mut kept: Vec<GroupRule> = Vec::new();
    for (at, one) in rules.iter().enumerate() {
        match rules.iter().find(|other| other.rule().silences(one.rule())) {
            Some(_) if one.is_repeated => continue,
            Some(winner) => return Err(without_effect(one.rule, winner.rule)),
            None if is_idle(at, blocked, rules) => continue,
            None => {}
        }
        kept.push(GroupRule {
            rule: one.rule().clone(),
            reason: one.rule.reason.clone(),
            is_repeated: one.is_repeated,
        });
    }
    Ok(in_order(&kept))
}

fn without_effect(rule: &Sourced<PathRule>, winner: &Sourced<PathRule>) -> Error {
    let message = format!(
        "{} ({}) never decides, because {} ({}) beats it wherever it matches; leave one of them \
        out",
        rule.value, rule.source, winner.value, winner.source
    );
    let kind = ErrorKind::RuleWithoutEffect {
        rule: rule.value.to_string(),
        winner: winner.value.to_string(),
        sources: [rule.source.clone(), winner.source.clone()],
    };
    Error::new(kind, message)
}

/// Each rule before those of the other kind that it beats where both match; else in
/// the order of the choices.
fn in_order(rules: &[GroupRule]) -> Vec<GroupRule> {
    let beats = |one: &GroupRule, other: &GroupRule| {
        one.rule.kind() != other.rule.kind()
            && one.rule.outranks(&other.rule)
            && one.rule.meets(&other.rule)
    };
    // How many rules must still come before each.
    let before = |rule: &GroupRule| rules.iter().filter(|other| beats(other, rule)).count();
    let mut waiting: Vec<_> = rules.iter().map(|rule| (rule, before(rule))).collect();
    let mut ordered = Vec::with_capacity(rules.len());
    while !waiting.is_empty() {
        // A longest one waits for none.
        let at = waiting.iter().position(|(_, before)| *before == 0).unwrap_or(0);
        let (next, _) = waiting.remove(at);
        for (_, before) in waiting.iter_mut().filter(|(rule, _)| beats(next, rule)) {
            *before = before.saturating_sub(1);
        }
        ordered.push(next.clone());
    }
    ordered
}

/// Whether the group means the same without a rule: another of its kind always counts
/// at least as much, or there is nothing that it would have to beat.
fn is_idle(at: usize, blocked: bool, rules: &[Candidate<'_>]) -> bool {
    let Some(one) = rules.get(at) else { return false };
    let rule = one.rule();
    // What was asked for is written, beside what is repeated from elsewhere.
    if !one.is_repeated && rules.iter().any(|other| other.is_repeated) {
        return false;
    }
    let others = || rules.iter().map(Candidate::rule).enumerate();
    let is_against = |other: &PathRule| {
        other.kind() != rule.kind() && (other.meets(rule) || other.allows_an_index())
    };
    let opposed = others().any(|(_, other)| is_against(other));
    // Of two equal ones the first stays.
    let replaces = |(index, other): (usize, &PathRule)| {
        index != at
            && other.kind() == rule.kind()
            && (!opposed || other.is_as_long_as(rule))
            && other.covers(rule)
            && (index < at || !rule.covers(other))
    };
    match rule.kind() {
        RuleKind::Allow if one.is_repeated && !blocked => !opposed && !rule.allows_an_index(),
        // An exception from what a preset forbids is none where all is forbidden.
        RuleKind::Allow => {
            let is_whole = |other: &Candidate<'_>| {
                other.rule().kind() == RuleKind::Disallow
                    && other.rule.source == one.rule.source
                    && other.rule().covers(rule)
            };
            blocked && rules.iter().any(is_whole)
        }
        RuleKind::Disallow => (blocked && !opposed) || others().any(replaces),
    }
}
