//! The rule `agent-obeys-nothing`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A group forbids something to a crawler that does not obey a robots.txt, or may not.
    ///
    /// ## Why
    ///
    /// The protocol is a request
    /// ([RFC 9309 section 1](https://www.rfc-editor.org/rfc/rfc9309.html#section-1)). Operators say
    /// that fetches which a person asks for need not obey it, and some crawlers obey nothing. To
    /// keep them out, block their addresses on the server.
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
    /// What a crawler obeys is the catalogue's, which names its source. Reported once a file.
    Agent, "agent-obeys-nothing", "A013", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut report: Option<Diagnostic> = None;
    let forbids = |rule: &RuleEntry| rule.kind == RuleKind::Disallow && rule.can_match();
    for group in file.groups.iter().filter(|group| group.rules.iter().any(forbids)) {
        for agent in group.tokens() {
            let Some(crawler) = agent.crawler else { continue };
            let says = match crawler.obeys() {
                Obeys::No => "does not obey a robots.txt",
                Obeys::MayNot => "may ignore a robots.txt, as its operator says",
                Obeys::Disputed => "is said not to obey a robots.txt",
                _ => continue,
            };
            report = Some(match report {
                Some(report) => report.related(agent.span, format!("{} {says}", crawler.token())),
                None => Diagnostic::new(
                    agent.span,
                    format!("{} {says}", crawler.token()),
                    match crawler.verification() {
                        Some(_) => "block its addresses on the server, if it must stay out",
                        None => "block its User-Agent on the server, if it must stay out",
                    },
                ),
            });
        }
    }
    out.extend(report);
}
