//! The rule `agent-search-engine-blocked`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A group forbids everything to the crawler of a large search engine.
    ///
    /// ## Why
    ///
    /// Pages that may not be fetched are not shown with their text, and often not at all
    /// ([Google](https://developers.google.com/search/docs/crawling-indexing/robots/intro)). It may
    /// be meant; it is also what remains of a test.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Googlebot and bingbot only. Silenced like every finding, by
    /// `# maycrawl: ignore agent-search-engine-blocked` and the reason.
    Agent, "agent-search-engine-blocked", "A017", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (token, engine) in [("googlebot", "Google"), ("bingbot", "Bing")] {
        let is_it = |agent: &&AgentEntry<'_>| agent.token == token.as_bytes();
        let Some(agent) = file.agents().find(is_it) else { continue };
        let groups = file.groups.iter().filter(|group| group.tokens().any(|agent| is_it(&agent)));
        if forbids_everything(groups).is_some() {
            out.push(
                Diagnostic::new(
                    agent.span,
                    format!("the whole site is blocked for {}, so {engine} does not show its pages", agent.text()),
                    format!("if people should find the site in {engine}, name only the paths that are not for them"),
                )
                .path("/"),
            );
        }
    }
}
