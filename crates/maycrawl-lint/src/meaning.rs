//! Whether two files say the same to everyone, in every preset.
//!
//! What a file says is read from its parse, preset by preset: the same groups
//! in the same order, naming the same agents, with directives of the same
//! values. Rules may differ in one way: the file afterwards may lack rules
//! whose loss provably decides nothing. The answer is exact where it is yes;
//! what cannot be proved counts as a difference.

use maycrawl::{
    Covers, Dialect, Document, Field, Group, Meets, Pattern, Precedence, Robots, RuleKind, Value,
    WildcardConflict,
};

/// Whether `after` says what `before` says: no verdict, crawl delay, request
/// rate, sitemap or preference differs, for any agent and path, in any preset.
///
/// `false` where that cannot be proved, too: a file that a preset does not read
/// whole, or one whose rules would have to be compared too often.
pub fn says_the_same(before: &[u8], after: &[u8]) -> bool {
    before == after
        || Dialect::PRESETS.iter().all(|(_, dialect)| {
            let (before, after) = (Robots::parse(before, dialect), Robots::parse(after, dialect));
            same(&before, &after, dialect)
        })
}

fn same(before: &Robots, after: &Robots, dialect: &Dialect) -> bool {
    let is_whole = |robots: &Robots| robots.unread() == 0 && !robots.is_refused();
    is_whole(before)
        && is_whole(after)
        && before.groups().len() == after.groups().len()
        && terms(before) == terms(after)
        && before.groups().zip(after.groups()).all(|(one, other)| agents(one) == agents(other))
        && same_rules(before, after, dialect)
}

