//! The agents that ask, and hints about them.

use std::collections::HashSet;

use maycrawl::Agent;
use maycrawl_crawlers::{Catalogue, Crawler};
use maycrawl_report::{agent_name, unnameable_notes};

use super::CheckArgs;
use crate::askers::{Asker, Askers};
use crate::catalogue;
use crate::context::Context;
use crate::failure::Failure;
use crate::streams::Streams;

/// Hints at agents that no `User-agent` line can name.
pub(crate) fn hint_at_unnameable(streams: &Streams, askers: &[Asker]) {
    for note in unnameable_notes(askers) {
        streams.note(&note);
    }
}

/// The agents that ask: those given and those chosen from the catalogue, each once.
/// Without any, an agent that no group names.
pub(crate) fn askers(context: &Context, args: &CheckArgs) -> Result<Vec<Asker>, Failure> {
    let known = known(context, args)?;
    let mut askers: Vec<Asker> = Vec::new();
    for name in &args.agents {
        let name = name.as_encoded_bytes();
        let streams = &context.streams;
        let asker =
            if args.plain { known.named(streams, name) } else { known.given(streams, name)? };
        // Only a dialect that was asked for decides about names, too.
        let is_dialect_asked_for = args.dialect.is_some() || args.all_dialects;
        askers.push(match asker {
            Asker { agent, dialect } if args.plain && !is_dialect_asked_for => {
                Asker { dialect: dialect.with_whole_names(&agent), agent }
            }
            asker => asker,
        });
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
        note_header_only(context, args);
        askers.push(known.nobody());
    }
    Ok(askers)
}

/// Notes that `--user-agent` does not choose a crawler.
fn note_header_only(context: &Context, args: &CheckArgs) {
    let header = args.net.user_agent.as_ref();
    let Some(header) =
        header.filter(|it| context.settings.network.user_agent.as_ref() != Some(*it))
    else {
        return;
    };
    let named =
        Catalogue::built_in().find(header).or_else(|| Catalogue::built_in().of_header(header));
    let token = named.map(|crawler| crawler.token().to_owned());
    let token = token.or_else(|| Some(agent_name(&Agent::from_header(header.as_bytes())?)));
    context.streams.note(&format!(
        "--user-agent only sets the header of requests; the answers are for a crawler without a group of its own: for others, add --agent {}",
        token.as_deref().unwrap_or("TOKEN")
    ));
}

/// Who is known, and how they read.
pub(crate) fn known(context: &Context, args: &CheckArgs) -> Result<Askers, Failure> {
    let reading = args.reading()?;
    if args.plain { Ok(Askers::plain(reading)) } else { Askers::new(context, &args.known, reading) }
}
