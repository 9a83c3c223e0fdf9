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
    /// Googlebot and bingbot only. It is a choice, and so only a note.
    Agent, "agent-search-engine-blocked", "A017", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for token in ["googlebot", "bingbot"] {
        let is_it = |agent: &&AgentEntry<'_>| agent.token == token.as_bytes();
        let Some(agent) = file.agents().find(is_it) else { continue };
        let groups = file.groups.iter().filter(|group| group.tokens().any(|agent| is_it(&agent)));
        if forbids_everything(groups).is_some() {
            out.push(
                Diagnostic::new(
                    agent.span,
                    format!("{} may fetch nothing of the site", agent.text()),
                    "nothing, if that is meant",
                )
                .path("/"),
            );
        }
    }
}
