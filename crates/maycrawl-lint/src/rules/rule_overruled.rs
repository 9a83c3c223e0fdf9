//! The rule `rule-overruled`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule has no effect, because a stronger rule of the other kind matches every URL that it
    /// matches.
    ///
    /// ## Why
    ///
    /// The longest match wins, and `Allow` wins a tie
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). A
    /// rule that always loses says the opposite of what happens.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/*
    /// Allow: /a/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Allow: /a/b/
    /// Disallow: /a/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only where a single rule always beats it, not where several rules together do.
    /// `rule-conflict` reports two rules with exactly the same path.
    Rule, "rule-overruled", "R003", Warning, Text(check)
}

/// The pairs of rules that are compared in one file.
const MOST_PAIRS: usize = 100_000;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let budget = Budget::new(MOST_PAIRS);
    for group in &file.groups {
        for rule in group.rules.iter().filter(|rule| rule.can_match()) {
            if !budget.spend(group.rules.len()) {
                return;
            }
            let beats = |other: &&RuleEntry| {
                let rank = |one: &RuleEntry| Rank::new(one.kind, &one.pattern, one.line);
                let is_stronger = rank(other).outranks(&rank(rule), &BASE);
                other.kind != rule.kind
                    && other.value != rule.value
                    && is_stronger
                    && rule.meets != Overlap::No
                    && other.covers(rule)
            };
            let Some(winner) = group.rules.iter().find(beats) else { continue };
            let mut report = Diagnostic::new(
                rule.span,
                format!(
                    "this rule has no effect: {} on line {} always beats it",
                    winner.text(),
                    winner.line
                ),
                "delete this rule, or give it a longer path than the other",
            )
            .related(winner.span, "always wins");
            if let Some(path) = rule.path() {
                report = report.path(path);
            }
            out.push(report);
        }
    }
}
