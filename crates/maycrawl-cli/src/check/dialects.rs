//! `maycrawl check --all-dialects`: where dialects disagree, and by which knob.

use std::io::Write;

use maycrawl::{Agent, Dialect, Robots, Rules, dialect::Preset};
use maycrawl_report::json::{ComparisonDocument, ComparisonLine, WireComparison};
use maycrawl_report::{Comparison, json_text, rows, tables};
use maycrawl_url::AskedUrl;

use super::args::Format;
use super::session::CheckSession;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::output;

/// Asks every dialect.
pub(crate) fn run(session: &CheckSession<'_>) -> Result<ExitStatus, Failure> {
    match session.args.format {
        _ if session.streams.is_quiet() => stream(session, |_| Ok(())),
        Format::Text => {
            let mut out = session.streams.text();
            let mut gap = "";
            let status = stream(session, |comparison| {
                let table = tables::dialects(comparison, session.streams.terminal_width());
                writeln!(out, "{gap}{table}")?;
                gap = "\n";
                Ok(())
            })?;
            output::finish(out.flush(), status)
        }
        Format::Json => {
            let mut comparisons = Vec::new();
            let status = stream(session, |comparison| {
                comparisons.push(WireComparison::from(comparison));
                Ok(())
            })?;
            let dialect = base(session)?.to_string();
            let document = ComparisonDocument::new(session.robots_file(), dialect, comparisons);
            output::finish(output::print_document(session.streams, &document), status)
        }
        Format::Jsonl => {
            let mut out = session.streams.raw();
            let status = stream(session, |comparison| {
                let comparison = WireComparison::from(comparison);
                Ok(json_text::write_line(&mut out, &ComparisonLine::new(comparison))?)
            })?;
            output::finish(out.flush(), status)
        }
        Format::Tsv => print_rows(session, rows::Writer::tsv(session.streams.rows())),
        Format::Csv => print_rows(session, rows::Writer::csv(session.streams.rows())),
    }
}

fn print_rows(
    session: &CheckSession<'_>,
    mut out: rows::Writer<impl Write>,
) -> Result<ExitStatus, Failure> {
    out.write(rows::COMPARISON_COLUMNS)?;
    let status = stream(session, |comparison| {
        for cells in rows::comparison_cells(comparison) {
            out.write(cells)?;
        }
        Ok(())
    })?;
    output::finish(out.flush(), status)
}

/// Calls `each` with the answers of all dialects, for every URL and agent.
fn stream(
    session: &CheckSession<'_>,
    mut each: impl FnMut(&Comparison) -> Result<(), Failure>,
) -> Result<ExitStatus, Failure> {
    let source = session.file.source();
    let presets = Preset::ALL.iter();
    let parsed: Vec<_> =
        presets.map(|Preset { dialect, .. }| Robots::parse(source, dialect)).collect();
    let in_all_dialects =
        |agent| -> Vec<_> { parsed.iter().map(|robots| robots.rules(agent)).collect() };
    let agents = session.rules.iter().map(Rules::agent);
    let agents: Vec<_> = agents.map(|agent| (agent, in_all_dialects(agent))).collect();
    let base = base(session)?;
    let mut all_allowed = true;
    let streamed = session.for_each_question(|question| {
        for (agent, rules) in &agents {
            let comparison = ask(session, agent, rules, question, &base);
            all_allowed &= comparison.is_allowed_by_all();
            each(&comparison)?;
        }
        Ok(())
    });
    output::finish(streamed, all_allowed.into())
}

/// The dialect that the others are compared with.
fn base(session: &CheckSession<'_>) -> Result<Dialect, Failure> {
    Ok(session.args.reading()?.of_nobody())
}

fn ask(
    session: &CheckSession<'_>,
    agent: &Agent,
    rules: &[Rules],
    question: &AskedUrl<'_>,
    base: &Dialect,
) -> Comparison {
    match &session.origin {
        Some(origin) if !question.is_in_scope() => {
            Comparison::out_of_scope(agent, rules, question.url(), base, &origin.to_string())
        }
        _ => {
            let path = question.path(base);
            Comparison::ask(session.file.source(), agent, rules, path, base)
        }
    }
}
