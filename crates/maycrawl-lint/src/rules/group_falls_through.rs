//! The rule `group-falls-through`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A group holds a `Crawl-delay`, a signal or a sitemap and no rule, so that it falls through
    /// into the next group.
    ///
    /// ## Why
    ///
    /// Only `Allow` and `Disallow` end a run of `User-agent` lines; other fields are as good as
    /// comments there
    /// ([RFC 9309 section 2.2.4](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.4),
    /// [google/robotstxt issue 51](https://github.com/google/robotstxt/issues/51)). The crawlers of
    /// both groups share the rules of the second: what was meant for one bad bot may block every
    /// crawler.
    ///
    /// ## Bad
    ///
    /// ```robots also=group-blocks-everything,agent-ignores-global
    /// User-agent: *
    /// Crawl-delay: 10
    ///
    /// User-agent: AhrefsBot
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Crawl-delay: 10
    /// Disallow:
    ///
    /// User-agent: AhrefsBot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: an empty `Disallow` ends the first group. Its crawlers may then fetch everything.
    ///
    /// ```robots
    /// User-agent: *
    /// Crawl-delay: 10
    /// Disallow:
    ///
    /// User-agent: AhrefsBot
    /// Disallow: /
    /// ```
    ///
    /// ## Limits
    ///
    /// Groups that are parted by a blank line alone are not reported: that is how lists of agents
    /// are often written.
    Group, "group-falls-through", "G003", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        for (at, pair) in group.agents.windows(2).enumerate() {
            let [before, next] = pair else { continue };
            let between =
                |entry: &&DirectiveEntry| before.line < entry.line && entry.line < next.line;
            let Some(last) = file.directives.iter().rfind(between) else { continue };
            let Some(line) = file.line(last.line) else { continue };
            let above = group.agents.get(..=at).unwrap_or_default();
            let names = agent_names(above);
            let first = above.first().map_or(before.span, |agent| agent.span);
            let disallow =
                group.rules.iter().find(|rule| rule.kind == RuleKind::Disallow && rule.can_match());
            let mut report = Diagnostic::new(
                first,
                format!("the group for {names} has no rule of its own and shares those of the next group"),
                format!("end it with a rule, such as an empty Disallow:, before line {}", next.line),
            )
            .related(last.directive.value, "this is no rule and ends no group")
            .related(next.span, "so this joins the group above");
            if let Some(rule) = disallow {
                report = report.related(rule.span, format!("and this holds for {names} too"));
                if let Some(path) = rule.path() {
                    report = report.path(path);
                }
            }
            let text = [b"Disallow:", file.line_end()].concat();
            let fix = Fix::unsafe_(
                "end the group with an empty Disallow",
                vec![Edit::insert(line.line_end().end, text)],
            );
            out.push(report.fix(fix));
        }
    }
}
