//! Proves that two files have the same meaning for every crawler, in every preset.
//!
//! Two files are equivalent if each preset reads the same groups in the same
//! order, with the same agents and directives of the same values. The second may
//! lack rules whose loss provably decides nothing. A difference may be a failed
//! proof; equivalence is certain.

use std::collections::HashSet;
use std::convert::Infallible;

use maycrawl::{
    Dialect, Document, Robots, UrlPath,
    algebra::{Inclusion, Overlap},
    dialect::{Precedence, Preset, WildcardConflict},
    lines::Field,
    pattern::Pattern,
    robots::{Group, GroupAgents, RuleKind, RuleLine},
    terms::Value,
};

use crate::budget::Budget;

/// Proves that `after` means what `before` means: no verdict, crawl delay, request
/// rate, sitemap or preference differs, for any agent and path, in any preset.
///
/// Returns `false` also where there is no proof: for a file that a preset does
/// not read whole, or with too many rules to compare.
pub fn is_equivalent(before: &[u8], after: &[u8]) -> bool {
    let Ok(is_proved) = is_equivalent_unless(before, after, &|| Ok::<_, Infallible>(()));
    is_proved
}

/// [`is_equivalent`], which ends with the first error of `go_on`. It asks that before each preset.
pub(crate) fn is_equivalent_unless<E>(
    before: &[u8],
    after: &[u8],
    go_on: &impl Fn() -> Result<(), E>,
) -> Result<bool, E> {
    if before == after {
        return Ok(true);
    }
    for Preset { dialect, .. } in Preset::ALL {
        go_on()?;
        let (before, after) = (Robots::parse(before, dialect), Robots::parse(after, dialect));
        if !same(&before, &after) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn same(before: &Robots, after: &Robots) -> bool {
    let is_whole = |robots: &Robots| robots.unread() == 0 && !robots.is_refused();
    is_whole(before)
        && is_whole(after)
        && before.groups().len() == after.groups().len()
        && terms(before) == terms(after)
        && before
            .groups()
            .zip(after.groups())
            .all(|(one, other)| names(one.agents()) == names(other.agents()))
        && PresetRules::of(before).may_become(after)
}

/// What a file says beside its rules, without repetitions: the group, for delays the agents,
/// and the value.
fn terms(robots: &Robots) -> Vec<(Option<u32>, Vec<Vec<u8>>, Value)> {
    let mut terms = Vec::new();
    let mut seen = HashSet::new();
    for directive in robots.directives() {
        let is_term = !matches!(directive.field(), Field::Obsolete | Field::Host | Field::Other);
        let Some(value) = directive.typed().ok().filter(|_| is_term) else { continue };
        // Sitemaps and licences stand in no group, wherever they are.
        let is_global = matches!(directive.field(), Field::Sitemap | Field::License);
        let agents =
            if directive.field().is_delay() { names(directive.agents()) } else { Vec::new() };
        let one = (directive.group().filter(|_| !is_global), agents, value);
        if seen.insert(one.clone()) {
            terms.push(one);
        }
    }
    terms
}

fn names(agents: GroupAgents<'_>) -> Vec<Vec<u8>> {
    let mut named: Vec<_> = agents.map(|agent| agent.value().to_ascii_lowercase()).collect();
    named.sort_unstable();
    named.dedup();
    named
}

/// What a rule is matched as.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RulePattern {
    pub(crate) kind: RuleKind,
    pub(crate) pattern: Pattern,
}

/// All that one line is matched as: an `Allow` of an index file may stand for two
/// patterns.
type Rule = Vec<RulePattern>;

/// The rules of a file as one preset matches them.
struct PresetRules {
    dialect: Dialect,
    groups: Vec<GroupRules>,
    /// The rules of all groups: an agent may obey several together.
    everyone: Vec<RulePattern>,
    ranks: Ranks,
    /// Bounds the pairs of rules that are compared.
    budget: Budget,
}

struct GroupRules {
    lines: Vec<u32>,
    rules: Vec<Rule>,
}

/// The pairs of rules that one proof may compare.
const MOST_PAIRS: usize = 2_000_000;

impl PresetRules {
    fn of(robots: &Robots) -> Self {
        let dialect = *robots.dialect();
        let groups: Vec<_> = robots.groups().map(|group| GroupRules::of(group, &dialect)).collect();
        let everyone: Vec<_> =
            groups.iter().flat_map(|group| &group.rules).flatten().cloned().collect();
        let ranks = Ranks::of(&dialect, &everyone);
        Self { dialect, groups, everyone, ranks, budget: Budget::new(MOST_PAIRS) }
    }

    /// Whether another version of the file, with as many groups, decides the same.
    fn may_become(&self, after: &Robots) -> bool {
        self.groups.iter().zip(after.groups()).all(|(group, other)| {
            let kept = GroupRules::of(other, &self.dialect).rules;
            match removed(&group.rules, &kept) {
                Some(removed) => self.may_lose(group, &removed),
                // The order of rules of one kind in a row never matters.
                None => sorted(group.rules.clone()) == sorted(kept),
            }
        })
    }

    /// Whether these rules of a group could go together.
    fn may_lose(&self, group: &GroupRules, removed: &[usize]) -> bool {
        let is_gone: HashSet<usize> = removed.iter().copied().collect();
        let stays = group.rules.iter().enumerate().filter(|(index, _)| !is_gone.contains(index));
        let stays: Vec<(usize, &Rule)> = stays.collect();
        let mut earlier: HashSet<&Rule> = HashSet::new();
        let mut rest = stays.iter().peekable();
        removed.iter().all(|&at| {
            while let Some((_, rule)) = rest.next_if(|(index, _)| *index < at) {
                earlier.insert(rule);
            }
            let Some(rule) = group.rules.get(at) else { return false };
            // A repetition decides nothing.
            earlier.contains(rule)
                || rule.iter().all(|one| self.is_replaced(group, at, one, &stays))
        })
    }

    /// Whether a rule that stays decides the same wherever this one did.
    fn is_replaced(
        &self,
        group: &GroupRules,
        at: usize,
        rule: &RulePattern,
        stays: &[(usize, &Rule)],
    ) -> bool {
        if rule.pattern.is_empty() {
            return true;
        }
        let cost = self.everyone.len().saturating_add(stays.len());
        if !self.budget.spend(cost) {
            return false;
        }
        // One path is enough to reject most pairs.
        let Some(path) = rule.pattern.shortest_path() else { return false };
        let path = UrlPath::parse(&path, &self.dialect);
        let covers = |other: &RulePattern| {
            other.pattern.matches(&path) && other.pattern.covers(&rule.pattern) == Inclusion::Yes
        };
        let both = stays.iter().flat_map(|(index, rules)| rules.iter().map(|one| (*index, one)));
        let mut covering = both.filter(|(_, other)| covers(other));
        if self.dialect.paths.precedence == Precedence::First {
            return covering.any(|(index, other)| {
                index < at || (other.kind == rule.kind && nothing_between(group, rule, at, index))
            });
        }
        covering.any(|(_, other)| {
            let is_apart = |one: &RulePattern| !comes_between(one, rule, other, self.ranks);
            other.kind == rule.kind && self.everyone.iter().all(is_apart)
        })
    }
}

impl GroupRules {
    fn of(group: Group<'_>, dialect: &Dialect) -> Self {
        let decided = |rule: RuleLine<'_>| -> Rule {
            let patterns = rule.patterns(dialect);
            patterns.map(|(kind, pattern)| RulePattern { kind, pattern }).collect()
        };
        Self {
            lines: group.rules().map(|rule| rule.line()).collect(),
            rules: group.rules().map(decided).collect(),
        }
    }
}

