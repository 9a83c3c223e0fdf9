//! Which of the matching rules decides.

use crate::dialect::{EmptyDisallow, PathKnobs, Precedence, Tie, WildcardConflict};
use crate::groups::RuleKind;
use crate::verdict::{Reason, RuleId, Verdict};

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
            (Some(allow), Some(disallow)) => match knobs.precedence {
                Precedence::First if allow.rule < disallow.rule => allow.decides(allow.reason),
                Precedence::First => disallow.decides(disallow.reason),
                Precedence::Longest => longest(allow, disallow, knobs),
            },
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
}

fn longest(allow: Candidate, disallow: Candidate, knobs: &PathKnobs) -> Verdict {
    let is_tie = allow.len == disallow.len;
    let is_conflict = allow.has_wildcard || disallow.has_wildcard;
    let conflict_decides = is_conflict && knobs.wildcard_conflict == WildcardConflict::Disallow;
    let allow_is_stronger = match knobs.tie {
        Tie::Allow => allow.len >= disallow.len,
        Tie::Disallow => allow.len > disallow.len,
    };
    let winner = if allow_is_stronger && !conflict_decides { allow } else { disallow };
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
pub(crate) fn meaning(
    kind: RuleKind,
    value: &[u8],
    empty_disallow: EmptyDisallow,
) -> (RuleKind, &[u8], Reason) {
    match (kind, value, empty_disallow) {
        (RuleKind::Disallow, [], EmptyDisallow::AllowAll) => {
            (RuleKind::Allow, b"/", Reason::EmptyDisallow)
        }
        (RuleKind::Allow, ..) => (kind, value, Reason::AllowRule),
        (RuleKind::Disallow, ..) => (kind, value, Reason::DisallowRule),
    }
}
