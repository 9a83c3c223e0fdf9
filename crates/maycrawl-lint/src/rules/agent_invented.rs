//! The rule `agent-invented`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` is the name of a company or a service, which no crawler calls itself.
    ///
    /// ## Why
    ///
    /// Crawlers look for their product tokens, as their operators document them
    /// ([OpenAI](https://developers.openai.com/api/docs/bots),
    /// [Google](https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers),
    /// [Anthropic](https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler)).
    /// The name of a company or of a service is in none of these lists, so no crawler follows such a
    /// group: what it blocks stays open.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: OpenAI
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
    /// ## Limits
    ///
    /// An error where the group forbids something, a warning otherwise. There is no fix: a company
    /// has several crawlers, and they cost different things to block.
    Agent, "agent-invented", "A009", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        let forbids = |rule: &&RuleEntry| rule.kind == RuleKind::Disallow && rule.can_match();
        let forbidden = group.rules.iter().find(forbids);
        for agent in group.agents.iter().filter(|agent| !agent.is_own) {
            let Some(todo) = agent.shape.invented.filter(|_| !agent.is_documented()) else {
                continue;
            };
            let name = agent.text();
            let part = if group.agents.len() == 1 { "group" } else { "line" };
            let report = Diagnostic::new(
                agent.span,
                format!("no crawler calls itself {name}, so this {part} reaches nobody"),
                todo,
            );
            let path = forbidden.and_then(RuleEntry::path);
            out.push(match path {
                Some(path) => report.path(path),
                None => report.severity(Severity::Warning),
            });
        }
    }
}
