//! The rule `agent-search-and-training`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::prelude::*;

rule! {
    /// The file forbids everything to crawlers that train models, and with them to crawlers that
    /// search for answers and bring readers.
    ///
    /// ## Why
    ///
    /// Operators part the two so that a site can refuse training and still be found
    /// ([OpenAI](https://developers.openai.com/api/docs/bots): GPTBot trains, OAI-SearchBot
    /// searches). Lists of "AI bots" often name both, and the site vanishes from answers that would
    /// link to it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// User-agent: OAI-SearchBot
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// Disallow: /
    ///
    /// User-agent: OAI-SearchBot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// It may be meant, and so is only a note, once a file. Only crawlers count whose operators
    /// document that they search for answers and do nothing else. Not where all crawlers are
    /// blocked.
    Agent, "agent-search-and-training", "A015", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if file.global_block().is_some() {
        return;
    }
    let blocked = |agent: &&AgentEntry<'_>| {
        let groups = file
            .groups
            .iter()
            .filter(|group| group.agents.iter().any(|other| other.token == agent.token));
        forbids_everything(groups).is_some()
    };
    let tokens = || file.agents().filter(|agent| !agent.token.is_empty());
    let is = |agent: &AgentEntry<'_>, kind: fn(&Crawler) -> bool| agent.crawler.is_some_and(kind);
    let mut searchers: Vec<&AgentEntry<'_>> = Vec::new();
    for agent in tokens().filter(|agent| is(agent, searches)) {
        if !searchers.iter().any(|other| other.token == agent.token) && blocked(&agent) {
            searchers.push(agent);
        }
    }
    let [first, others @ ..] = searchers.as_slice() else { return };
    let Some(trainer) = tokens().filter(|agent| is(agent, trains)).find(blocked) else { return };
    let names: Vec<_> =
        searchers.iter().filter_map(|agent| agent.crawler).map(Crawler::token).collect();
    let names = listed(&names);
    let verb = if searchers.len() == 1 { "brings" } else { "bring" };
    let mut report = Diagnostic::new(
        first.span,
        format!("beside the crawlers that train, the file blocks {names}, which {verb} readers"),
        "give them a group of their own, if people should find the site in AI search",
    )
    .related(trainer.span, "this one trains");
    for agent in others {
        report = report.related(agent.span, "this one searches too");
    }
    out.push(report);
}

fn trains(crawler: &Crawler) -> bool {
    crawler.is_for(Purpose::AiTraining)
}

/// Whether a crawler searches for answers and nothing else, as its operator says.
fn searches(crawler: &Crawler) -> bool {
    crawler.purposes() == [Purpose::AiSearch]
        && crawler.obeys() == Obeys::Yes
        && crawler.verification().is_some()
}