/// What a file tells beside its rules, told once each.
fn terms(robots: &Robots) -> Vec<(Option<u32>, Value)> {
    let mut told = Vec::new();
    for directive in robots.directives() {
        let is_told = !matches!(directive.field(), Field::Dead | Field::Host | Field::Other);
        let Some(value) = directive.typed().ok().filter(|_| is_told) else { continue };
        // Sitemaps and licences stand in no group, wherever they are.
        let is_global = matches!(directive.field(), Field::Sitemap | Field::License);
        let one = (directive.group().filter(|_| !is_global), value);
        if !told.contains(&one) {
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decides {
    pub(crate) kind: RuleKind,
    pub(crate) pattern: Pattern,
}

/// The rules of a group as a dialect matches them. An `Allow` of an index file
/// may stand for two.
fn decided(group: Group<'_>, dialect: &Dialect) -> Vec<Vec<Decides>> {
    let decide = |rule: maycrawl::RuleLine<'_>| rule.patterns(dialect);
    group
        .rules()
        .map(|rule| {
            let both = decide(rule);
            both.into_iter().map(|(kind, pattern)| Decides { kind, pattern }).collect()
        })
        .collect()
}

/// What each preset makes of the rules of a file, to ask about many of them.
pub(crate) struct Meanings {
    presets: Vec<Meaning>,
}

struct Meaning {
    dialect: &'static Dialect,
    /// For each group: the lines of its rules, and the rules.
    groups: Vec<(Vec<u32>, Vec<Vec<Decides>>)>,
    /// Whether the preset reads all of the file, all of its rules included.
    is_whole: bool,
}

impl Meanings {
    pub(crate) fn of(document: &Document) -> Self {
        let presets = Dialect::PRESETS.iter().map(|(_, dialect)| {
            let robots = Robots::from_document(document, dialect);
            let lines = |group: Group<'_>| group.rules().map(|rule| rule.line()).collect();
            let groups: Vec<_> =
                robots.groups().map(|group| (lines(group), decided(group, dialect))).collect();
            let rules: usize = groups.iter().map(|(lines, _): &(Vec<u32>, _)| lines.len()).sum();
            let most = dialect.fetch.rule_limits.map_or(usize::MAX, |limits| limits.rules as usize);
            let is_whole = robots.unread() == 0 && !robots.is_refused() && rules < most;
            Meaning { dialect, groups, is_whole }
        });
        Self { presets: presets.collect() }
    }

    /// Whether a rule could go, alone, without a difference in any preset.
    pub(crate) fn may_lose(&self, line: u32) -> bool {
        self.presets.iter().all(|meaning| meaning.may_lose(line))
    }
}

impl Meaning {
    fn may_lose(&self, line: u32) -> bool {
        let place = self.groups.iter().find_map(|(lines, rules)| {
            Some((lines.iter().position(|other| *other == line)?, rules))
        });
        // To a preset that does not read it as a rule it is nothing.
        let Some((at, rules)) = place else { return self.is_whole };
        let everyone: Vec<&Decides> =
            self.groups.iter().flat_map(|(_, rules)| rules).flatten().collect();
        let ranks = Ranks::of(self.dialect, everyone.iter().copied());
        let removal =
            Removal { rules, removed: &[at], everyone: &everyone, ranks, dialect: self.dialect };
        // The last rule of a group also ends its list of agents.
        self.is_whole && rules.len() > 1 && removal.decides_nothing(at)
    }
}

/// How many pairs of rules one proof may compare.
const MOST_PAIRS: usize = 200_000;

fn same_rules(before: &Robots, after: &Robots, dialect: &Dialect) -> bool {
    let all: Vec<Vec<Vec<Decides>>> =
        before.groups().map(|group| decided(group, dialect)).collect();
    let everyone: Vec<&Decides> = all.iter().flatten().flatten().collect();
    let ranks = Ranks::of(dialect, everyone.iter().copied());
    let mut left = MOST_PAIRS;
    all.iter().zip(after.groups()).all(|(rules, group)| {
        let kept = decided(group, dialect);
        let Some(removed) = removed(rules, &kept) else {
            // The order of rules of one kind in a row never matters.
            return sorted(rules.clone()) == sorted(kept);
        };
        removed.iter().all(|&at| {
            let cost = everyone.len().saturating_add(rules.len());
            let Some(rest) = left.checked_sub(cost) else { return false };
            left = rest;
            let question =
                Removal { rules, removed: &removed, everyone: &everyone, ranks, dialect };
            question.decides_nothing(at)
        })
    })
}

/// The rules of `before` that `after` lacks, by their index; `None` if more
/// than that differs.
fn removed(before: &[Vec<Decides>], after: &[Vec<Decides>]) -> Option<Vec<usize>> {
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
fn sorted(mut rules: Vec<Vec<Decides>>) -> Vec<Vec<Decides>> {
    let kind = |rule: &Vec<Decides>| rule.first().map(|one| one.kind);
    for run in rules.chunk_by_mut(|one, other| kind(one) == kind(other)) {
        run.sort_by(|one, other| {
            let text =
                |rule: &Vec<Decides>| rule.first().map(|one| one.pattern.as_bytes().to_vec());
            text(one).cmp(&text(other))
        });
    }
    rules
}

/// Does it matter that a rule is gone?
struct Removal<'r> {
    /// The rules of its group.
    rules: &'r [Vec<Decides>],
    /// Which of them are gone.
    removed: &'r [usize],
    /// The rules of all groups: an agent may obey several together.
    everyone: &'r [&'r Decides],
    ranks: Ranks,
    dialect: &'r Dialect,
}

impl Removal<'_> {
    fn decides_nothing(&self, at: usize) -> bool {
        let patterns = self.rules.get(at).map(Vec::as_slice).unwrap_or_default();
        patterns.iter().all(|rule| rule.pattern.is_empty() || self.is_replaced(at, rule))
    }

    /// Whether a rule that stays decides the same wherever this one did.
    fn is_replaced(&self, at: usize, rule: &Decides) -> bool {
        let stays = |index: &usize| !self.removed.contains(index);
        let others = self.rules.iter().enumerate().filter(|(index, _)| stays(index));
        let mut others =
            others.flat_map(|(index, rules)| rules.iter().map(move |one| (index, one)));
        if self.dialect.paths.precedence == Precedence::First {
            return others.any(|(index, other)| {
                other.pattern.covers(&rule.pattern) == Covers::Yes
                    && (index < at || (other.kind == rule.kind && self.nothing_between(at, index)))
            });
        }
        others.any(|(_, other)| {
            other.kind == rule.kind
                && other.pattern.covers(&rule.pattern) == Covers::Yes
                && self
                    .everyone
                    .iter()
                    .all(|opposed| !comes_between(opposed, rule, other, self.ranks))
        })
    }

    /// Whether no rule of the other kind between two has a path in common with
    /// the first.
    fn nothing_between(&self, first: usize, last: usize) -> bool {
        let rule = self.rules.get(first).and_then(|rules| rules.first());
        let between = self.rules.get(first + 1..last).unwrap_or_default().iter().flatten();
        rule.is_some_and(|rule| {
            between.filter(|one| one.kind != rule.kind).all(|one| are_apart(one, rule))
        })
    }
}

fn are_apart(one: &Decides, other: &Decides) -> bool {
    one.pattern.meets(&other.pattern) == Meets::No
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
    pub(crate) fn of<'r>(dialect: &Dialect, mut rules: impl Iterator<Item = &'r Decides>) -> Self {
        let by_length = dialect.paths.wildcard_conflict == WildcardConflict::Longest
            || !rules.any(|rule| rule.pattern.has_wildcard());
        if by_length { Self::ByLength } else { Self::ByWildcards }
    }
}
