//! The rule `agent-wildcard`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` uses `*` as a wildcard within a name.
    ///
    /// ## Why
    ///
    /// `*` alone stands for every crawler without a group; within a name it stands for nothing
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). Of
    /// `Googlebot*` Google's parser reads `Googlebot`; others find no such crawler. `*bot` names
    /// nobody.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *bot
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
    /// ## Limits
    ///
    /// A note where a known crawler's name remains without the `*`. There is no fix: nobody can know
    /// which crawlers were meant.
    Agent, "agent-wildcard", "A005", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for agent in file.agents().filter(|agent| agent.value.contains(&b'*') && agent.value != b"*") {
        let what = match &*agent.token {
            _ if agent.is_global => {
                "most parsers read this as *: every crawler that no group names".into()
            }
            [] => "a name has no wildcards, so no crawler follows this group".into(),
            token => format!(
                "a name has no wildcards: most parsers read only {}, some nothing",
                lossy(token)
            ),
        };
        let report = Diagnostic::new(agent.span, what, "name each crawler, or write * alone");
        // Most parsers find the crawler all the same.
        let is_found = file.catalogue.find(&lossy(&agent.token)).is_some();
        out.push(if is_found { report.severity(Severity::Note) } else { report });
    }
}
