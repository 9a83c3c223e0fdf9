//! `maycrawl fetch`: asks sites for their robots.txt, and tells the story.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Arc;

use maycrawl::{
    Agent, Dialect,
    access::{InForce, Timestamp},
    dialect::Preset,
};
use maycrawl_fetch::OriginRecord;
use maycrawl_report::fetched::{Story, compared};
use maycrawl_report::json::{FetchDocument, WireFetched};
use maycrawl_report::{Answer, agent_name, sanitize, sanitize_file};
use maycrawl_url::Origin;

use crate::args::TextOrJson;
use crate::args::fetch::{FetchArgs, NetArgs};
use crate::commands::Answered;
use crate::commands::check::print_document;
use crate::failure::Failure;
use crate::input::catalogue::{self, agent};
use crate::input::network::Network;
use crate::output;
use crate::replace::create;

/// Under which names `--variants` asks too. Sites take crawlers by their tokens and
/// people by how browsers call themselves.
const ASKERS: [(&str, &str); 2] = [
    ("Googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
    ("a browser", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
];

/// A site that was asked, under its own name or another.
struct Asked {
    origin: Origin,
    asker: Option<(&'static str, &'static str)>,
    known: Arc<OriginRecord>,
    now: Timestamp,
}

impl Asked {
    fn story(&self) -> Story<'_> {
        let story = Story::new(&self.origin, self.known.entry(), self.now);
        match self.asker {
            Some((name, header)) => story.asked_as(name, header),
            None => story,
        }
    }
}

pub(crate) fn run(args: &FetchArgs) -> Result<Answered, Failure> {
    let mut origins: Vec<Origin> = Vec::new();
    for url in &args.urls {
        let origin: Origin = url.parse().map_err(|error| {
            Failure::input(format!("{url:?}: {error}; give a URL such as https://example.com"))
        })?;
        if !origins.contains(&origin) {
            origins.push(origin);
        }
    }
    let catalogue = catalogue::load(&args.known)?;
    let agents: Vec<_> =
        args.agents.iter().map(|token| agent(Some(&catalogue), token.as_bytes())).collect();
    let (asked, n_failed) = ask(args, &origins)?;
    if asked.is_empty() {
        return Err(Failure::Told);
    }
    let stories: Vec<_> = asked.iter().map(|asked| (asked.story(), &*asked.known)).collect();
    if let Some(path) = &args.save {
        create(path, body(&stories)?, "choose another name, or take it away first")?;
    }
    let answered = output::finish(print(args, &agents, &stories), Answered::Yes)?;
    if n_failed > 0 { Err(Failure::Told) } else { Ok(answered) }
}

/// Asks the origins; with `--variants` also what people take for them, and under
/// other names. Those that cannot be asked are reported, counted and left out.
fn ask(args: &FetchArgs, origins: &[Origin]) -> Result<(Vec<Asked>, usize), Failure> {
    let mut network = Network::new(&args.net, &args.dialect);
    if args.all_dialects {
        network = network.for_all_dialects();
    }
    network.opened()?;
    let mut asked: Vec<Asked> = Vec::new();
    let mut n_failed = 0;
    let mut ask = |network: &Network<'_>, origin: Origin, asker| {
        if asked.iter().any(|asked| asked.origin == origin && asked.asker == asker) {
            return;
        }
        match network.ask(&origin) {
            Ok((known, now)) => asked.push(Asked { origin, asker, known, now }),
            Err(failure) => {
                output::say(&failure.to_string());
                n_failed += 1;
            }
        }
    };
    for origin in origins {
        let variants = if args.variants { origin.variants() } else { vec![origin.clone()] };
        for origin in variants {
            ask(&network, origin, None);
        }
    }
    for asker in ASKERS.iter().filter(|_| args.variants) {
        let net = NetArgs { user_agent: Some(asker.1.into()), ..args.net.clone() };
        let network = Network::new(&net, &args.dialect);
        network.opened()?;
        for origin in origins {
            ask(&network, origin.clone(), Some(*asker));
        }
    }
    Ok((asked, n_failed))
}

fn print(
    args: &FetchArgs,
    agents: &[Agent],
    stories: &[(Story<'_>, &OriginRecord)],
) -> Result<(), Failure> {
    let one = [(args.dialect.name().unwrap_or("custom"), &args.dialect)];
    let all: Vec<_> =
        Preset::ALL.iter().map(|Preset { name, dialect, .. }| (*name, dialect)).collect();
    let dialects: &[(&str, &Dialect)] = if args.all_dialects { &all } else { &one };
    if args.show {
        return show(body(stories)?);
    }
    let answers = |(story, known): &(Story<'_>, &OriginRecord)| -> Vec<Answer> {
        let is_in_force = matches!(story.access(&args.dialect).in_force, InForce::Rules(_));
        let robots = known.robots().filter(|_| is_in_force);
        let own = |url: &&String| url.parse().is_ok_and(|origin: Origin| origin == *story.origin());
        let rules: Vec<_> = robots
            .iter()
            .flat_map(|robots| agents.iter().map(|agent| robots.rules(agent)))
            .collect();
        let urls = args.urls.iter().filter(own);
        urls.flat_map(|url| rules.iter().map(move |rules| Answer::ask(rules, url))).collect()
    };
    if args.format == TextOrJson::Json {
        let told = stories.iter().map(|one| WireFetched::new(&one.0, dialects, &answers(one)));
        return Ok(print_document(&FetchDocument::new(told.collect()))?);
    }
    let mut out = output::text();
    for (index, one) in stories.iter().enumerate() {
        let gap = if index > 0 { "\n" } else { "" };
        write!(out, "{gap}{}", one.0.text(dialects))?;
        for answer in answers(one) {
            let (who, url) = (agent_name(&answer.agent), sanitize(&answer.url));
            writeln!(out, "= {who}, {url}: {}: {}", answer.verdict_name(), answer.why())?;
        }
    }
    if args.variants {
        let stories: Vec<_> = stories.iter().map(|(story, _)| story).collect();
        write!(out, "\n{}", compared(&stories))?;
    }
    Ok(out.flush()?)
}

/// Prints a file: as it came, but on a terminal as text that plays no tricks there.
fn show(file: &[u8]) -> Result<(), Failure> {
    let mut out = output::raw();
    if io::stdout().is_terminal() {
        out.write_all(sanitize_file(file).as_bytes())?;
    } else {
        out.write_all(file)?;
    }
    Ok(out.flush()?)
}

/// The one file that came.
fn body<'s>(stories: &'s [(Story<'_>, &OriginRecord)]) -> Result<&'s [u8], Failure> {
    let [(story, _)] = stories else {
        return Err(Failure::input("several sites were asked; name one to get its file"));
    };
    let Some(copy) = story.entry().file() else {
        let outcome = story.outcome(&story.access(&Dialect::GOOGLE));
        return Err(Failure::input(format!("{}: {outcome}; there is no file", story.origin())));
    };
    Ok(&copy.body.bytes)
}
