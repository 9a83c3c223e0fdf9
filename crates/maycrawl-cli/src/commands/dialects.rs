//! `maycrawl check --all-dialects`: where dialects disagree, and by which knob.

use std::io::Write;

use maycrawl::{Robots, Rules, dialect::Preset};
use maycrawl_report::json::{ComparisonDocument, ComparisonLine, RobotsFile, WireComparison};
use maycrawl_report::{Comparison, rows, tables};

use crate::args::Format;
use crate::commands::Answered;
use crate::commands::check::{Asking, print_document, print_line};
use crate::failure::Failure;
use crate::output;

/// Asks every dialect.
pub(crate) fn run(asking: &Asking<'_>) -> Result<Answered, Failure> {
    match asking.args.format {
        _ if asking.args.quiet => stream(asking, |_| Ok(())),
        Format::Text => {
            let mut out = output::text();
            let mut gap = "";
            let answered = stream(asking, |comparison| {
                let table = tables::dialects(comparison, output::terminal_width());
                writeln!(out, "{gap}{table}")?;
                gap = "\n";
                Ok(())
            })?;
            output::finish(out.flush(), answered)
        }
        Format::Json => {
            let mut comparisons = Vec::new();
            let answered = stream(asking, |comparison| {
                comparisons.push(WireComparison::from(comparison));
                Ok(())
            })?;
            let robots = RobotsFile::new(&asking.file, asking.robots.unread());
            let dialect = asking.args.dialect.to_string();
            let document = ComparisonDocument::new(robots, dialect, comparisons);
            output::finish(print_document(&document), answered)
        }
        Format::Jsonl => {
            let mut out = output::raw();
            let answered = stream(asking, |comparison| {
                let comparison = WireComparison::from(comparison);
                print_line(&mut out, &ComparisonLine::new(comparison))
            })?;
            output::finish(out.flush(), answered)
        }
        Format::Tsv => print_rows(asking, rows::Writer::tsv(output::raw())),
        Format::Csv => print_rows(asking, rows::Writer::csv(output::raw())),
    }
}

fn print_rows(asking: &Asking<'_>, mut out: rows::Writer<impl Write>) -> Result<Answered, Failure> {
    out.write(rows::COMPARISON_COLUMNS)?;
    let answered = stream(asking, |comparison| {
        for cells in rows::comparison_cells(comparison) {
            out.write(cells)?;
        }
        Ok(())
    })?;
    output::finish(out.flush(), answered)
}

/// Calls `each` with the answers of all dialects, for every URL and agent.
fn stream(
    asking: &Asking<'_>,
    mut each: impl FnMut(&Comparison) -> Result<(), Failure>,
) -> Result<Answered, Failure> {
    let parsed: Vec<_> = Preset::ALL
        .iter()
        .map(|Preset { dialect, .. }| Robots::parse(asking.file.source(), dialect))
        .collect();
    let mut all_allowed = true;
    let streamed = asking.for_each_url(|url| {
        for rules in &asking.rules {
            let comparison = ask(asking, &parsed, rules, url);
            all_allowed &= comparison.is_allowed_by_all();
            each(&comparison)?;
        }
        Ok(())
    });
    output::finish(streamed, all_allowed.into())
}

fn ask(asking: &Asking<'_>, parsed: &[Robots], rules: &Rules, url: &[u8]) -> Comparison {
    let (agent, base) = (rules.agent(), &asking.args.dialect);
    match &asking.origin {
        Some(origin) if !asking.is_in_scope(url) => {
            Comparison::out_of_scope(parsed, agent, url, base, &origin.to_string())
        }
        _ => Comparison::ask(asking.file.source(), parsed, agent, url, base),
    }
}
