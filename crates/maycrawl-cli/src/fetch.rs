//! `maycrawl fetch`: fetches robots.txt files and reports what happened.

use std::io::Write as _;
use std::sync::Arc;

use clap::{Args, ValueHint};
use maycrawl::{
    Agent, Dialect, UrlPath,
    access::{AccessReason, InForce, Timestamp},
    dialect::Preset,
};
use maycrawl_crawlers::Reading;
use maycrawl_fetch::{Clock as _, OriginRecord, SystemClock};
use maycrawl_report::fetched::{Story, compared};
use maycrawl_report::json::{FetchDocument, WireFetched};
use maycrawl_report::{
    Answer, Outcome, agent_name, reading_note, sanitize, sanitize_file, stated_notes,
};
use maycrawl_url::Origin;

use crate::askers::{Asker, Askers, dialects};
use crate::catalogue::CatalogueArgs;
use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::network::{NetArgs, Network, note_other_path};
use crate::output::{self, TextOrJson};
use crate::streams::Streams;
use crate::values::reading_parser;
use crate::write::{Destination, Existing, Force};

/// `maycrawl fetch`
#[derive(Debug, Args)]
#[allow(
    clippy::doc_markdown,
    clippy::struct_excessive_bools,
    reason = "these comments are the help, not Markdown; flags are what they are"
)]
#[command(after_help = "\
Exit status: 0 all sites were asked, whatever they answered; 1 with --fail, at least one site
returned no file; 2 a usage or input error, or a site could not be asked.

Examples:
  maycrawl fetch https://example.com
  maycrawl fetch --agent Googlebot https://example.com/any/page
  maycrawl fetch --variants https://example.com
  maycrawl fetch --show https://example.com > robots.txt")]
pub(crate) struct FetchArgs {
    /// URLs of the sites whose robots.txt is fetched
    #[arg(value_name = "URL", required = true)]
    pub(crate) urls: Vec<String>,

    /// The dialect in which to show the outcome and to check each --agent; own means the
    /// --agent's own dialect, or google without --agent
    #[arg(long, short, default_value_t = Reading::Own, value_parser = reading_parser())]
    pub(crate) dialect: Reading,

    /// Show the outcome in every dialect
    #[arg(long, conflicts_with = "dialect")]
    pub(crate) all_dialects: bool,

    /// Also show whether this crawler may fetch the URLs: a product token or a whole
    /// User-Agent header
    #[arg(long = "agent", short, value_name = "TOKEN")]
    pub(crate) agents: Vec<String>,

    /// Fetch over http and https, with and without www., and also as a browser and as
    /// Googlebot; report whether the site returns the same for all
    #[arg(long, conflicts_with_all = ["show", "save"])]
    pub(crate) variants: bool,

    /// Exit with status 1 if a site returned no robots.txt: a 4xx or 5xx, or no answer
    #[arg(long)]
    pub(crate) fail: bool,

    /// Print only the fetched file
    #[arg(long, conflicts_with_all = ["format", "all_dialects"])]
    pub(crate) show: bool,

    /// Save the fetched file, as a whole or not at all; an existing file is not replaced
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<Destination>,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    /// How the outcome is printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: TextOrJson,

    #[command(flatten)]
    pub(crate) net: NetArgs,
}

