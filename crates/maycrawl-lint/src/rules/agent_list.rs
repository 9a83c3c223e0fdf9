//! The rule `agent-list`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` names several crawlers on one line.
    ///
    /// ## Why
    ///
    /// A line names one crawler
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2); erratum
    /// 8895, which would allow lists, is not adopted). Google's parser reads the first name and
    /// drops the others, so those crawlers follow the group for `*`. A parser that compares the
    /// whole value finds no name at all.
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
    /// Unsafe: the fix gives each crawler a line of its own, unless the group blocks the home
    /// page.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// User-agent: bingbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Names with only spaces between them count as a list only where each is a known crawler.
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
                        "a parser like Google's reads only {first} here, so {others} may ignore this group"
                    ),
                    "give each crawler a User-agent line of its own",
                )
                .maybe_fix((!group.may_block_home()).then(fix)),
            );
        }
    }
}
