//! Whether two files say the same to everyone, in every preset.
//!
//! What a file says is read from its parse, preset by preset: the same groups
//! in the same order, naming the same agents, with directives of the same
//! values. Rules may differ in one way: the file afterwards may lack rules
//! whose loss provably decides nothing. The answer is exact where it is yes;
//! what cannot be proved counts as a difference.

use std::cell::Cell;
use std::collections::HashSet;

use maycrawl::{
    Dialect, Document, Robots, UrlPath,
    algebra::{Inclusion, Overlap},
    dialect::{Precedence, Preset, WildcardConflict},
    lines::Field,
    pattern::Pattern,
    robots::{Group, RuleKind, RuleLine},
    terms::Value,
};

/// Whether `after` says what `before` says: no verdict, crawl delay, request
/// rate, sitemap or preference differs, for any agent and path, in any preset.
///
/// `false` where that cannot be proved, too: a file that a preset does not read
/// whole, or one whose rules would have to be compared too often.
pub fn says_the_same(before: &[u8], after: &[u8]) -> bool {
    before == after
        || Preset::ALL.iter().all(|Preset { dialect, .. }| {
            let (before, after) = (Robots::parse(before, dialect), Robots::parse(after, dialect));
            same(&before, &after)
        })
}

fn same(before: &Robots, after: &Robots) -> bool {
    let is_whole = |robots: &Robots| robots.unread() == 0 && !robots.is_refused();
    is_whole(before)
        && is_whole(after)
        && before.groups().len() == after.groups().len()
        && terms(before) == terms(after)
        && before.groups().zip(after.groups()).all(|(one, other)| agents(one) == agents(other))
        && Meaning::of(before).may_become(after)
}

/// What a file tells beside its rules, told once each.
fn terms(robots: &Robots) -> Vec<(Option<u32>, Value)> {
    let mut told = Vec::new();
    let mut seen = HashSet::new();
    for directive in robots.directives() {
        let is_told = !matches!(directive.field(), Field::Obsolete | Field::Host | Field::Other);
        let Some(value) = directive.typed().ok().filter(|_| is_told) else { continue };
        // Sitemaps and licences stand in no group, wherever they are.
        let is_global = matches!(directive.field(), Field::Sitemap | Field::License);
        let one = (directive.group().filter(|_| !is_global), value);
        if seen.insert(one.clone()) {
            told.push(one);
        }
    }
    told
}

fn agents(group: Group<'_>) -> Vec<Vec<u8>> {
    let mut named: Vec<_> =
        group.agents().map(|agent| agent.value().to_ascii_lowercase()).collect();
    named.sort_unstable();
    named.dedup();
    named
}

/// A rule as it is matched.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Decides {
    pub(crate) kind: RuleKind,
    pub(crate) pattern: Pattern,
}

/// A rule of the file: what it is matched as. An `Allow` of an index file may
/// stand for two patterns.
type Rule = Vec<Decides>;

/// The rules of a file as one preset matches them, to ask whether some could go.
struct Meaning {
    dialect: Dialect,
    groups: Vec<GroupRules>,
    /// The rules of all groups: an agent may obey several together.
    everyone: Vec<Decides>,
    ranks: Ranks,
    /// How many pairs of rules may still be compared.
    pairs_left: Cell<usize>,
}

struct GroupRules {
    lines: Vec<u32>,
    rules: Vec<Rule>,
}

/// How many pairs of rules one proof may compare.
const MOST_PAIRS: usize = 2_000_000;

impl Meaning {
    fn of(robots: &Robots) -> Self {
        let dialect = *robots.dialect();
        let groups: Vec<_> = robots.groups().map(|group| GroupRules::of(group, &dialect)).collect();
        let everyone: Vec<_> =
            groups.iter().flat_map(|group| &group.rules).flatten().cloned().collect();
        let ranks = Ranks::of(&dialect, &everyone);
        Self { dialect, groups, everyone, ranks, pairs_left: Cell::new(MOST_PAIRS) }
    }