/// Whether no rule of the other kind between two of a group has a path in
/// common with the first.
fn nothing_between(group: &GroupRules, rule: &RulePattern, first: usize, last: usize) -> bool {
    let between = group.rules.get(first + 1..last).unwrap_or_default().iter().flatten();
    between.filter(|one| one.kind != rule.kind).all(|one| are_apart(one, rule))
}

fn are_apart(one: &RulePattern, other: &RulePattern) -> bool {
    one.pattern.meets(&other.pattern) == Overlap::No
}

/// The rules of a file as each preset matches them.
pub(crate) struct EveryPreset {
    presets: Vec<PresetRules>,
    /// Whether every preset reads the whole file and all of its rules.
    is_whole: bool,
}

impl EveryPreset {
    pub(crate) fn of(document: &Document) -> Self {
        let mut is_whole = true;
        let presets = Preset::ALL.iter().map(|Preset { dialect, .. }| {
            let robots = Robots::from_document(document, dialect);
            let preset = PresetRules::of(&robots);
            let rules: usize = preset.groups.iter().map(|group| group.lines.len()).sum();
            let most = dialect.fetch.rule_limits.map_or(usize::MAX, |limits| limits.rules as usize);
            is_whole &= robots.unread() == 0 && !robots.is_refused() && rules < most;
            preset
        });
        Self { presets: presets.collect(), is_whole }
    }

