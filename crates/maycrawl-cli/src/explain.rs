//! `maycrawl explain`: what a code means, what a field does, who a crawler is.

use std::io::Write as _;

use clap::Args;
use maycrawl_crawlers::Catalogue;
use maycrawl_report::explain::{Topic, topics};
use maycrawl_report::field_pages::FieldPage;
use maycrawl_report::fill_below;
use maycrawl_report::json::ExplainDocument;

use crate::catalogue::{self, CatalogueArgs};
use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::output::{self, TextOrJson};

/// `maycrawl explain`
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
pub(crate) struct ExplainArgs {
    /// A lint rule (path-space) or its code (P004), a reason code (tie), a word from an
    /// answer (later), a dialect (rfc9309), a knob (groups.merge), a field (Disallow) or a
    /// crawler (GPTBot). The words rules, reasons, dialects, knobs, fields and crawlers
    /// list all of a kind; without CODE, everything except the crawlers is listed
    pub(crate) code: Option<String>,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    /// How the explanation is printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: TextOrJson,
}

pub(crate) fn run(context: &Context, args: &ExplainArgs) -> Result<ExitStatus, Failure> {
    let catalogue = catalogue::load(context, &args.known)?;
    let crawlers = || catalogue.crawlers().iter().map(Topic::Crawler);
    let chosen: Vec<Topic<'_>> = match &args.code {
        None => topics(),
        Some(code) => match topics()
            .into_iter()
            .chain(crawlers())
            .filter(|topic| is_of(topic, code))
            .collect::<Vec<_>>()
        {
            all if !all.is_empty() => all,
            _ => vec![find(code, &catalogue)?],
        },
    };
    match args.format {
        TextOrJson::Text => {
            let width = context.streams.width();
            let mut out = context.streams.text();
            match (&args.code, &*chosen) {
                (Some(_), [topic]) => writeln!(out, "{}", topic.page(width))?,
                _ => {
                    for topic in &chosen {
                        let title = fill_below(&topic.title(), width, 32);
                        writeln!(out, "{:31} {title}", topic.code())?;
                    }
                }
            }
            out.flush()?;
        }
        TextOrJson::Json => {
            output::print_document(&context.streams, &ExplainDocument::new(&chosen))?;
        }
    }
    Ok(ExitStatus::Yes)
}

/// Whether `kinds` is the plural of a topic's kind, or a group of rules.
fn is_of(topic: &Topic<'_>, kinds: &str) -> bool {
    let is_field = FieldPage::find(kinds).is_some();
    let is_in_group =
        matches!(topic, Topic::Rule(rule) if rule.group.as_str() == kinds && !is_field);
    is_in_group || kinds.strip_suffix('s') == Some(topic.kind())
}

/// Close enough to be a slip of the finger rather than another word.
const ALIKE: f64 = 0.6;

fn find<'c>(code: &str, catalogue: &'c Catalogue) -> Result<Topic<'c>, Failure> {
    if let Some(topic) = topics().into_iter().find(|topic| topic.is_called(code)) {
        return Ok(topic);
    }
    if let Some(page) = FieldPage::find(code) {
        return Ok(Topic::Field(page));
    }
    if let Some(crawler) = catalogue.find(code).or_else(|| catalogue.of_header(code)) {
        return Ok(Topic::Crawler(crawler));
    }
    let all = topics();
    let crawlers = catalogue.crawlers().iter().map(Topic::Crawler);
    let nearest = all
        .iter()
        .copied()
        .chain(crawlers)
        .map(|topic| (strsim::normalized_damerau_levenshtein(topic.code(), code), topic.code()))
        .max_by(|one, other| one.0.total_cmp(&other.0));
    let hint = match nearest {
        Some((likeness, nearest)) if likeness > ALIKE => format!("did you mean {nearest}?"),
        _ => "maycrawl explain lists codes and fields, maycrawl crawlers lists crawlers".into(),
    };
    Err(Failure::input(format!("no code, field or crawler is called {code:?}; {hint}")))
}
