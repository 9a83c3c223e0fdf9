//! The rule `group-rule-before-agent`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule comes before the first `User-agent`.
    ///
    /// ## Why
    ///
    /// A rule applies to the agents named before it
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). A
    /// rule before the first `User-agent` applies to no crawler, so what it should block stays
    /// open.
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
    /// Unsafe: the fix writes `User-agent: *` before the first such rule, unless one of them
    /// blocks the home page or the file already has a group for `*`.
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
    // A byte order mark that was encoded twice hides the first User-agent, and so does a slip in
    // its name.
    let is_agent = |shape: &LineShape| {
        matches!(
            shape,
            LineShape::Misspelt { field: "User-agent", .. }
                | LineShape::Junk { field: "User-agent", .. }
                | LineShape::NoColon { field: "User-agent", .. }
        )
    };
    let mut slips = file.shaped_lines().filter(|(line, _)| line.number() < first.number());
    if file.broken_mark().is_some() || slips.any(|(_, shape)| is_agent(&shape)) {
        return;
    }
    let text = |line: &Line<'_>| Span::new(line.field().start, line.value().end);
    let what = match others.len() {
        0 => "no User-agent comes before this rule, so no crawler obeys it".to_owned(),
        more => format!(
            "no User-agent comes before this rule and {more} more, so no crawler obeys them"
        ),
    };
    let mut report = Diagnostic::new(
        text(first),
        what,
        "above it, write the User-agent line of the crawler that it is for",
    );
    for (line, _) in others {
        report = report.related(text(line), "no crawler obeys this either");
    }
    let home = UrlPath::parse("/", &BASE);
    let blocks_home = |(line, _): &(Line<'_>, DirectiveEntry)| {
        Pattern::parse(line.get(line.value()), &BASE).matches(&home)
    };
    let is_harmless = !orphans.iter().any(blocks_home) && !file.groups.iter().any(Group::is_global);
    let fix = || {
        let agent = [b"User-agent: *", file.line_end()].concat();
        let edit = Edit::insert(first.span().start, agent);
        Fix::unsafe_("write User-agent: * before it", vec![edit])
    };
    out.push(report.maybe_fix(is_harmless.then(fix)));
}
