//! The rule `agent-control-token`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` is a token that limits the use of pages, and no crawler's name.
    ///
    /// ## Why
    ///
    /// [Google-Extended](https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers)
    /// and [Applebot-Extended](https://support.apple.com/en-us/119829) name no crawler. Blocking
    /// them keeps pages out of training, not out of search: Googlebot and Applebot go on fetching
    /// them, and no log ever shows these names.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Google-Extended
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
    /// It is a choice, and so only a note, once a file.
    Agent, "agent-control-token", "A011", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut found: Vec<(&str, Span)> = Vec::new();
    for group in &file.groups {
        let forbids = |rule: &RuleEntry| rule.kind == RuleKind::Disallow && rule.can_match();
        for agent in group.agents.iter().filter(|_| group.rules.iter().any(forbids)) {
            let crawler = agent.crawler.filter(|crawler| crawler.is_for(Purpose::ControlToken));
            let Some(name) = crawler.map(maycrawl_crawlers::Crawler::token) else { continue };
            if !found.iter().any(|(other, _)| *other == name) {
                found.push((name, agent.span));
            }
        }
    }
    let Some(((_, first), others)) = found.split_first() else { return };
    let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
    let verb = if others.is_empty() { "limits" } else { "limit" };
    let mut report = Diagnostic::new(
        *first,
        format!("{} {verb} AI use only: crawling and ranking stay as they are", listed(&names)),
        "to keep pages from being fetched, name the crawler itself, such as Googlebot",
    );
    for (_, span) in others {
        report = report.related(*span, "this too");
    }
    out.push(report);
}
