//! The rule `agent-search-and-training`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::prelude::*;

rule! {
    /// The file blocks crawlers for AI training, and with them crawlers for AI search, which link
    /// to the site.
    ///
    /// ## Why
    ///
    /// Operators run separate crawlers for training and for search, so that a site can refuse
    /// training and still be found ([OpenAI](https://developers.openai.com/api/docs/bots) runs
    /// GPTBot and OAI-SearchBot). Lists of "AI bots" often name both, and then the site may
    /// vanish from answers that would link to it.
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
    /// It may be deliberate, so it is only a note, once per file. The rule counts only crawlers
    /// whose operators document that they serve AI search and nothing else. Not reported where
    /// all crawlers are blocked, nor where the file chooses among such crawlers: it lets one of
    /// them in by name, a comment stands beside a name, or it names fewer than three for
    /// training.
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
        let comment = |number: u32| {
            let line = file.line(number)?;
            Some(lossy(line.get(line.comment())).to_ascii_lowercase())
        };
        let beside = comment(agent.line).is_some_and(|text| !text.is_empty());
        let above = comment(agent.line.saturating_sub(1));
        beside || (is(agent, searches) && above.is_some_and(|text| text.contains("search")))
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
    let mut searchers: Vec<_> = blocked.iter().filter(|agent| is(agent, searches)).collect();
    searchers.sort_by_key(|agent| !is(agent, is_large));
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
            "delete the {groups} for {names} if AI search should find the site; {it} then {follows} the group for *, if any"
        )
    } else {
        format!(
            "take {names} out of this list if AI search should find the site; {it} then {follows} the group for *, if any"
        )
    };
    let mut report = Diagnostic::new(
        first.span,
        format!("along with AI training crawlers, the file blocks {names}, which can link to the site in AI search"),
        todo,
    )
    .related(best.span, "this crawler is for AI training");
    for agent in others {
        report = report.related(agent.span, "this crawler is for AI search too");
    }
    out.push(report);
}

fn trains(crawler: &Crawler) -> bool {
    crawler.is_for(Purpose::AiTraining)
}

/// Whether a crawler is one of the best known of those that search for answers.
fn is_large(crawler: &Crawler) -> bool {
    const LARGE: [&str; 3] = ["OAI-SearchBot", "PerplexityBot", "Claude-SearchBot"];
    LARGE.contains(&crawler.token())
}

/// Whether a crawler searches for answers and nothing else, as its operator says.
fn searches(crawler: &Crawler) -> bool {
    crawler.purposes() == [Purpose::AiSearch]
        && crawler.obeys() == Obeys::Yes
        && crawler.verification().is_some()
}
