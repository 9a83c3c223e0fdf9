//! `maycrawl fetch`: asks sites for their robots.txt, and tells the story.

use std::io::Write as _;
use std::path::Path;

use maycrawl::{Dialect, Timestamp};
use maycrawl_crawlers::Catalogue;
use maycrawl_fetch::Entry;
use maycrawl_report::fetched::{Story, compared};
use maycrawl_report::json::{FetchDocument, WireFetched};
use maycrawl_report::{Answer, agent_name, shown};
use maycrawl_url::Origin;

use crate::args::TextOrJson;
use crate::args::fetch::FetchArgs;
use crate::commands::Answered;
use crate::commands::check::print_document;
use crate::failure::Failure;
use crate::input::catalogue::agent;
use crate::input::network::Network;
use crate::output;
use crate::replace::create;

pub(crate) fn run(args: &FetchArgs) -> Result<Answered, Failure> {
    let mut origins: Vec<Origin> = Vec::new();
    for url in &args.urls {
        let origin: Origin = url.parse().map_err(|error| {
            Failure::input(format!("{url:?}: {error}; give a URL such as https://example.com"))
        })?;
        let all = if args.variants { origin.variants() } else { vec![origin] };
        for origin in all {
            if !origins.contains(&origin) {
                origins.push(origin);
            }
        }
    }
    let network = Network::new(&args.net)?;
    let asked = origins.into_iter().map(|origin| {
        let (entry, now) = network.ask(&origin)?;
        Ok((origin, entry, now))
    });
    let fetched: Vec<(Origin, Entry, Timestamp)> = asked.collect::<Result<_, Failure>>()?;
    let stories: Vec<_> =
        fetched.iter().map(|(origin, entry, now)| Story::new(origin, entry, *now)).collect();
    if let Some(path) = &args.save {
        save(path, &stories)?;
    }
    output::finish(print(args, &stories), Answered::Yes)
}

fn print(args: &FetchArgs, stories: &[Story<'_>]) -> Result<(), Failure> {
    let one = [(args.dialect.name().unwrap_or("custom"), &args.dialect)];
    let all: Vec<_> = Dialect::PRESETS.iter().map(|(name, dialect)| (*name, dialect)).collect();
    let dialects: &[(&str, &Dialect)] = if args.all_dialects { &all } else { &one };
    if args.show {
        let mut out = output::raw();
        out.write_all(body(stories)?)?;
        return Ok(out.flush()?);
    }
    let agents: Vec<_> = args
        .agents
        .iter()
        .map(|token| agent(Some(Catalogue::built_in()), token.as_bytes()))
        .collect();
    let answers = |story: &Story<'_>| -> Vec<Answer> {
        let own = args
            .urls
            .iter()
            .filter(|url| url.parse().is_ok_and(|origin: Origin| origin == *story.origin()));
        own.flat_map(|url| {
            agents.iter().filter_map(|agent| story.answer(agent, url, &args.dialect))
        })
        .collect()
    };
    if args.format == TextOrJson::Json {
        let told = stories.iter().map(|story| WireFetched::new(story, dialects, &answers(story)));
        return Ok(print_document(&FetchDocument { version: 1, fetched: told.collect() })?);
    }
    let mut out = output::text();
    for (index, story) in stories.iter().enumerate() {
        let gap = if index > 0 { "\n" } else { "" };
        write!(out, "{gap}{}", story.text(dialects))?;
        for answer in answers(story) {
            let (who, url) = (agent_name(&answer.agent), shown(&answer.url));
            writeln!(out, "= {who}, {url}: {}: {}", answer.verdict_name(), answer.why())?;
        }
    }
    if args.variants {
        write!(out, "\n{}", compared(stories))?;
    }
    Ok(out.flush()?)
}

fn save(path: &Path, stories: &[Story<'_>]) -> Result<(), Failure> {
    create(path, body(stories)?, "choose another name, or take it away first")
}

/// The one file that came.
fn body<'s>(stories: &'s [Story<'_>]) -> Result<&'s [u8], Failure> {
    let [story] = stories else {
        return Err(Failure::input("several sites were asked; name one to get its file"));
    };
    let Some(copy) = story.entry().copy() else {
        let outcome = story.outcome(&story.access(&Dialect::GOOGLE));
        return Err(Failure::input(format!("{}: {outcome}; there is no file", story.origin())));
    };
    Ok(&copy.body.octets)
}
