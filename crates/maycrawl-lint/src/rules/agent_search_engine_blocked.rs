//! The rule `agent-search-engine-blocked`: its page, what it finds, and what mends it.

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
    "agent-search-engine-blocked", "A017", Note, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    let root = Path::parse("/", &BASE);
    let other = Path::parse("/c9b1e7d3", &BASE);
    for token in ["googlebot", "bingbot"] {
        let Some(agent) = file.agents().find(|agent| agent.token == token.as_bytes()) else { continue };
        let rules = file.rules_of(&Agent::token(token));
        let opens = rules.patterns().any(|(_, kind, pattern)| kind == RuleKind::Allow && !pattern.is_empty());
        if !opens && !rules.check(&root).is_allowed() && !rules.check(&other).is_allowed() {
            out.push(
                Report::new(
                    agent.span,
                    format!("{} may fetch nothing of the site", agent.text()),
                    "nothing, if that is meant",
                )
                .path("/"),
            );
        }
    }
}
