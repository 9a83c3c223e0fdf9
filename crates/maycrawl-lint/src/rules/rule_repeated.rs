//! The rule `rule-repeated`: its page, its check and its fix.

use std::collections::BTreeMap;

use crate::prelude::*;

rule! {
    /// A group holds the same rule twice.
    ///
    /// ## Why
    ///
    /// Only the longest match counts
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)), so the
    /// second changes nothing. It may have been meant otherwise.
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
    /// Safe: the second is deleted. Unsafe, where a blank line parts the two for some crawlers.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Rule, "rule-repeated", "R001", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        let mut seen: BTreeMap<(bool, &[u8]), &RuleEntry> = BTreeMap::new();
        for rule in group.rules.iter().filter(|rule| !rule.value.is_empty()) {
            let key = (rule.kind == RuleKind::Allow, rule.value.as_slice());
            let Some(first) = seen.get(&key) else {
                seen.insert(key, rule);
                continue;
            };
            let Some(line) = file.line(rule.line) else { continue };
            out.push(
                Diagnostic::new(
                    rule.span,
                    format!("the same rule is on line {}", first.line),
                    "delete the line, unless you mean another path",
                )
                .related(first.span, "here")
                .fix(Fix::remove_rule(file, &line)),
            );
        }
    }
}
