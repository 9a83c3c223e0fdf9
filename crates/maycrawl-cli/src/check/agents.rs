//! The agents that ask, and hints about them.

use std::collections::{HashMap, HashSet};

use maycrawl_crawlers::Crawler;
use maycrawl_report::agent_name;

use super::CheckArgs;
use crate::askers::{Asker, Askers};
use crate::catalogue;
use crate::context::Context;
use crate::failure::Failure;
use crate::streams::Streams;

/// Hints at agents that no `User-agent` line can name.
pub(crate) fn hint_at_unnameable(streams: &Streams, askers: &[Asker]) {
    let mut by_dialect: HashMap<_, Vec<_>> = HashMap::new();
    for Asker { agent, dialect } in askers {
        let is_nobody = agent.tokens().all(|token| matches!(token, b"" | b"*"));
        if !is_nobody && !agent.can_be_named(dialect) {
            by_dialect.entry(dialect.to_string()).or_default().push(agent);
        }
    }
    let mut by_dialect: Vec<_> = by_dialect.into_iter().collect();
    by_dialect.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (dialect, agents) in by_dialect {
        match &*agents {
            [agent] => {
                let name = agent_name(agent);
                let todo = match name.split_once('/') {
                    Some((token, _)) => format!("; give {token} alone"),
                    None => String::new(),
                };
                streams.note(&format!(
                    "no User-agent line can name {name} in the dialect {dialect}, because product tokens contain only letters, - and _{todo}"
                ));
            }
            several => streams.note(&format!(
                "no User-agent line can name {} of these crawlers in the dialect {dialect}, because of digits, dots or spaces in their tokens; they fall back to the group for *",
                several.len(),
            )),
        }
    }
}

/// The agents that ask: those given and those chosen from the catalogue, each once.
/// Without any, an agent that no group names.
pub(crate) fn askers(context: &Context, args: &CheckArgs) -> Result<Vec<Asker>, Failure> {
    let known = known(context, args)?;
    let mut askers: Vec<Asker> = Vec::new();
    for name in &args.agents {
        askers.push(known.named(&context.streams, name.as_encoded_bytes()));
    }
    if let Some(catalogue) = known.catalogue() {
        let is_asked_for = |crawler: &&Crawler| {
            args.all_agents || args.purpose.iter().any(|purpose| crawler.is_for(*purpose))
        };
        let mut crawlers: Vec<_> = catalogue.crawlers().iter().filter(is_asked_for).collect();
        for operator in &args.operator {
            crawlers.extend(catalogue::of_operator(catalogue, operator)?);
        }
        askers.extend(crawlers.into_iter().map(|crawler| known.crawler(crawler)));
        let mut seen = HashSet::new();
        askers.retain(|asker| seen.insert(asker.agent.clone()));
    }
    if askers.is_empty() {
        askers.push(known.nobody());
    }
    Ok(askers)
}

/// Who is known, and how they read.
pub(crate) fn known(context: &Context, args: &CheckArgs) -> Result<Askers, Failure> {
    let reading = args.reading()?;
    if args.plain { Ok(Askers::plain(reading)) } else { Askers::new(context, &args.known, reading) }
}
