//! `maycrawl fetch`: asks sites for their robots.txt, and tells the story.

use std::io::Write as _;
use std::path::Path;

use maycrawl::{Dialect, Timestamp};
use maycrawl_fetch::Entry;
use maycrawl_report::fetched::Story;
use maycrawl_report::json::{FetchDocument, WireFetched};
use maycrawl_url::Origin;

use crate::args::TextOrJson;
use crate::args::fetch::FetchArgs;
use crate::commands::Answered;
use crate::commands::check::print_document;
use crate::failure::Failure;
use crate::input::network::Network;
use crate::output;
use crate::replace::write;

pub(crate) fn run(args: &FetchArgs) -> Result<Answered, Failure> {
    let network = Network::new(&args.net)?;
    let mut fetched: Vec<(Origin, Entry, Timestamp)> = Vec::new();
    for url in &args.urls {
        let origin: Origin = url.parse().map_err(|error| {
            Failure::input(format!("{url:?}: {error}; give a URL such as https://example.com"))
        })?;
        if fetched.iter().any(|(known, ..)| *known == origin) {
            continue;
        }
        let (entry, now) = network.ask(&origin)?;
        fetched.push((origin, entry, now));
    }
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
    match args.format {
        TextOrJson::Json => {
            let fetched = stories.iter().map(|story| WireFetched::new(story, dialects)).collect();
            Ok(print_document(&FetchDocument { version: 1, fetched })?)
        }
        TextOrJson::Text => {
            let mut out = output::text();
            for (index, story) in stories.iter().enumerate() {
                let gap = if index > 0 { "\n" } else { "" };
                write!(out, "{gap}{}", story.text(dialects))?;
            }
            Ok(out.flush()?)
        }
    }
}

fn save(path: &Path, stories: &[Story<'_>]) -> Result<(), Failure> {
    write(path, body(stories)?).map_err(|error| Failure::replacing(path, &error))
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