/// The names and headers under which `--variants` fetches too: sites may treat crawlers
/// and browsers differently.
const ASKERS: [(&str, &str); 2] = [
    ("Googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
    ("a browser", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
];

/// A site that was asked, under its own name or another.
struct AskedSite {
    origin: Origin,
    /// When the command began to ask.
    began: Timestamp,
    asker: Option<(&'static str, &'static str)>,
    known: Arc<OriginRecord>,
    now: Timestamp,
}

impl AskedSite {
    fn story(&self) -> Story<'_> {
        let story = Story::new(&self.origin, self.known.entry(), self.now).begun_at(self.began);
        match self.asker {
            Some((name, header)) => story.asked_as(name, header),
            None => story,
        }
    }
}

pub(crate) fn run(context: &Context, args: &FetchArgs) -> Result<ExitStatus, Failure> {
    let streams = &context.streams;
    let mut urls: Vec<(&str, Origin)> = Vec::new();
    for url in &args.urls {
        let origin: Origin = url.parse().map_err(|error| {
            Failure::input(format!("{url:?}: {error}; give a URL such as https://example.com"))
        })?;
        note_other_path(streams, url, &origin);
        urls.push((url, origin));
    }
    let mut origins: Vec<Origin> = Vec::new();
    for (_, origin) in &urls {
        if !origins.contains(origin) {
            origins.push(origin.clone());
        }
    }
    let known = Askers::new(context, &args.known, args.dialect)?;
    let given = |name: &String| known.given(streams, name.as_bytes());
    let askers = args.agents.iter().map(given).collect::<Result<Vec<_>, _>>()?;
    let dialects = match dialects(&askers) {
        none if none.is_empty() => vec![args.dialect.of_nobody()],
        dialects => dialects,
    };
    let (asked, n_failed) = ask(streams, args, &dialects, &origins)?;
    if asked.is_empty() {
        return Ok(ExitStatus::Error);
    }
    let stories: Vec<_> = asked.iter().map(|asked| (asked.story(), &*asked.known)).collect();
    if let Some(file) = &args.save {
        let existing = Existing::Stays("choose another name, or remove the file first");
        file.write(streams, body(&stories)?, existing, Force::Unavailable)?;
    }
    let is_served =
        |story: &Story<'_>| story.access(&Dialect::GOOGLE).reason == AccessReason::Served;
    let has_failed = args.fail && !stories.iter().all(|(story, _)| is_served(story));
    let printed = if streams.is_quiet() && !args.show {
        Ok(())
    } else {
        print(streams, args, &urls, &askers, &dialects, &stories)
    };
    let status = output::finish(printed, ExitStatus::from(!has_failed))?;
    Ok(if n_failed > 0 { ExitStatus::Error } else { status })
}

/// Fetches from the origins; with `--variants` also from similar ones and under other names.
///
/// Reports and counts those that cannot be asked, and leaves them out.
fn ask(
    streams: &Streams,
    args: &FetchArgs,
    dialects: &[Dialect],
    origins: &[Origin],
) -> Result<(Vec<AskedSite>, usize), Failure> {
    let mut network = Network::new(streams, &args.net, dialects);
    if args.all_dialects {
        network = network.for_all_dialects();
    }
    network.opened()?;
    let mut asked: Vec<AskedSite> = Vec::new();
    let mut n_failed = 0;
    let mut ask = |network: &Network, origin: Origin, asker| {
        if asked.iter().any(|asked| asked.origin == origin && asked.asker == asker) {
            return;
        }
        let began = SystemClock.now();
        match network.ask(&origin) {
            Ok((known, now)) => asked.push(AskedSite { origin, began, asker, known, now }),
            Err(failure) => {
                streams.say(&failure.to_string());
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
        let network = network.under_name(asker.1);
        network.opened()?;
        for origin in origins {
            ask(&network, origin.clone(), Some(*asker));
        }
    }
    Ok((asked, n_failed))
}

fn print(
    streams: &Streams,
    args: &FetchArgs,
    urls: &[(&str, Origin)],
    askers: &[Asker],
    dialects: &[Dialect],
    stories: &[(Story<'_>, &OriginRecord)],
) -> Result<(), Failure> {
    let dialects: Vec<(String, &Dialect)> = if args.all_dialects {
        Preset::ALL.iter().map(|preset| (preset.name.into(), &preset.dialect)).collect()
    } else {
        dialects.iter().map(|dialect| (dialect.to_string(), dialect)).collect()
    };
    let dialects: Vec<_> = dialects.iter().map(|(name, dialect)| (&**name, *dialect)).collect();
    if args.show {
        return show(streams, body(stories)?);
    }
    let answers = |(story, known): &(Story<'_>, &OriginRecord)| -> Vec<Answer> {
        let own = urls.iter().filter(|(_, origin)| origin == story.origin());
        let answers = own
            .flat_map(|(url, _)| askers.iter().map(move |asker| answer(story, known, asker, url)));
        answers.collect()
    };
    if args.format == TextOrJson::Json {
        let fetched = stories.iter().map(|one| WireFetched::new(&one.0, &dialects, &answers(one)));
        return Ok(output::print_document(streams, &FetchDocument::new(fetched.collect()))?);
    }
    let mut out = streams.text();
    for (index, one) in stories.iter().enumerate() {
        let gap = if index > 0 { "\n" } else { "" };
        write!(out, "{gap}{}", one.0.text(&dialects))?;
        for answer in answers(one) {
            let who = agent_name(&answer.agent) + &reading_note(&answer.dialect);
            let url = sanitize(&answer.url);
            writeln!(out, "= {who}, {url}: {}: {}", answer.verdict_name(), answer.why())?;
        }
        for note in stated(one, askers) {
            writeln!(out, "= {note}")?;
        }
    }
    if args.variants {
        let stories: Vec<_> = stories.iter().map(|(story, _)| story).collect();
        write!(out, "\n{}", compared(&stories))?;
    }
    Ok(out.flush()?)
}

/// Whether an agent may fetch a URL of a site, by its rules or by what came in their place.
fn answer(story: &Story<'_>, known: &OriginRecord, asker: &Asker, url: &str) -> Answer {
    let Asker { agent, dialect } = asker;
    let access = story.access(dialect);
    let robots = known.robots_in(dialect).filter(|_| matches!(access.in_force, InForce::Rules(_)));
    if let Some(robots) = robots {
        return Answer::ask(&robots.rules(agent), url);
    }
    let why = story.outcome(&access, dialect);
    let path = UrlPath::parse(url, dialect);
    Answer::new(agent, path.text(), dialect, Outcome::NoRules { access, why })
}

/// What the file of a site states beside its rules, if they apply.
fn stated((story, known): &(Story<'_>, &OriginRecord), askers: &[Asker]) -> Vec<String> {
    let nobody = [Asker { agent: Agent::unnamed(), dialect: Preset::DEFAULT.dialect }];
    let askers = if askers.is_empty() { &nobody[..] } else { askers };
    let readings = askers.iter().filter_map(|Asker { agent, dialect }| {
        let is_in_force = matches!(story.access(dialect).in_force, InForce::Rules(_));
        Some((known.robots_in(dialect).filter(|_| is_in_force)?, agent))
    });
    let readings: Vec<_> = readings.collect();
    stated_notes(readings.iter().map(|(robots, agent)| (&**robots, *agent)))
}

/// Prints a file as it came; on a terminal, without its control characters.
fn show(streams: &Streams, file: &[u8]) -> Result<(), Failure> {
    let printed = if streams.is_terminal() {
        output::print_bytes(streams, sanitize_file(file).as_bytes())
    } else {
        output::print_bytes(streams, file)
    };
    Ok(printed?)
}

/// The file that came, if one site was asked.
fn body<'s>(stories: &'s [(Story<'_>, &OriginRecord)]) -> Result<&'s [u8], Failure> {
    let [(story, _)] = stories else {
        return Err(Failure::input("several sites were asked; name one to get its file"));
    };
    let Some(copy) = story.entry().file() else {
        let dialect = Dialect::GOOGLE;
        let outcome = story.outcome(&story.access(&dialect), &dialect);
        return Err(Failure::input(format!(
            "{}: {outcome}; there is no file to show",
            story.origin()
        )));
    };
    Ok(&copy.body.bytes)
}
