//! The rule `agent-misspelt`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` is a misspelling of a known crawler's name.
    ///
    /// ## Why
    ///
    /// Crawlers compare the whole name
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)):
    /// Googlebot ignores a group for `Googelbot`, and follows the group for `*` instead.
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
    /// Unsafe: the fix writes the name as the catalogue spells it, unless a group blocks the home
    /// page.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only where the misspelling cannot be another name: hyphens or spaces that were moved
    /// or left out, a letter too many or too few, two swapped letters; in nine letters or more, also a
    /// wrong letter; in ten or more, two slips; in fewer than six, only two swapped letters or a doubled
    /// one. Another number makes another name, and so does an addition to a known name, such as
    /// `SemrushBot-XY`. `check` and `generate` suggest the same names. Not reported if the crawler is
    /// retired, or if its access would be the same under its right name.
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
            let crawler = file.catalogue.find(right).filter(|crawler| !crawler.is_retired());
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
                        "no known crawler is called {}; if {right} is meant, it ignores this group",
                        agent.text()
                    ),
                    format!("write {right}, if that is the crawler you mean"),
                )
                .maybe_fix(fix),
            );
        }
    }
}
