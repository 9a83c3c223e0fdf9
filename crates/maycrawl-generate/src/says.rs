//! What one crawler is told, all in all.

use maycrawl::{Dialect, UrlPath, robots::RuleKind};

use crate::error::Error;
use crate::path::PathRule;
use crate::plan::{Said, Wish};

/// What a group says, in the order in which it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Says {
    /// Whether everything is forbidden that no rule allows.
    pub(crate) blocked: bool,
    pub(crate) rules: Vec<Told>,
    pub(crate) crawl_delay: Option<String>,
    pub(crate) content_signal: Option<String>,
    pub(crate) content_usage: Vec<String>,
}

/// A rule and why it stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) rule: PathRule,
    pub(crate) because: Option<String>,
    /// Whether it is for everyone, and repeated for one who is named.
    pub(crate) is_repeated: bool,
}

impl Says {
    /// What everyone is told.
    pub(crate) fn to_everyone(everyone: &Wish) -> Result<Self, Error> {
        let blocked = everyone.blocked.as_ref().is_some_and(|said| said.value);
        let rules: Vec<_> = everyone.rules.iter().map(|said| (said, false)).collect();
        Self::new(blocked, &rules, everyone, &Wish::default())
    }

    /// What a crawler is told of which something is said.
    pub(crate) fn to_one(wish: &Wish, everyone: &Wish) -> Result<Self, Error> {
        let own = wish.blocked.as_ref().map(|said| said.value);
        let blocked = own.or(everyone.blocked.as_ref().map(|said| said.value)).unwrap_or(false);
        let mut rules: Vec<_> = wish.rules.iter().map(|said| (said, false)).collect();
        if own == Some(true) {
            return Self::new(blocked, &rules, wish, &Wish::default());
        }
        let is_own = |rule: &PathRule| wish.rules.iter().any(|own| own.value.path() == rule.path());
        let shared = everyone.rules.iter().filter(|said| !is_own(&said.value));
        rules.extend(shared.map(|said| (said, true)));
        Self::new(blocked, &rules, wish, everyone)
    }

    fn new(
        blocked: bool,
        rules: &[(&Said<PathRule>, bool)],
        wish: &Wish,
        shared: &Wish,
    ) -> Result<Self, Error> {
        let mut says = Self { blocked, rules: effective(blocked, rules)?, ..Self::default() };
        // Where everything is forbidden without exceptions, nothing more need be said.
        if blocked && says.rules.iter().all(|told| told.rule.kind() == RuleKind::Disallow) {
            says.rules.clear();
        }
        let value = |one: &Option<Said<String>>, other: &Option<Said<String>>| {
            one.as_ref().or(other.as_ref()).map(|said| said.value.clone())
        };
        // To say how nothing may be fetched has no use.
        if !says.forbids_everything() {
            says.crawl_delay = value(&wish.crawl_delay, &shared.crawl_delay);
            says.content_signal = value(&wish.content_signal, &shared.content_signal);
            let usage = if wish.content_usage.is_empty() { shared } else { wish };
            says.content_usage =
                usage.content_usage.iter().map(|said| said.value.clone()).collect();
        }
        Ok(says)
    }

    /// Whether nothing may be fetched.
    pub(crate) fn forbids_everything(&self) -> bool {
        self.blocked && self.rules.is_empty()
    }

    /// Whether something may not be fetched.
    pub(crate) fn forbids(&self) -> bool {
        self.blocked || self.rules.iter().any(|told| told.rule.kind() == RuleKind::Disallow)
    }

    /// Whether both say the same, whatever the reasons.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let others = other.rules.iter().map(|told| &told.rule);
        self.blocked == other.blocked
            && self.rules.iter().map(|told| &told.rule).eq(others)
            && self.crawl_delay == other.crawl_delay
            && self.content_signal == other.content_signal
            && self.content_usage == other.content_usage
    }

    /// The rule that forbids a URL, if one does.
    pub(crate) fn forbidding(&self, url: &str) -> Option<String> {
        let path = UrlPath::parse(url, &Dialect::GOOGLE);
        let matches = |told: &&Told| told.rule.matches(&path);
        let mut deciding: Option<&PathRule> = None;
        for told in self.rules.iter().filter(matches) {
            if deciding.is_none_or(|other| told.rule.outranks(other)) {
                deciding = Some(&told.rule);
            }
        }
        match deciding {
            Some(rule) if rule.kind() == RuleKind::Disallow => Some(rule.to_string()),
            None if self.blocked => Some(PathRule::of_everything().to_string()),
            _ => None,
        }
    }
}

