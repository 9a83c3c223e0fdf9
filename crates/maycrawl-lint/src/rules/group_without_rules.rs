//! The rule `group-without-rules`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A group names crawlers and has no rule.
    ///
    /// ## Why
    ///
    /// The crawlers that it names obey this group and not that of `*`
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)), so
    /// they may fetch everything. Google asks for
    /// [at least one rule in a group](https://developers.google.com/search/docs/crawling-indexing/robots/create-robots-txt).
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: bingbot
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots also=group-frees-crawler
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: bingbot
    /// Disallow:
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: an empty `Disallow` says that everything is allowed. (It is no safe fix, as Yandex
    /// takes it for a rule.)
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: bingbot
    /// Disallow:
    /// ```
    ///
    /// ## Limits
    ///
    /// A warning where the group for `*` has rules that the crawlers lose; a note for a group for `*`
    /// itself. Nothing is said of other groups where no rules are lost.
    Group, "group-without-rules", "G002", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in file.groups.iter().filter(|group| group.rules.is_empty()) {
        let Some(last) = group.agents.last().and_then(|agent| file.line(agent.line)) else {
            continue;
        };
        let Some(first) = group.agents.first() else { continue };
        if group.agents.iter().any(|agent| agent.value_shape.second_directive.is_some()) {
            continue;
        }
        let has_rules = |other: &Group<'_>| other.is_global() && !other.rules.is_empty();
        // Without rules for `*` the group changes nothing.
        let changes = file.groups.iter().any(has_rules);
        if !changes && !group.is_global() {
            continue;
        }
        let severity = if changes { Severity::Warning } else { Severity::Note };
        let names = match group.agents.as_slice() {
            [one] if one.is_global && file.groups.len() == 1 => "all crawlers".into(),
            [one] if one.is_global => "all other crawlers".into(),
            agents => agent_names(agents),
        };
        let report = Diagnostic::new(
            first.span,
            format!("no rule follows, so {names} may fetch everything"),
            "write the rules that you mean; if there are none, an empty Disallow: says so",
        )
        .severity(severity);
        let end = if last.line_end().is_empty() { file.line_end() } else { b"" };
        let text = [end, b"Disallow:", file.line_end()].concat();
        out.push(report.fix(Fix::unsafe_(
            "say so with an empty Disallow",
            vec![Edit::insert(last.line_end().end, text)],
        )));
    }
}
