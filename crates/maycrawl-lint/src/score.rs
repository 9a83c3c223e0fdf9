//! One number for a file, from its findings.

use std::collections::BTreeMap;

use crate::finding::{Finding, Severity};

/// How well a file does, from 0 to 100.
///
/// What is no robots.txt at all, a web page or UTF-16, scores 0. Any other file
/// begins with 100. Every error costs 10 points and every warning 3; a note,
/// and so every deliberate choice, costs nothing. The findings of one group of
/// rules together cost at most 30, so that one mistake made often is not the
/// end. It never falls below 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The score.
    pub points: u32,
    /// What each group of rules cost, those that cost nothing left out.
    pub groups: BTreeMap<&'static str, GroupCost>,
}

/// What the findings of one group of rules cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupCost {
    /// How many errors there are.
    pub errors: u32,
    /// How many warnings there are.
    pub warnings: u32,
    /// What they cost together, the cap counted.
    pub points: u32,
}

/// The most that the findings of one group cost.
pub const MOST_OF_A_GROUP: u32 = 30;

/// What a finding of this severity costs.
pub const fn cost(severity: Severity) -> u32 {
    match severity {
        Severity::Error => 10,
        Severity::Warning => 3,
        Severity::Note => 0,
    }
}

/// The rules that find that a file is no robots.txt.
pub(crate) const NO_FILE: [&str; 2] = ["encoding-utf16", "syntax-html"];

/// The score of a file with these findings.
pub fn score(findings: &[Finding]) -> Score {
    let mut groups: BTreeMap<&'static str, GroupCost> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| cost(finding.severity) > 0) {
        let group = groups.entry(finding.rule.group()).or_default();
        match finding.severity {
            Severity::Error => group.errors += 1,
            Severity::Warning => group.warnings += 1,
            Severity::Note => {}
        }
        group.points = (group.points + cost(finding.severity)).min(MOST_OF_A_GROUP);
    }
    let lost: u32 = groups.values().map(|group| group.points).sum();
    let is_none = findings.iter().any(|one| NO_FILE.contains(&one.rule.name));
    let points = if is_none { 0 } else { 100_u32.saturating_sub(lost) };
    Score { points, groups }
}