/// The rules that have an effect, in an order in which engines that take the
/// first match decide as those do that take the longest.
fn effective(blocked: bool, rules: &[(&Said<PathRule>, bool)]) -> Result<Vec<Told>, Error> {
    let mut kept: Vec<Told> = Vec::new();
    for (at, (said, is_repeated)) in rules.iter().enumerate() {
        let rule = &said.value;
        let beats = |(other, _): &&(&Said<PathRule>, bool)| other.value.silences(rule);
        match rules.iter().find(beats) {
            Some(_) if *is_repeated => continue,
            Some((winner, _)) => {
                return Err(Error::new(format!(
                    "{rule} ({}) never counts, because {} ({}) beats it wherever it matches; leave one of them out",
                    said.said, winner.value, winner.said
                )));
            }
            None if is_idle(at, blocked, rules) => continue,
            None => {}
        }
        let because = said.because.clone();
        kept.push(Told { rule: rule.clone(), because, is_repeated: *is_repeated });
    }
    Ok(in_order(&kept))
}

/// Each rule before those of the other kind that it beats where both match; else in
/// the order in which they were asked for.
fn in_order(rules: &[Told]) -> Vec<Told> {
    let beats = |one: &Told, other: &Told| {
        one.rule.kind() != other.rule.kind()
            && one.rule.outranks(&other.rule)
            && one.rule.meets(&other.rule)
    };
    // How many rules must still come before each.
    let before = |told: &Told| rules.iter().filter(|other| beats(other, told)).count();
    let mut waiting: Vec<(&Told, usize)> = rules.iter().map(|told| (told, before(told))).collect();
    let mut ordered = Vec::with_capacity(rules.len());
    while !waiting.is_empty() {
        // A longest one waits for none.
        let at = waiting.iter().position(|(_, before)| *before == 0).unwrap_or(0);
        let (next, _) = waiting.remove(at);
        for (_, before) in waiting.iter_mut().filter(|(told, _)| beats(next, told)) {
            *before = before.saturating_sub(1);
        }
        ordered.push(next.clone());
    }
    ordered
}

/// Whether a rule could as well not be there: another of its kind always counts at
/// least as much, or nothing stands against it that it would have to beat.
fn is_idle(at: usize, blocked: bool, rules: &[(&Said<PathRule>, bool)]) -> bool {
    let Some((said, is_repeated)) = rules.get(at) else { return false };
    let rule = &said.value;
    // What was asked for is written, beside what is repeated from elsewhere.
    if !is_repeated && rules.iter().any(|(_, is_repeated)| *is_repeated) {
        return false;
    }
    let others = || rules.iter().map(|(other, _)| &other.value).enumerate();
    let is_against = |other: &PathRule| {
        other.kind() != rule.kind() && (other.meets(rule) || other.allows_an_index())
    };
    let opposed = others().any(|(_, other)| is_against(other));
    // Of two that say the same the first stays.
    let replaces = |(index, other): (usize, &PathRule)| {
        index != at
            && other.kind() == rule.kind()
            && (!opposed || other.is_as_long_as(rule))
            && other.covers(rule)
            && (index < at || !rule.covers(other))
    };
    match rule.kind() {
        RuleKind::Allow if *is_repeated && !blocked => !opposed && !rule.allows_an_index(),
        // Where all is forbidden, an exception from what a preset forbids is none.
        RuleKind::Allow => {
            let is_whole = |(other, _): &(&Said<PathRule>, bool)| {
                let rules = (other.value.kind(), &other.said);
                rules == (RuleKind::Disallow, &said.said) && other.value.covers(rule)
            };
            blocked && rules.iter().any(is_whole)
        }
        RuleKind::Disallow => (blocked && !opposed) || others().any(replaces),
    }
}
