//! The rule `group-rule-before-agent`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule stands before the first `User-agent`.
    ///
    /// ## Why
    ///
    /// A rule belongs to the agents named before it
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)); one
    /// without any belongs to nobody, and no crawler obeys it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// Disallow: /private/
    ///
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: `User-agent: *` is put before the first such rule.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    Group, "group-rule-before-agent", "G001", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let is_rule =
        |entry: &DirectiveEntry| matches!(entry.directive.field, Field::Allow | Field::Disallow);
    let orphans =
        file.directive_lines().filter(|(_, entry)| is_rule(entry) && entry.group.is_none());
    // A rule after the first agent is without a group only because of a limit.
    let first_agent = file.agents().map(|agent| agent.line).min().unwrap_or(u32::MAX);
    let orphans: Vec<_> = orphans.filter(|(line, _)| line.number() < first_agent).collect();
    let [(first, _), others @ ..] = orphans.as_slice() else { return };
    let text = |line: &Line<'_>| Span::new(line.field().start, line.value().end);
    let mut report = Diagnostic::new(
        text(first),
        "no User-agent stands before this rule, so nobody obeys it",
        "write the User-agent that it is for before it",
    );
    for (line, _) in others {
        report = report.related(text(line), "nor this");
    }
    let agent = [b"User-agent: *", file.line_end()].concat();
    out.push(report.fix(Fix::unsafe_(
        "put User-agent: * before it",
        vec![Edit::insert(first.span().start, agent)],
    )));
}
