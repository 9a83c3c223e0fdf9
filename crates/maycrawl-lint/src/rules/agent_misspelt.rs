//! The rule `agent-misspelt`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` is nearly the name of a known crawler.
    ///
    /// ## Why
    ///
    /// Names are compared as a whole
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)):
    /// `Googelbot` is not Googlebot, which obeys the group for `*` instead.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Googelbot
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
    /// Unsafe: the name is written as the catalogue has it.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// One letter more, less, other or swapped, or a hyphen, in a name of six letters or more.
    Agent, "agent-misspelt", "A007", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for agent in file.agents() {
        if let Some(right) = agent.shape.near {
            out.push(
                Diagnostic::new(
                    agent.span,
                    format!("no crawler of this name is known, but {right} is"),
                    format!("write {right}, if that is meant"),
                )
                .fix(Fix::unsafe_(
                    format!("write {right}"),
                    vec![Edit::replace(agent.span, right)],
                )),
            );
        }
    }
}
