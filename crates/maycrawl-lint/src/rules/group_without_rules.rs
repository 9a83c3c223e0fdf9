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
    /// ```robots also=group-drops-global-rules
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: bingbot
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
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
        // Without rules for `*` the group changes nothing.
        let is_alone =
            !file.groups.iter().any(|group| group.is_global() && !group.rules.is_empty());
        let severity = if is_alone { Severity::Note } else { Severity::Warning };
        let report = Diagnostic::new(
            first.span,
            format!("no rule follows, so everything is allowed to {}", agent_names(&group.agents)),
            "write the rules that are meant, or an empty Disallow: if none is",
        )
        .severity(severity);
        let end = if last.line_end().is_empty() { file.line_end() } else { b"" };
        let text = [end, b"Disallow:", file.line_end()].concat();
        out.push(report.fix(Fix::unsafe_(
            "say it with an empty Disallow",
            vec![Edit::insert(last.line_end().end, text)],
        )));
    }
}
