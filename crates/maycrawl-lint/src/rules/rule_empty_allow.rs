//! The rule `rule-empty-allow`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// An `Allow` has no path.
    ///
    /// ## Why
    ///
    /// An empty path matches nothing
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)), so the
    /// line allows nothing, though it looks as if it did.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Allow:
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
    /// Safe: it is taken away, if the group has other rules.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    "rule-empty-allow", "R005", Note, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for group in &file.groups {
        for rule in
            group.rules.iter().filter(|rule| rule.kind == RuleKind::Allow && rule.value.is_empty())
        {
            let Some(line) = file.line(rule.line) else { continue };
            let report = Report::new(
                Span::new(line.field().start, line.separator().end),
                "an Allow without a path allows nothing",
                "take it away, or write the path that is meant",
            );
            out.push(if group.rules.len() > 1 {
                report.fix(file.without_rule(&line))
            } else {
                report
            });
        }
    }
}
