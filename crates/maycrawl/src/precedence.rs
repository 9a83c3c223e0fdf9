//! Which of the rules that match a path decides, and why the others lose.
//!
//! This is the one place that ranks rules. The compiled matcher and the one-shot check
//! offer what matches to a [`Contest`]; explanations and tools compare two rules with
//! [`Rank::outranks`].

use core::cmp::{Ordering, Reverse};

use crate::dialect::{Dialect, EmptyDisallow, PathKnobs, Precedence, Tie, WildcardConflict};
use crate::group::RuleKind;
use crate::pattern::Pattern;
use crate::verdict::{LossReason, Reason, RuleId, Verdict};

/// What decides between rules that match the same path.
///
/// ```
/// use maycrawl::{Dialect, pattern::Pattern, robots::RuleKind, rules::Rank};
///
/// let google = Dialect::GOOGLE;
/// let rank = |kind, value, line| Rank::new(kind, &Pattern::parse(value, &google), line);
/// let disallow = rank(RuleKind::Disallow, "/shop/", 2);
/// let allow = rank(RuleKind::Allow, "/shop/*/photo", 3);
/// assert!(allow.outranks(&disallow, &google)); // it is longer
/// assert!(disallow.outranks(&allow, &Dialect::DRAFT_1996)); // it stands first
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rank {
    /// Whether the rule allows or disallows.
    pub kind: RuleKind,
    /// The length of its pattern in normal form.
    pub len: u32,
    /// Whether its pattern contains a `*` that is a wildcard.
    pub has_wildcard: bool,
    /// A number that grows from rule to rule, such as its line.
    pub position: u32,
}

impl Rank {
    /// The rank of a rule with this pattern.
    pub fn new(kind: RuleKind, pattern: &Pattern, position: u32) -> Self {
        Self { kind, len: pattern.len(), has_wildcard: pattern.has_wildcard(), position }
    }

    /// Whether this rule decides where both match.
    ///
    /// Of two rules of one kind, which give the same verdict, it is the one that a
    /// verdict names.
    pub fn outranks(&self, other: &Self, dialect: &Dialect) -> bool {
        self.beats(other, &dialect.paths)
    }

    #[inline]
    fn beats(&self, other: &Self, knobs: &PathKnobs) -> bool {
        if knobs.precedence == Precedence::First {
            return self.position < other.position;
        }
        if self.kind == other.kind {
            return self.strength(knobs) < other.strength(knobs);
        }
        let is_disallow = self.kind == RuleKind::Disallow;
        let is_conflict = self.has_wildcard || other.has_wildcard;
        if is_conflict && knobs.wildcard_conflict == WildcardConflict::Disallow {
            return is_disallow;
        }
        match self.len.cmp(&other.len) {
            Ordering::Greater => true,
            Ordering::Equal => is_disallow == (knobs.tie == Tie::Disallow),
            Ordering::Less => false,
        }
    }

    /// Sorts rules, the strongest first, without regard to their kinds.
    pub(crate) fn strength(&self, knobs: &PathKnobs) -> (Reverse<u32>, u32) {
        let len = match knobs.precedence {
            Precedence::Longest => self.len,
            Precedence::First => 0,
        };
        (Reverse(len), self.position)
    }

    /// Why this rule did not decide where `winner` did.
    pub(crate) fn loses_to(&self, winner: &Self, knobs: &PathKnobs) -> LossReason {
        if self.len == 0 {
            return LossReason::Empty;
        }
        if knobs.precedence == Precedence::First {
            return LossReason::Later;
        }
        match self.len.cmp(&winner.len) {
            Ordering::Less => LossReason::Shorter,
            Ordering::Equal if self.kind == winner.kind => LossReason::Later,
            Ordering::Equal => LossReason::Tie,
            Ordering::Greater => LossReason::WildcardConflict,
        }
    }
}

/// A rule that matches a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) kind: RuleKind,
    pub(crate) len: u32,
    pub(crate) has_wildcard: bool,
    pub(crate) reason: Reason,
    pub(crate) rule: RuleId,
}

/// The strongest rules seen so far. The order in which rules are offered does not
/// matter, but for those without a path, and that of the patterns of one rule.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Contest {
    allow: Option<Candidate>,
    disallow: Option<Candidate>,
    empty_allow: Option<RuleId>,
    empty_disallow: Option<RuleId>,
    /// How long a rule must be to change anything.
    least: u32,
}

