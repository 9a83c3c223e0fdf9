//! The rule `rule-conflict`: its page, its check and its fix.

use std::collections::BTreeMap;

use crate::prelude::*;

rule! {
    /// A group allows and disallows the same path.
    ///
    /// ## Why
    ///
    /// Under RFC 9309 the `Allow` should win
    /// ([section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). Google's
    /// documentation of 2012 did not say, and crawlers that use the first match obey the rule that
    /// comes first. One of the two rules is a mistake.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Allow: /shop/
    /// Disallow: /shop/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Allow: /shop/catalogue/
    /// Disallow: /shop/
    /// ```
    ///
    /// ## Limits
    ///
    /// There is no fix: only you know which rule you mean.
    Rule, "rule-conflict", "R004", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        let mut first: BTreeMap<&[u8], &RuleEntry> = BTreeMap::new();
        for rule in group.rules.iter().filter(|rule| rule.can_match()) {
            let held = first.entry(&rule.value).or_insert(rule);
            if held.kind == rule.kind {
                continue;
            }
            let mut report = Diagnostic::new(
                rule.span,
                format!(
                    "line {} has the opposite rule for the same path; most crawlers obey the Allow, but some obey the rule that comes first",
                    held.line
                ),
                "keep the one that you mean, and delete the other",
            )
            .related(held.span, "the opposite rule");
            if let Some(path) = rule.path() {
                report = report.path(path);
            }
            out.push(report);
        }
    }
}
