//! The rule `agent-misspelt`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` is the name of a known crawler with a slip of the keyboard.
    ///
    /// ## Why
    ///
    /// Names are compared as a whole
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)):
    /// `Googelbot` is not Googlebot, which follows the group for `*` instead.
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
    /// Unsafe: the name is written as the catalogue has it, unless the group forbids the home page.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Only slips that make no other name: a letter too many or too few, two letters swapped, or a
    /// hyphen, in six letters or more; two of them or one other letter in ten or more. A known name
    /// with an addition, such as `SemrushBot-XY`, is never taken for a slip. Not where the crawler is
    /// gone, or may fetch the same as by its right name.
    Agent, "agent-misspelt", "A007", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    // The name that is written would lose its group, and be left with that for `*`.
    let mut groups = file.groups.iter();
    let may_lock_out = groups.any(|group| !group.agents.is_empty() && group.may_block_home());
    let comparison = Comparison::new();
    for group in &file.groups {
        for agent in &group.agents {
            let Some(right) = agent.shape.near else { continue };
            let crawler = file.catalogue.find(right).filter(|crawler| is_alive(crawler));
            let Some(crawler) = crawler.filter(|_| comparison.may_choose(file)) else { continue };
            let (now, then) =
                (file.rules_of(&crawler.agent()), file.rules_of(&Agent::token(&agent.token)));
            let is_named = file.names(right.to_ascii_lowercase().as_bytes());
            if is_named || comparison.differing(&now, &then).is_none() {
                continue;
            }
            let fix = || {
                let edit = Edit::replace(agent.span, right);
                Fix::unsafe_(format!("write {right}"), vec![edit])
            };
            let fix = (!may_lock_out).then(fix);
            out.push(
                Diagnostic::new(
                    agent.span,
                    format!(
                        "no crawler known to us is called {}; if {right} is meant, it does not follow this group",
                        agent.text()
                    ),
                    format!("write {right}, if that is the crawler you mean"),
                )
                .maybe_fix(fix),
            );
        }
    }
}