impl Contest {
    /// A rule that matches. Of equally long ones of a kind the first in the file
    /// counts, and whether one of them holds a wildcard.
    pub(crate) fn offer(&mut self, candidate: Candidate, knobs: &PathKnobs) {
        let strongest = match candidate.kind {
            RuleKind::Allow => &mut self.allow,
            RuleKind::Disallow => &mut self.disallow,
        };
        let first_counts = knobs.precedence == Precedence::First;
        match strongest {
            None => *strongest = Some(candidate),
            Some(held) if !first_counts && candidate.len != held.len => {
                if candidate.len > held.len {
                    *strongest = Some(candidate);
                }
            }
            Some(held) => {
                let has_wildcard = held.has_wildcard || candidate.has_wildcard;
                if candidate.rule < held.rule {
                    *held = candidate;
                }
                held.has_wildcard = has_wildcard;
            }
        }
        if !first_counts {
            let len = |held: Option<Candidate>| held.map_or(0, |held| held.len);
            let (allow, disallow) = (len(self.allow), len(self.disallow));
            // Some dialects look at the strongest of either kind.
            let need_both =
                knobs.reports_undefined || knobs.wildcard_conflict == WildcardConflict::Disallow;
            self.least = if need_both { allow.min(disallow) } else { allow.max(disallow) };
        }
    }

    /// Whether a rule that is so long could change the verdict.
    pub(crate) const fn needs(&self, len: u32) -> bool {
        len >= self.least
    }

    /// A rule without a path. It decides nothing, but is worth naming where
    /// no other rule matches.
    pub(crate) fn offer_empty(&mut self, kind: RuleKind, rule: RuleId) {
        let first = match kind {
            RuleKind::Allow => &mut self.empty_allow,
            RuleKind::Disallow => &mut self.empty_disallow,
        };
        first.get_or_insert(rule);
    }

    /// The verdict over all rules that were offered.
    pub(crate) fn verdict(&self, knobs: &PathKnobs) -> Verdict {
        match (self.allow, self.disallow) {
            (Some(allow), Some(disallow)) => between(allow, disallow, knobs),
            (Some(only), None) | (None, Some(only)) => only.decides(only.reason),
            (None, None) => {
                let rule = self.empty_allow.or(self.empty_disallow);
                let reason = if rule.is_some() { Reason::EmptyRule } else { Reason::NoMatch };
                Verdict { allowed: true, reason, rule }
            }
        }
    }
}

impl Candidate {
    const fn decides(self, reason: Reason) -> Verdict {
        Verdict { allowed: matches!(self.kind, RuleKind::Allow), reason, rule: Some(self.rule) }
    }

    const fn rank(&self) -> Rank {
        let Self { kind, len, has_wildcard, rule, .. } = *self;
        Rank { kind, len, has_wildcard, position: rule.number() }
    }
}

/// The verdict where rules of both kinds match.
fn between(allow: Candidate, disallow: Candidate, knobs: &PathKnobs) -> Verdict {
    let winner = if allow.rank().beats(&disallow.rank(), knobs) { allow } else { disallow };
    if knobs.precedence == Precedence::First {
        return winner.decides(winner.reason);
    }
    let is_tie = allow.len == disallow.len;
    let is_conflict = allow.has_wildcard || disallow.has_wildcard;
    let conflict_decides = is_conflict && knobs.wildcard_conflict == WildcardConflict::Disallow;
    winner.decides(if knobs.reports_undefined && is_tie {
        Reason::UndefinedTie
    } else if knobs.reports_undefined && is_conflict {
        Reason::UndefinedWildcard
    } else if conflict_decides {
        Reason::WildcardConflict
    } else if is_tie {
        Reason::Tie
    } else {
        winner.reason
    })
}

/// What a rule of the file stands for in a dialect: its kind, the value that
/// counts, and the reason that it gives when it decides.
pub(crate) fn effective_rule(
    kind: RuleKind,
    value: &[u8],
    empty_disallow: EmptyDisallow,
) -> (RuleKind, &[u8], Reason) {
    match (kind, value, empty_disallow) {
        (RuleKind::Disallow, [], EmptyDisallow::AllowAll) => {
            (RuleKind::Allow, b"/", Reason::EmptyDisallow)
        }
        _ => (kind, value, kind.reason()),
    }
}

impl RuleKind {
    /// The reason that a rule gives when it decides as it says.
    pub(crate) const fn reason(self) -> Reason {
        match self {
            Self::Allow => Reason::AllowRule,
            Self::Disallow => Reason::DisallowRule,
        }
    }
}
