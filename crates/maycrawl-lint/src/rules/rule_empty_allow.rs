//! The rule `rule-empty-allow`: its page, its check and its fix.

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
    /// Safe: the line is deleted, if the group has other rules.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Rule, "rule-empty-allow", "R005", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        for rule in
            group.rules.iter().filter(|rule| rule.kind == RuleKind::Allow && rule.value.is_empty())
        {
            let Some(line) = file.line(rule.line) else { continue };
            let report = Diagnostic::new(
                Span::new(line.field().start, line.separator().end),
                "an Allow without a path has no effect: it neither allows nor blocks anything",
                format!("{}, or write the path that you mean", group.removal()),
            );
            out.push(if group.rules.len() > 1 {
                report.fix(Fix::remove_rule(file, &line))
            } else {
                report
            });
        }
    }
}
