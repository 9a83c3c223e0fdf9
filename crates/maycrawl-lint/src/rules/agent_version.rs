//! The rule `agent-version`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` contains a version.
    ///
    /// ## Why
    ///
    /// A product token has none
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). Google's
    /// parser drops what follows the token; a crawler that compares the whole value does not find
    /// itself, and follows the group for `*` instead. The next version of the crawler may not find
    /// itself either.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Googlebot/2.1
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the versions are deleted, but in groups that forbid the home page.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once a file, and only of names that are known without their version.
    Agent, "agent-version", "A003", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut report: Option<Diagnostic> = None;
    let mut edits = Vec::new();
    for group in &file.groups {
        let is_known = |agent: &&AgentEntry<'_>| {
            agent.shape.has_version
                && agent.value_shape.second_directive.is_none()
                && agent.crawler.is_none()
                && file.catalogue.find(&lossy(&agent.token)).is_some()
        };
        for agent in group.agents.iter().filter(is_known) {
            let start = agent.span.start + u32::try_from(agent.token.len()).unwrap_or(0);
            let version = Span::new(start, agent.span.end);
            if !group.may_block_home() {
                edits.push(Edit::replace(version, ""));
            }
            report = Some(match report {
                Some(report) => report.related(version, "this is a version too"),
                None => Diagnostic::new(
                    version,
                    format!(
                        "a crawler that compares the whole name does not find itself in {}",
                        agent.text().split(';').next().unwrap_or_default()
                    ),
                    "write the name without the version",
                ),
            });
        }
    }
    let fix = (!edits.is_empty()).then(|| Fix::unsafe_("delete the versions", edits));
    out.extend(report.map(|report| report.maybe_fix(fix)));
}
