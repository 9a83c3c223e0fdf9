//! The rule `agent-obeys-nothing`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::prelude::*;

rule! {
    /// A group forbids something to a crawler that does not obey a robots.txt, or may not.
    ///
    /// ## Why
    ///
    /// The protocol is a request
    /// ([RFC 9309 section 1](https://www.rfc-editor.org/rfc/rfc9309.html#section-1)), and keeps out
    /// only who obeys it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: ChatGPT-User
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
    /// What a crawler obeys is the catalogue's, which names its source. Reported once a file. Not of
    /// crawlers that are gone, nor in a group that names `*` too.
    Agent, "agent-obeys-nothing", "A013", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut found: Vec<(&AgentEntry<'_>, &Crawler, &str)> = Vec::new();
    let forbids = |rule: &RuleEntry| rule.kind == RuleKind::Disallow && rule.can_match();
    let groups = file.groups.iter().filter(|group| !group.is_global());
    for group in groups.filter(|group| group.rules.iter().any(forbids)) {
        for agent in group.tokens().filter(|agent| !file.runs_on(group, agent)) {
            let Some(crawler) = agent.crawler.filter(|crawler| !crawler.is_retired()) else {
                continue;
            };
            let says = match crawler.obeys() {
                Obeys::No => "does not obey a robots.txt",
                Obeys::MayNot if crawler.is_for(Purpose::UserFetch) => {
                    "may ignore a robots.txt when a person asks for a page"
                }
                Obeys::MayNot if crawler.is_for(Purpose::Tool) => {
                    "obeys a robots.txt only as long as its user does not switch that off"
                }
                Obeys::MayNot => "may ignore a robots.txt, as its operator says",
                Obeys::Disputed => "is said not to obey a robots.txt",
                _ => continue,
            };
            found.push((agent, crawler, says));
        }
    }
    // Crawlers before programs that people run.
    found.sort_by_key(|(_, crawler, _)| crawler.is_for(Purpose::Tool));
    let [(agent, crawler, says), others @ ..] = found.as_slice() else { return };
    let mut report = Diagnostic::new(
        agent.span,
        format!("{} {says}", crawler.token()),
        match crawler.verification() {
            Some(_) => "block its addresses on the server, if it must stay out",
            None => "block its User-Agent on the server, if it must stay out",
        },
    );
    for (agent, crawler, says) in others {
        report = report.related(agent.span, format!("{} {says}", crawler.token()));
    }
    out.push(report);
}
