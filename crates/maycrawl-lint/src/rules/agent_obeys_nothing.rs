//! The rule `agent-obeys-nothing`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::prelude::*;

rule! {
    /// A group blocks something for a crawler that ignores robots.txt, or may ignore it.
    ///
    /// ## Why
    ///
    /// A robots.txt is a request
    /// ([RFC 9309 section 1](https://www.rfc-editor.org/rfc/rfc9309.html#section-1)): it keeps out
    /// only the crawlers that obey it.
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
    /// The catalogue says what each crawler obeys, and names its source. Reported once per file.
    /// Not reported for retired crawlers, nor in a group that also names `*`.
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
                Obeys::No => "ignores robots.txt",
                Obeys::MayNot if crawler.is_for(Purpose::UserFetch) => {
                    "may ignore robots.txt when a person asks for a page"
                }
                Obeys::MayNot if crawler.is_for(Purpose::Tool) => {
                    "obeys robots.txt unless its user turns that off"
                }
                Obeys::MayNot => "may ignore robots.txt, according to its operator",
                Obeys::Disputed => "reportedly ignores robots.txt",
                _ => continue,
            };
            found.push((agent, crawler, says));
        }
    }
    // Crawlers before programs that people run.
    found.sort_by_key(|(_, crawler, _)| crawler.is_for(Purpose::Tool));
    let [(agent, crawler, says), others @ ..] = found.as_slice() else { return };
    let more = match others {
        [] => String::new(),
        [(_, other, _)] => format!("; {} does or may do so too", other.token()),
        [(_, first, _), (_, second, _)] => {
            format!("; {} and {} do or may do so too", first.token(), second.token())
        }
        [(_, first, _), more @ ..] => {
            format!("; {} and {} more do or may do so too", first.token(), more.len())
        }
    };
    let mut report = Diagnostic::new(
        agent.span,
        format!("{} {says}{more}", crawler.token()),
        match crawler.verification() {
            Some(_) => "to keep it out, block its IP addresses on the server",
            None => "to keep it out, block its User-Agent on the server",
        },
    );
    for (agent, crawler, says) in others {
        report = report.related(agent.span, format!("{} {says}", crawler.token()));
    }
    out.push(report);
}