    /// Whether one rule could go without a difference in any preset.
    pub(crate) fn may_lose(&self, line: u32) -> bool {
        self.is_whole
            && self.presets.iter().all(|preset| {
                let place = preset
                    .groups
                    .iter()
                    .find_map(|group| Some((group, group.lines.binary_search(&line).ok()?)));
                // A preset that reads no rule there loses none. The last rule of a
                // group also ends its list of agents.
                place.is_none_or(|(group, at)| {
                    group.rules.len() > 1 && preset.may_lose(group, &[at])
                })
            })
    }
}

/// The rules of `before` that `after` lacks, by their index; `None` if more
/// than that differs.
fn removed(before: &[Rule], after: &[Rule]) -> Option<Vec<usize>> {
    let mut removed = Vec::new();
    let mut rest = after.iter().peekable();
    for (index, rule) in before.iter().enumerate() {
        if rest.next_if(|next| *next == rule).is_none() {
            removed.push(index);
        }
    }
    rest.next().is_none().then_some(removed)
}

/// The rules, with each run of one kind sorted.
fn sorted(mut rules: Vec<Rule>) -> Vec<Rule> {
    let kind = |rule: &Rule| rule.first().map(|one| one.kind);
    let text = |rule: &Rule| rule.first().map(|one| one.pattern.as_bytes().to_vec());
    for run in rules.chunk_by_mut(|one, other| kind(one) == kind(other)) {
        run.sort_by_key(text);
    }
    rules
}

/// Whether, where all three match, `opposed` could lose to `rule` and not to
/// `other`, or the other way round.
pub(crate) fn comes_between(
    opposed: &RulePattern,
    rule: &RulePattern,
    other: &RulePattern,
    ranks: Ranks,
) -> bool {
    if opposed.kind == rule.kind || opposed.pattern.is_empty() {
        return false;
    }
    let lengths = [rule.pattern.len(), other.pattern.len()];
    let (shorter, longer) = (lengths[0].min(lengths[1]), lengths[0].max(lengths[1]));
    let is_outside = opposed.pattern.len() < shorter || opposed.pattern.len() > longer;
    let is_harmless = (is_outside && ranks == Ranks::ByLength) || are_apart(opposed, rule);
    !is_harmless
}

/// What decides between rules of two kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ranks {
    /// Their lengths alone.
    ByLength,
    /// Wildcards too: any rule that matches as well may matter.
    ByWildcards,
}

impl Ranks {
    fn of(dialect: &Dialect, rules: &[RulePattern]) -> Self {
        let by_length = dialect.paths.wildcard_conflict == WildcardConflict::Longest
            || !rules.iter().any(|rule| rule.pattern.has_wildcard());
        if by_length { Self::ByLength } else { Self::ByWildcards }
    }
}