    /// Whether another version of the file, of as many groups, decides the same.
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
            // What is said before need not be said again.
            earlier.contains(rule)
                || rule.iter().all(|one| self.is_replaced(group, at, one, &stays))
        })
    }

    /// Whether a rule that stays decides the same wherever this one did.
    fn is_replaced(
        &self,
        group: &GroupRules,
        at: usize,
        rule: &Decides,
        stays: &[(usize, &Rule)],
    ) -> bool {
        if rule.pattern.is_empty() {
            return true;
        }
        let cost = self.everyone.len().saturating_add(stays.len());
        let Some(left) = self.pairs_left.get().checked_sub(cost) else { return false };
        self.pairs_left.set(left);
        // Most pairs are told apart by one path.
        let Some(path) = rule.pattern.shortest_path() else { return false };
        let path = UrlPath::parse(&path, &self.dialect);
        let covers = |other: &Decides| {
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
            let is_apart = |one: &Decides| !comes_between(one, rule, other, self.ranks);
            other.kind == rule.kind && self.everyone.iter().all(is_apart)
        })
    }
}

impl GroupRules {
    fn of(group: Group<'_>, dialect: &Dialect) -> Self {
        let decided = |rule: RuleLine<'_>| -> Rule {
            let patterns = rule.patterns(dialect);
            patterns.map(|(kind, pattern)| Decides { kind, pattern }).collect()
        };
        Self {
            lines: group.rules().map(|rule| rule.line()).collect(),
            rules: group.rules().map(decided).collect(),
        }
    }
}

/// Whether no rule of the other kind between two of a group has a path in
/// common with the first.
fn nothing_between(group: &GroupRules, rule: &Decides, first: usize, last: usize) -> bool {
    let between = group.rules.get(first + 1..last).unwrap_or_default().iter().flatten();
    between.filter(|one| one.kind != rule.kind).all(|one| are_apart(one, rule))
}

fn are_apart(one: &Decides, other: &Decides) -> bool {
    one.pattern.meets(&other.pattern) == Overlap::No
}

/// What every preset makes of the rules of a file.
pub(crate) struct Meanings {
    presets: Vec<Meaning>,
    /// Whether every preset reads all of the file, all of its rules included.
    is_whole: bool,
}

impl Meanings {
    pub(crate) fn of(document: &Document) -> Self {
        let mut is_whole = true;
        let presets = Preset::ALL.iter().map(|Preset { dialect, .. }| {
            let robots = Robots::from_document(document, dialect);
            let meaning = Meaning::of(&robots);
            let rules: usize = meaning.groups.iter().map(|group| group.lines.len()).sum();
            let most = dialect.fetch.rule_limits.map_or(usize::MAX, |limits| limits.rules as usize);
            is_whole &= robots.unread() == 0 && !robots.is_refused() && rules < most;
            meaning
        });
        Self { presets: presets.collect(), is_whole }
    }

    /// Whether a rule could go, alone, without a difference in any preset.
    pub(crate) fn may_lose(&self, line: u32) -> bool {
        self.is_whole
            && self.presets.iter().all(|meaning| {
                let place = meaning
                    .groups
                    .iter()
                    .find_map(|group| Some((group, group.lines.binary_search(&line).ok()?)));
                // To a preset that does not read it as a rule it is nothing. The
                // last rule of a group also ends its list of agents.
                place.is_none_or(|(group, at)| {
                    group.rules.len() > 1 && meaning.may_lose(group, &[at])
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

/// With the rules of one kind that follow each other in one order.
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
    opposed: &Decides,
    rule: &Decides,
    other: &Decides,
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
    fn of(dialect: &Dialect, rules: &[Decides]) -> Self {
        let by_length = dialect.paths.wildcard_conflict == WildcardConflict::Longest
            || !rules.iter().any(|rule| rule.pattern.has_wildcard());
        if by_length { Self::ByLength } else { Self::ByWildcards }
    }
}
