//! The rule `agent-control-token`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::prelude::*;

rule! {
    /// A `User-agent` names a control token, which limits how pages are used; no crawler has that
    /// name.
    ///
    /// ## Why
    ///
    /// [Google-Extended](https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers)
    /// and [Applebot-Extended](https://support.apple.com/en-us/119829) name no crawler. Blocking
    /// them keeps pages out of training, not out of search. No request carries these names, so no
    /// log shows them.
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
    /// Reported once per file. Not reported where the token has the same rules as a crawler that
    /// no group names.
    ///
    /// ## Pedantic
    ///
    /// Nearly every site that names such a token wants to opt out of AI training, and has nothing
    /// to change.
    Agent, "agent-control-token", "A011", Note, Text(check), pedantic
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let everyone = file.rules_of(&Agent::token("*"));
    let comparison = Comparison::new();
    let mut found: Vec<(&Crawler, Span)> = Vec::new();
    for agent in file.agents() {
        let is_it = |crawler: &&Crawler| crawler.is_for(Purpose::ControlToken);
        let Some(crawler) = agent.crawler.filter(is_it) else { continue };
        if found.iter().any(|(other, _)| *other == crawler) || !comparison.may_choose(file) {
            continue;
        }
        if comparison.lost(&everyone, &file.rules_of(&crawler.agent())).is_some() {
            found.push((crawler, agent.span));
        }
    }
    let Some(((first, span), others)) = found.split_first() else { return };
    let names: Vec<&str> = found.iter().map(|(crawler, _)| crawler.token()).collect();
    let verb = if others.is_empty() { "limits" } else { "limit" };
    let mut run_by = file.catalogue.run_by(first.operator());
    let todo = match run_by.find(|crawler| is_search_engine(crawler)) {
        Some(engine) => format!(
            "nothing to do if you mean AI training; do not block {} unless the site should leave {} search",
            engine.token(),
            first.operator()
        ),
        None => "nothing to do if you mean AI training".into(),
    };
    let what = format!("{} {verb} AI use only, not search", listed(&names));
    let mut report = Diagnostic::new(*span, what, todo);
    for (_, span) in others {
        report = report.related(*span, "this too");
    }
    out.push(report);
}
