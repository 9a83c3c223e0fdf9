//! The rule `agent-repeated`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A group names the same crawler twice.
    ///
    /// ## Why
    ///
    /// Once is enough
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)): the
    /// second line changes nothing, and may have been meant for another crawler.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// User-agent: gptbot
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: the second line is deleted.
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    Agent, "agent-repeated", "A016", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        let mut seen: std::collections::BTreeMap<Vec<u8>, Span> = std::collections::BTreeMap::new();
        for agent in group.agents.iter().filter(|agent| !agent.value.is_empty()) {
            let key = agent.value.to_ascii_lowercase();
            let Some(first) = seen.get(&key) else {
                seen.insert(key, agent.span);
                continue;
            };
            let Some(line) = file.line(agent.line) else { continue };
            out.push(
                Diagnostic::new(
                    agent.span,
                    "the group names this crawler twice",
                    "delete the line",
                )
                .related(*first, "here")
                .fix(Fix::safe("delete the line", vec![Edit::remove(&line)])),
            );
        }
    }
}
