//! `maycrawl policy`: who may crawl everything, a part, or nothing.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use maycrawl::{Agent, dialect::Preset};
use maycrawl_crawlers::{Crawler, OwnRobots, Reading, distinct};
use maycrawl_lint::Policy;
use maycrawl_report::json::PolicyDocument;
use maycrawl_report::{File, file_notes, policy, stated_notes};

use crate::catalogue::{self, CatalogueArgs};
use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::network::{self, NetArgs, Network};
use crate::output;
use crate::values::reading_parser;

/// `maycrawl policy`
#[derive(Debug, Args)]
pub(crate) struct PolicyArgs {
    /// The robots.txt, or a URL of the site that serves it; - is standard input
    pub(crate) file: PathBuf,

    /// The dialect in which to read the file: each crawler's own (own), or one dialect for all
    #[arg(long, short, default_value_t = Reading::Own, value_parser = reading_parser())]
    pub(crate) dialect: Reading,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    /// Name every crawler, and also count the crawlers of each operator
    #[arg(long)]
    pub(crate) all: bool,

    /// How the policy is printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: PolicyFormat,

    #[command(flatten)]
    pub(crate) net: NetArgs,
}

/// How a policy is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PolicyFormat {
    /// For people
    #[default]
    Text,
    /// One JSON document
    Json,
    /// Markdown
    Md,
}

pub(crate) fn run(context: &Context, args: &PolicyArgs) -> Result<ExitStatus, Failure> {
    let streams = &context.streams;
    let catalogue = catalogue::load(context, &args.known)?;
    let dialects = match &args.dialect {
        Reading::Own => distinct(catalogue.active().map(Crawler::own_dialect)),
        Reading::In(dialect) => vec![*dialect],
    };
    let source = network::read(&args.file, &Network::new(streams, &args.net, &dialects))?;
    let is_there = source.is_there;
    let file = File::new(source.name, source.bytes);
    let mut own = OwnRobots::new(file.source());
    let found = match &args.dialect {
        Reading::Own => Policy::own(&mut own, &catalogue),
        Reading::In(dialect) => Policy::new(own.reading(dialect), &catalogue),
    };
    if is_there {
        for note in file_notes(&file, own.readings()) {
            streams.note(&note);
        }
    }
    let dialect = match &args.dialect {
        Reading::Own => Preset::DEFAULT.dialect,
        Reading::In(dialect) => *dialect,
    };
    let stated = stated_notes([(own.reading(&dialect), &Agent::unnamed())]);
    let name = file.name();
    let printed = match args.format {
        PolicyFormat::Json => output::print_document(streams, &PolicyDocument::new(&found, name)),
        PolicyFormat::Text => output::print_text(
            streams,
            policy::text(&found, name, &stated, args.all, streams.width()),
        ),
        PolicyFormat::Md => output::print_text(streams, policy::markdown(&found, name)),
    };
    output::finish(printed, ExitStatus::Yes)
}
