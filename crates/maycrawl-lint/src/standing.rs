//! Where a crawler may go, decided with the algebra of patterns and the matcher,
//! never by looking at the text.

use std::fmt;
use std::str::FromStr;

use maycrawl::{
    Rules,
    algebra::{Inclusion, Overlap},
    dialect::{Precedence, Tie, WildcardConflict},
    pattern::Pattern,
    robots::RuleKind,
    verdict::RuleId,
};

use crate::budget::Budget;

/// Where a crawler may go.
///
/// Exhaustive: a crawler may fetch everything, a part or nothing, or it is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Every path is allowed.
    Everywhere,
    /// Some paths are allowed and some are not.
    Partly,
    /// No path is allowed but `/robots.txt`.
    Nowhere,
    /// Neither a proof nor a path was found: the union of several rules decides.
    Undecided,
}

impl Standing {
    /// Every standing.
    pub const ALL: [Self; 4] = [Self::Everywhere, Self::Partly, Self::Nowhere, Self::Undecided];

    /// Its code in output.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Partly => "partly",
            Self::Nowhere => "nowhere",
            Self::Undecided => "undecided",
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Reads a code; the error is the text that is none.
impl FromStr for Standing {
    type Err = String;

    fn from_str(code: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|one| one.code() == code).ok_or_else(|| code.into())
    }
}

/// Where an agent may go by these rules.
pub fn standing(rules: &Rules) -> Standing {
    let patterns = rules.patterns().filter(|(_, _, pattern)| !pattern.is_empty()).collect();
    let question = Question { rules, patterns, budget: Budget::new(MOST_WORK) };
    match question.seen() {
        (true, true) => Standing::Partly,
        (true, false) if question.is_everywhere() => Standing::Everywhere,
        (false, true) if question.is_nowhere() => Standing::Nowhere,
        _ => Standing::Undecided,
    }
}

/// A path that no rule is likely to be about.
pub(crate) const UNLIKELY: &[u8] = b"/c9b1e7d3";

/// How much comparing of patterns one question may cost: the product of two
/// lengths for each pair. Beyond it, nothing more is proved.
const MOST_WORK: usize = 20_000_000;

/// A rule as it is matched.
type Rule<'r> = (RuleId, RuleKind, &'r Pattern);

/// Where may an agent go by these rules?
struct Question<'r> {
    rules: &'r Rules,
    patterns: Vec<Rule<'r>>,
    budget: Budget,
}

impl<'r> Question<'r> {
    /// Whether a path was found that is allowed, and one that is not.
    fn seen(&self) -> (bool, bool) {
        let (mut allowed, mut disallowed) = (false, false);
        let mut look = |path: &[u8]| {
            if path != b"/robots.txt" {
                let is_allowed = self.rules.check_url(path).is_allowed();
                allowed |= is_allowed;
                disallowed |= !is_allowed;
            }
            allowed && disallowed
        };
        // The shortest is likely to have a rule of its own.
        if look(UNLIKELY) || look(b"/") || look(b"/robots.txt?") {
            return (true, true);
        }
        for (_, kind, one) in &self.patterns {
            if let Overlap::Yes(path) = self.meets(one, one)
                && look(&path)
            {
                return (true, true);
            }
            for (_, _, other) in self.patterns.iter().filter(|other| other.1 != *kind) {
                if let Inclusion::No(path) = self.covers(other, one)
                    && look(&path)
                {
                    return (true, true);
                }
            }
        }
        (allowed, disallowed)
    }

    /// Whether every Disallow provably yields: it matches nothing, or an Allow
    /// that beats it covers it.
    fn is_everywhere(&self) -> bool {
        self.of_kind(RuleKind::Disallow).all(|disallow| self.yields(disallow))
    }

    /// Whether a Disallow provably covers everything, and every Allow that beats
    /// it yields to another or is for `/robots.txt` alone.
    fn is_nowhere(&self) -> bool {
        let everything = Pattern::parse("/", self.rules.dialect());
        let robots_txt = Pattern::parse("/robots.txt$", self.rules.dialect());
        let is_harmless = |allow: Rule<'_>| {
            self.covers(&robots_txt, allow.2) == Inclusion::Yes || self.yields(allow)
        };
        self.of_kind(RuleKind::Disallow).any(|disallow| {
            self.covers(disallow.2, &everything) == Inclusion::Yes
                && self
                    .of_kind(RuleKind::Allow)
                    .all(|allow| !self.beats(allow, disallow) || is_harmless(allow))
        })
    }

    /// Whether a rule decides nothing: it matches no path, or a rule of the
    /// other kind that beats it covers it.
    fn yields(&self, rule: Rule<'_>) -> bool {
        self.meets(rule.2, rule.2) == Overlap::No
            || self.patterns.iter().any(|other| {
                other.1 != rule.1
                    && self.beats(*other, rule)
                    && self.covers(other.2, rule.2) == Inclusion::Yes
            })
    }

    /// Whether `one` decides where both match.
    fn beats(&self, one: Rule<'_>, other: Rule<'_>) -> bool {
        let knobs = &self.rules.dialect().paths;
        if knobs.precedence == Precedence::First {
            return one.0 < other.0;
        }
        let is_disallow = one.1 == RuleKind::Disallow;
        let is_conflict = one.2.has_wildcard() || other.2.has_wildcard();
        if is_conflict && knobs.wildcard_conflict == WildcardConflict::Disallow {
            return is_disallow;
        }
        let wins_tie = is_disallow == (knobs.tie == Tie::Disallow);
        one.2.len() > other.2.len() || (one.2.len() == other.2.len() && wins_tie)
    }

    fn of_kind(&self, kind: RuleKind) -> impl Iterator<Item = Rule<'r>> {
        self.patterns.iter().filter(move |rule| rule.1 == kind).copied()
    }

    fn covers(&self, one: &Pattern, other: &Pattern) -> Inclusion {
        if self.may_compare(one, other) { one.covers(other) } else { Inclusion::Unknown }
    }

    fn meets(&self, one: &Pattern, other: &Pattern) -> Overlap {
        if self.may_compare(one, other) { one.meets(other) } else { Overlap::Unknown }
    }

    /// Whether there is work left to compare two patterns; takes it.
    fn may_compare(&self, one: &Pattern, other: &Pattern) -> bool {
        let work = (one.len() as usize + 2).saturating_mul(other.len() as usize + 2);
        self.budget.spend_or_end(work)
    }
}
