//! One number for a file, from its findings.

use std::collections::BTreeMap;

use crate::finding::Finding;
use crate::rule::Check;
use crate::rule_group::RuleGroup;
use crate::severity::Severity;

/// How well a file does, from 0 to 100.
///
/// A web page or a file in UTF-16 scores 0. Any other file starts at 100. Each
/// error costs 10 points and each warning 3; a note, and so every deliberate
/// choice, costs nothing. The findings of one group of rules cost at most 30
/// together, so that one repeated mistake is not the end. The score never falls
/// below 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score {
    /// The score.
    pub points: u32,
    /// The cost of each group of rules that cost something.
    pub groups: BTreeMap<RuleGroup, GroupCost>,
}

/// The cost of the findings of one group of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupCost {
    /// The number of errors.
    pub errors: u32,
    /// The number of warnings.
    pub warnings: u32,
    /// Their cost together, at most [`MAX_GROUP_COST`].
    pub points: u32,
}

/// The most that the findings of one group of rules can cost.
pub const MAX_GROUP_COST: u32 = 30;

/// The cost of a finding of this severity, in points.
pub const fn cost(severity: Severity) -> u32 {
    match severity {
        Severity::Error => 10,
        Severity::Warning => 3,
        Severity::Note => 0,
    }
}

/// The score of a file with these findings.
pub fn score(findings: &[Finding]) -> Score {
    let mut groups: BTreeMap<RuleGroup, GroupCost> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| cost(finding.severity) > 0) {
        let group = groups.entry(finding.rule.group).or_default();
        match finding.severity {
            Severity::Error => group.errors += 1,
            Severity::Warning => group.warnings += 1,
            Severity::Note => {}
        }
        group.points = (group.points + cost(finding.severity)).min(MAX_GROUP_COST);
    }
    let lost: u32 = groups.values().map(|group| group.points).sum();
    let is_none = findings.iter().any(|one| matches!(one.rule.check, Check::Content(_)));
    let points = if is_none { 0 } else { 100_u32.saturating_sub(lost) };
    Score { points, groups }
}
