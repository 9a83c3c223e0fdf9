//! `maycrawl crawlers`: who a crawler is, what it is for and what it obeys.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use maycrawl::Rules;
use maycrawl_crawlers::{Catalogue, Crawler, CrawlerFilter, OwnRobots, Purpose, Reading};
use maycrawl_report::crawlers::{cells, markdown, page};
use maycrawl_report::json::{CrawlersDocument, WireCrawler};
use maycrawl_report::{rows, tables};

use crate::catalogue::{self, CatalogueArgs};
use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input;
use crate::output;
use crate::streams::Streams;
use crate::values::{purpose_parser, reading_parser};

/// `maycrawl crawlers`
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
pub(crate) struct CrawlersArgs {
    /// Product tokens, or whole User-Agent headers; without one, all crawlers
    #[arg(value_name = "TOKEN")]
    pub(crate) tokens: Vec<String>,

    /// Show only crawlers whose token or operator contains this text, such as bing
    #[arg(long, value_name = "TEXT")]
    pub(crate) search: Vec<String>,

    /// Show only crawlers with this purpose, such as ai-training
    #[arg(long, value_name = "PURPOSE", value_parser = purpose_parser())]
    pub(crate) purpose: Vec<Purpose>,

    /// Show only crawlers of this operator, such as OpenAI
    #[arg(long, value_name = "OPERATOR")]
    pub(crate) operator: Vec<String>,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    /// Also show whether this robots.txt allows each crawler to fetch /; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// The dialect in which to read that file: each crawler's own (own), or one dialect for all
    #[arg(long, short, default_value_t = Reading::Own, value_parser = reading_parser())]
    pub(crate) dialect: Reading,

    /// How the crawlers are printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: CrawlersFormat,
}

/// How crawlers are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CrawlersFormat {
    /// For people
    #[default]
    Text,
    /// One JSON document
    Json,
    /// Comma-separated
    Csv,
    /// A table in Markdown
    Md,
}

pub(crate) fn run(context: &Context, args: &CrawlersArgs) -> Result<ExitStatus, Failure> {
    let catalogue = catalogue::load(context, &args.known)?;
    let chosen = chosen(args, &catalogue)?;
    let source = args.robots.as_ref().map(|path| input::read(&context.streams, path));
    let mut robots = source.transpose()?.map(OwnRobots::from_vec);
    let mut rules = |crawler: &Crawler| {
        let dialect = args.dialect.dialect(|| crawler.own_dialect());
        Some(robots.as_mut()?.rules(&crawler.agent(), &dialect))
    };
    let asked: Vec<_> = chosen.iter().map(|crawler| (*crawler, rules(crawler))).collect();
    output::finish(print(&context.streams, args, &asked), ExitStatus::Yes)
}

fn print(
    streams: &Streams,
    args: &CrawlersArgs,
    asked: &[(&Crawler, Option<Rules>)],
) -> io::Result<()> {
    match args.format {
        CrawlersFormat::Text => {
            let mut out = streams.text();
            match asked {
                [(crawler, rules)] => {
                    writeln!(out, "{}", page(crawler, rules.as_ref(), streams.width()))?;
                }
                several => {
                    writeln!(out, "{}", tables::crawlers(several, streams.terminal_width()))?;
                }
            }
            out.flush()
        }
        CrawlersFormat::Json => {
            let crawlers =
                asked.iter().map(|(crawler, rules)| WireCrawler::new(crawler, rules.as_ref()));
            output::print_document(streams, &CrawlersDocument::new(crawlers.collect()))
        }
        CrawlersFormat::Csv => {
            let mut out = rows::Writer::csv(streams.rows());
            out.write(Catalogue::columns())?;
            for (crawler, _) in asked {
                out.write(cells(crawler))?;
            }
            out.flush()
        }
        CrawlersFormat::Md => {
            let crawlers: Vec<_> = asked.iter().map(|(crawler, _)| *crawler).collect();
            output::print_text(streams, markdown(&crawlers))
        }
    }
}

/// The crawlers that are asked for: those named, or all; of these, those of the
/// purposes and operators.
fn chosen<'c>(args: &CrawlersArgs, catalogue: &'c Catalogue) -> Result<Vec<&'c Crawler>, Failure> {
    let mut chosen = Vec::new();
    for token in &args.tokens {
        chosen.push(find(catalogue, token)?);
    }
    if args.tokens.is_empty() {
        chosen.extend(catalogue.crawlers());
    }
    for operator in &args.operator {
        catalogue::of_operator(catalogue, operator)?;
    }
    let mut filter = CrawlerFilter::default();
    filter.texts.clone_from(&args.search);
    filter.purposes.clone_from(&args.purpose);
    filter.operators.clone_from(&args.operator);
    filter.apply(&mut chosen);
    if chosen.is_empty() {
        let is_only_search = args.purpose.is_empty() && args.operator.is_empty();
        return Err(Failure::input(match &*args.search {
            [text] if is_only_search && args.tokens.is_empty() => format!(
                "no crawler has {text:?} in its token or operator; maycrawl crawlers lists all"
            ),
            _ => "no crawler matches all of these options; leave one out".into(),
        }));
    }
    Ok(chosen)
}

/// The crawler of a token or of a whole `User-Agent` header.
fn find<'c>(catalogue: &'c Catalogue, name: &str) -> Result<&'c Crawler, Failure> {
    catalogue.meant(name).ok_or_else(|| {
        const MIN_START: usize = 4;
        let starts = |crawler: &&Crawler| {
            let start = crawler.token().get(..name.len());
            name.len() >= MIN_START && start.is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        let longer = catalogue.crawlers().iter().find(starts);
        let n_alike = catalogue.crawlers().iter().filter(|one| one.is_like(name)).count();
        let hint = match (longer.or_else(|| catalogue.nearest(name)), n_alike) {
            (Some(nearest), _) => format!("did you mean {}?", nearest.token()),
            (None, 1..) if !name.is_empty() => {
                format!("maycrawl crawlers --search {name:?} lists similar ones")
            }
            _ => "maycrawl crawlers lists all".into(),
        };
        Failure::input(format!("the catalogue has no crawler {name:?}; {hint}"))
    })
}
