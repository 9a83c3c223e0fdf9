//! The rule `agent-version`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` carries a version.
    ///
    /// ## Why
    ///
    /// A product token has none
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). Google's
    /// parser drops what follows the token; a crawler that compares the whole value does not find
    /// itself.
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
    /// Unsafe: the version is taken away.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    Agent, "agent-version", "A003", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for agent in file.agents().filter(|agent| agent.shape.has_version) {
        let start = agent.span.start + u32::try_from(agent.token.len()).unwrap_or(0);
        let version = Span::new(start, agent.span.end);
        out.push(
            Diagnostic::new(
                version,
                "a version is no part of a product token",
                "write the token alone",
            )
            .fix(Fix::unsafe_("take the version away", vec![Edit::replace(version, "")])),
        );
    }
}
