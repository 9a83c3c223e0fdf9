//! The rule `agent-search-and-training`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::prelude::*;

rule! {
    /// The file forbids everything to crawlers that train models, and with them to crawlers that
    /// search for answers and link to the site.
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
    /// User-agent: ClaudeBot
    /// User-agent: CCBot
    /// User-agent: OAI-SearchBot
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// User-agent: ClaudeBot
    /// User-agent: CCBot
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
    /// blocked, nor where the file chooses among such crawlers: it lets one of them in by name, or
    /// a comment stands beside the name, or it names fewer than three that train.
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
    let is = |agent: &AgentEntry<'_>, kind: fn(&Crawler) -> bool| agent.crawler.is_some_and(kind);
    let mut tokens: Vec<&AgentEntry<'_>> = Vec::new();
    for agent in file.agents().filter(|agent| is(agent, searches) || is(agent, trains)) {
        if !tokens.iter().any(|other| other.token == agent.token) {
            tokens.push(agent);
        }
    }
    let (blocked, open): (Vec<_>, Vec<_>) = tokens.into_iter().partition(blocked);
    // Who lets one in and not the other has chosen.
    let is_chosen = |agent: &&AgentEntry<'_>| {
        let comment = |line: Line<'_>| !line.comment().is_empty();
        file.line(agent.line).is_some_and(comment)
    };
    if !open.is_empty() || blocked.iter().any(is_chosen) {
        return;
    }
    let mut trainers = blocked.iter().filter(|agent| is(agent, trains));
    let (Some(trainer), Some(_), Some(_)) = (trainers.next(), trainers.next(), trainers.next())
    else {
        // Who blocks one or two has picked them.
        return;
    };
    let only_trains =
        |crawler: &Crawler| is_alive(crawler) && crawler.purposes() == [Purpose::AiTraining];
    let best = blocked.iter().find(|agent| is(agent, only_trains)).unwrap_or(trainer);
    let searchers: Vec<_> = blocked.iter().filter(|agent| is(agent, searches)).collect();
    let [first, others @ ..] = searchers.as_slice() else { return };
    let names: Vec<_> =
        searchers.iter().filter_map(|agent| agent.crawler).map(Crawler::token).collect();
    let names = listed(&names);
    // A group that names no other crawler can go as a whole.
    let is_alone = |agent: &&&AgentEntry<'_>| {
        let mut groups = file.groups.iter();
        let group = groups.find(|group| group.agents.iter().any(|one| one.line == agent.line));
        group.is_some_and(|group| group.agents.iter().all(|one| is(one, searches)))
    };
    let (it, follows) = if others.is_empty() { ("it", "follows") } else { ("they", "follow") };
    let todo = if searchers.iter().all(is_alone) {
        let groups = if others.is_empty() { "group" } else { "groups" };
        format!(
            "delete the {groups} for {names}, if AI search should find the site: {it} then {follows} *"
        )
    } else {
        format!(
            "take {names} out of this list, if AI search should find the site: {it} then {follows} *"
        )
    };
    let mut report = Diagnostic::new(
        first.span,
        format!("beside crawlers that train AI, the file blocks {names}, which can link to the site in AI search"),
        todo,
    )
    .related(best.span, "this one trains");
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
