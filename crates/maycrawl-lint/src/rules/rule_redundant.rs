//! The rule `rule-redundant`: its page, its check and its fix.

use crate::equivalence::{Ranks, RulePattern, comes_between};
use crate::prelude::*;

rule! {
    /// A rule forbids or allows what another of the same group does already.
    ///
    /// ## Why
    ///
    /// A path matches everything that begins with it
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)).
    /// `Disallow: /a/b` beside `Disallow: /a` changes no verdict, and makes readers look for its
    /// reason.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Disallow: /private/drafts/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Disallow: /drafts/
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: it is deleted. Unsafe, where it cannot be proved that this changes nothing in any
    /// preset: a crawler without wildcards may need the rule.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only where it is proved: one rule covers the other, and no rule of the other kind
    /// that could come between them in rank has a path in common with it. Where several rules
    /// together would cover it, nothing is said.
    Rule, "rule-redundant", "R002", Note, Text(check)
}

/// The pairs of rules that are compared in one file.
const MOST_PAIRS: usize = 100_000;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let budget = Budget::new(MOST_PAIRS);
    for group in &file.groups {
        let decides: Vec<RulePattern> = group
            .rules
            .iter()
            .map(|rule| RulePattern { kind: rule.kind, pattern: rule.pattern.clone() })
            .collect();
        let is_read_by_all = |rule: &&RuleEntry| rule.path().is_some() && file.is_exact(rule);
        for (rule, own) in group.rules.iter().zip(&decides).filter(|(rule, _)| is_read_by_all(rule))
        {
            if !budget.spend(group.rules.len()) {
                return;
            }
            let others = group.rules.iter().zip(&decides);
            let covering = others.filter(|(other, _)| {
                other.kind == rule.kind
                    && other.value != rule.value
                    && other.covers(rule)
                    && file.is_exact(other)
                    && covers_in_rfc(other, rule)
                    && (other.pattern.len() < rule.pattern.len() || !rule.covers(other))
            });
            // Of two rules that cover each other, only one may be removed.
            let mut safe = covering.filter(|(_, cover)| {
                decides.iter().all(|opposed| !comes_between(opposed, own, cover, Ranks::ByLength))
            });
            // An Allow of an index file also allows its folder.
            let stands_for_two = rule.kind == RuleKind::Allow
                && memchr::memmem::find(&rule.value, b"/index.htm").is_some();
            let Some((other, _)) = safe.next().filter(|_| !stands_for_two) else { continue };
            let Some(line) = file.line(rule.line) else { continue };
            out.push(
                Diagnostic::new(
                    rule.span,
                    format!(
                        "{} on line {} covers this, so it has no effect",
                        other.text(),
                        other.line
                    ),
                    "delete the line, unless you mean another path",
                )
                .path(rule.path().unwrap_or_default())
                .related(other.span, "covers it")
                .fix(Fix::remove_rule(file, &line)),
            );
        }
    }
}

/// Whether a rule covers another also where escapes are normalised.
fn covers_in_rfc(one: &RuleEntry, other: &RuleEntry) -> bool {
    let pattern = |rule: &RuleEntry| Pattern::parse(&rule.value, &Dialect::RFC9309);
    let is_plain = |rule: &RuleEntry| pattern(rule).as_bytes() == rule.pattern.as_bytes();
    (is_plain(one) && is_plain(other)) || pattern(one).covers(&pattern(other)) == Inclusion::Yes
}
