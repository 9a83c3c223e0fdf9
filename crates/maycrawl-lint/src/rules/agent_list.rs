//! The rule `agent-list`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` names several crawlers on one line.
    ///
    /// ## Why
    ///
    /// A line names one
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2); an erratum
    /// that would allow lists, 8895, is not adopted). Google's parser reads the first and drops the
    /// others, which then obey the group for `*`; parsers that compare the whole value find none of
    /// them.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Googlebot, bingbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// User-agent: bingbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: each gets a line of its own, unless the group forbids the home page.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// User-agent: bingbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Names without commas or semicolons between them are taken for a list only where each is a
    /// known crawler.
    Agent, "agent-list", "A004", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        for agent in &group.agents {
            let Some(names) = &agent.shape.list else { continue };
            let Some((first, others)) = names.split_first() else { continue };
            let separator = [file.line_end(), b"User-agent: "].concat();
            let lines = names.iter().map(String::as_bytes).collect::<Vec<_>>().join(&separator[..]);
            let fix = || Fix::unsafe_("split the line", vec![Edit::replace(agent.span, lines)]);
            let others = match others {
                [one] => (*one).clone(),
                _ => format!("the other {}", others.len()),
            };
            out.push(
                Diagnostic::new(
                    agent.span,
                    format!(
                        "Google's parser reads only {first}; the group does not reach {others}"
                    ),
                    "give each crawler a User-agent line of its own",
                )
                .maybe_fix((!group.may_block_home()).then(fix)),
            );
        }
    }
}
