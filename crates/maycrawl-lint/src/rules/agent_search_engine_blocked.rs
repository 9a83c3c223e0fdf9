//! The rule `agent-search-engine-blocked`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A group blocks the whole site for the crawler of a large search engine.
    ///
    /// ## Why
    ///
    /// A search engine cannot show the text of pages that it may not fetch, and often does not
    /// show such pages at all
    /// ([Google](https://developers.google.com/search/docs/crawling-indexing/robots/intro)). The
    /// block may be deliberate, or left over from a test.
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
    /// Reported only for Googlebot and bingbot. To silence it, write
    /// `# maycrawl: ignore agent-search-engine-blocked` and a reason, as for every rule.
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
                    format!("the whole site is blocked for {}, so {engine} cannot read its pages", agent.text()),
                    format!("if people should find the site in {engine}, block only the paths that they should not find"),
                )
                .path("/"),
            );
        }
    }
}
