//! `maycrawl explain`: what a code means, what a field does, who a crawler is.

use std::io::Write as _;

use clap::Args;
use maycrawl_report::explain::chosen;
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
    let code = args.code.as_deref();
    let chosen = chosen(code, &catalogue)
        .map_err(|unknown| failure(code.unwrap_or_default(), unknown.nearest))?;
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

/// Nothing is called so.
fn failure(code: &str, nearest: Option<&str>) -> Failure {
    let hint = match nearest {
        Some(nearest) => format!("did you mean {nearest}?"),
        None => "maycrawl explain lists codes and fields, maycrawl crawlers lists crawlers".into(),
    };
    Failure::input(format!("no code, field or crawler is called {code:?}; {hint}"))
}
