//! `maycrawl crawlers`: who a crawler is, what it is for and what it obeys.

use std::io::{self, Write as _};

use maycrawl::{Robots, Rules};
use maycrawl_crawlers::{Catalogue, Crawler};
use maycrawl_report::crawlers::{cells, markdown, page};
use maycrawl_report::json::{CrawlersDocument, WireCrawler};
use maycrawl_report::{rows, tables};

use crate::args::{Crawlers, CrawlersFormat};
use crate::commands::Answered;
use crate::commands::check::print_document;
use crate::failure::Failure;
use crate::input::{self, catalogue};
use crate::output;

pub(crate) fn run(args: &Crawlers) -> Result<Answered, Failure> {
    let catalogue = catalogue::load(&args.known)?;
    let chosen = chosen(args, &catalogue)?;
    let robots = match &args.robots {
        Some(path) => Some(Robots::parse(input::read(path)?, &args.dialect)),
        None => None,
    };
    let rules = |crawler: &Crawler| Some(robots.as_ref()?.rules(&crawler.agent()));
    let asked: Vec<_> = chosen.iter().map(|crawler| (*crawler, rules(crawler))).collect();
    output::finish(print(args, &asked), Answered::Yes)
}

fn print(args: &Crawlers, asked: &[(&Crawler, Option<Rules>)]) -> io::Result<()> {
    match args.format {
        CrawlersFormat::Text => {
            let mut out = output::text();
            match asked {
                [(crawler, rules)] => writeln!(out, "{}", page(crawler, rules.as_ref()))?,
                several => {
                    writeln!(out, "{}", tables::crawlers(several, output::terminal_width()))?;
                }
            }
            out.flush()
        }
        CrawlersFormat::Json => {
            let crawlers =
                asked.iter().map(|(crawler, rules)| WireCrawler::new(crawler, rules.as_ref()));
            print_document(&CrawlersDocument::new(crawlers.collect()))
        }
        CrawlersFormat::Csv => {
            let mut out = rows::Writer::csv(output::raw());
            out.write(Catalogue::columns())?;
            for (crawler, _) in asked {
                out.write(cells(crawler))?;
            }
            out.flush()
        }
        CrawlersFormat::Md => {
            let crawlers: Vec<_> = asked.iter().map(|(crawler, _)| *crawler).collect();
            let mut out = output::text();
            write!(out, "{}", markdown(&crawlers))?;
            out.flush()
        }
    }
}

/// The crawlers that are asked for: those named, or all; of these, those of the
/// purposes and operators.
fn chosen<'c>(args: &Crawlers, catalogue: &'c Catalogue) -> Result<Vec<&'c Crawler>, Failure> {
    let mut chosen = Vec::new();
    for token in &args.tokens {
        chosen.push(find(catalogue, token)?);
    }
    if args.tokens.is_empty() {
        chosen.extend(catalogue.crawlers());
    }
    if !args.purpose.is_empty() {
        chosen.retain(|crawler| args.purpose.iter().any(|purpose| crawler.is_for(*purpose)));
    }
    let mut of_operators = Vec::new();
    for operator in &args.operator {
        of_operators.extend(catalogue::of_operator(catalogue, operator)?);
    }
    if !args.operator.is_empty() {
        chosen.retain(|crawler| of_operators.iter().any(|one| one.token() == crawler.token()));
    }
    if chosen.is_empty() {
        return Err(Failure::input("no crawler is all of this; leave out a condition"));
    }
    Ok(chosen)
}

/// The crawler of a token or of a whole `User-Agent` header.
fn find<'c>(catalogue: &'c Catalogue, name: &str) -> Result<&'c Crawler, Failure> {
    catalogue.find(name).or_else(|| catalogue.of_header(name)).ok_or_else(|| {
        let hint = match catalogue.nearest(name) {
            Some(nearest) => format!("did you mean {}?", nearest.token()),
            None => "maycrawl crawlers lists all".into(),
        };
        Failure::input(format!("the catalogue has no crawler {name:?}; {hint}"))
    })
}
