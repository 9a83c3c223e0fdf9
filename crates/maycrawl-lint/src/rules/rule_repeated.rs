//! The rule `rule-repeated`: its page, its check and its fix.

use std::collections::{BTreeMap, BTreeSet};

use crate::prelude::*;

rule! {
    /// A group contains the same rule twice.
    ///
    /// ## Why
    ///
    /// A crawler needs a rule once
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)); the copy
    /// changes nothing. One of the two may have been meant for another path.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: the second rule is deleted. Unsafe where a blank line separates the two for some
    /// crawlers.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once per file; a pair that several groups repeat is reported only in the first of
    /// them. If only one of the two lines is spelt so that every crawler reads it, the fix keeps
    /// that line.
    ///
    /// ## Pedantic
    ///
    /// The file says the same without the copy. Long lists that several people keep have such copies
    /// by the dozen.
    Rule, "rule-repeated", "R001", Note, Text(check), pedantic
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut lines = Vec::new();
    // The copies with the rules that stay. What several groups repeat is one slip.
    let mut pairs: Vec<(&RuleEntry, &RuleEntry)> = Vec::new();
    let mut known: BTreeSet<(bool, &[u8])> = BTreeSet::new();
    for group in &file.groups {
        let mut seen: BTreeMap<(bool, &[u8]), &RuleEntry> = BTreeMap::new();
        let mut repeated = Vec::new();
        for rule in group.rules.iter().filter(|rule| !rule.value.is_empty()) {
            let key = (rule.kind == RuleKind::Allow, rule.value.as_slice());
            let Some(first) = seen.get(&key).copied() else {
                seen.insert(key, rule);
                continue;
            };
            let (copy, kept) = if !file.is_exact(first) && file.is_exact(rule) {
                seen.insert(key, rule);
                (first, rule)
            } else {
                (rule, first)
            };
            lines.extend(file.line(copy.line));
            repeated.push(key);
            if !known.contains(&key) {
                pairs.push((copy, kept));
            }
        }
        known.extend(repeated);
    }
    lines.sort_by_key(Line::number);
    pairs.sort_by_key(|(copy, _)| copy.line);
    let [(copy, kept), others @ ..] = pairs.as_slice() else { return };
    let what = match others {
        [] => format!("the same rule is on line {}", kept.line),
        [.., (last, last_kept)] if is_run(&pairs) => format!(
            "lines {} to {} repeat lines {} to {}",
            copy.line, last.line, kept.line, last_kept.line
        ),
        [_] => {
            format!("the same rule is on line {}, and a line below repeats another rule", kept.line)
        }
        others => format!(
            "the same rule is on line {}, and {} lines below repeat other rules",
            kept.line,
            others.len()
        ),
    };
    let todo = if lines.len() == 1 {
        "delete the line, unless you mean another path"
    } else {
        "delete the copies, unless you mean other paths"
    };
    out.push(
        Diagnostic::new(copy.span, what, todo)
            .related(kept.span, "the same rule")
            .also(others.iter().map(|(copy, _)| copy.span), "also a copy")
            .fix(Fix::remove_rules(file, &lines)),
    );
}

/// Whether copies follow each other as the rules do that they repeat.
fn is_run(pairs: &[(&RuleEntry, &RuleEntry)]) -> bool {
    pairs.iter().zip(pairs.iter().skip(1)).all(|((copy, kept), (next, next_kept))| {
        next.line == copy.line + 1 && next_kept.line == kept.line + 1
    })
}
