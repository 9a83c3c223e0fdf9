//! The agents that ask, and hints about them.

use std::collections::HashSet;

use maycrawl::{Agent, Dialect};
use maycrawl_crawlers::{Catalogue, Crawler};
use maycrawl_report::agent_name;

use super::CheckArgs;
use crate::catalogue;
use crate::context::Context;
use crate::failure::Failure;
use crate::streams::Streams;

/// Hints at agents that no `User-agent` line can name.
pub(crate) fn hint_at_unnameable<'a>(
    streams: &Streams,
    agents: impl Iterator<Item = &'a Agent>,
    dialect: &Dialect,
) {
    let cannot_be_named: Vec<_> = agents
        .filter(|agent| !agent.tokens().all(|token| matches!(token, b"" | b"*")))
        .filter(|agent| !agent.can_be_named(dialect))
        .collect();
    match &*cannot_be_named {
        [] => {}
        [agent] => streams.say(&format!(
            "no User-agent line can name {} in the dialect {dialect}; give the product token alone, such as Googlebot",
            agent_name(agent),
        )),
        several => streams.say(&format!(
            "no User-agent line can name {} of these crawlers in the dialect {dialect}, because of digits, dots or spaces in their tokens; they get the group for *",
            several.len(),
        )),
    }
}

/// The agents that ask: those given and those chosen from the catalogue, each once.
/// Without any, an agent that no group names.
pub(crate) fn agents(context: &Context, args: &CheckArgs) -> Result<Vec<Agent>, Failure> {
    if args.plain {
        let given = args.agents.iter().map(|token| Agent::token(token.as_encoded_bytes()));
        return Ok(or_nobody(given.collect()));
    }
    let catalogue = catalogue::load(context, &args.known)?;
    let mut agents = Vec::new();
    for token in &args.agents {
        let token = token.as_encoded_bytes();
        hint_at_unknown(&context.streams, args, &catalogue, token);
        agents.push(catalogue::agent(Some(&catalogue), token));
    }
    let is_asked_for = |crawler: &&Crawler| {
        args.all_agents || args.purpose.iter().any(|purpose| crawler.is_for(*purpose))
    };
    agents.extend(catalogue.crawlers().iter().filter(is_asked_for).map(Crawler::agent));
    for operator in &args.operator {
        agents
            .extend(catalogue::of_operator(&catalogue, operator)?.into_iter().map(Crawler::agent));
    }
    let mut seen = HashSet::new();
    agents.retain(|agent| seen.insert(agent.clone()));
    Ok(or_nobody(agents))
}

fn or_nobody(agents: Vec<Agent>) -> Vec<Agent> {
    if agents.is_empty() { vec![Agent::token("*")] } else { agents }
}

/// Hints at a token that the catalogue does not know, and at the nearest one.
fn hint_at_unknown(streams: &Streams, args: &CheckArgs, catalogue: &Catalogue, token: &[u8]) {
    let Ok(name) = std::str::from_utf8(token) else { return };
    if args.quiet || matches!(name, "" | "*") || catalogue.find(name).is_some() {
        return;
    }
    let nearest = match (catalogue.nearest(name), catalogue.of_header(name)) {
        (Some(nearest), _) => format!("; did you mean {}?", nearest.token()),
        (_, Some(of_header)) => format!("; this looks like a header of {}", of_header.token()),
        _ => String::new(),
    };
    streams.say(&format!(
        "the catalogue does not know {name}, so it is asked as a plain token{nearest}"
    ));
}
