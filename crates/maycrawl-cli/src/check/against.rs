//! `maycrawl check --against OLD`: which answers changed, by which rule.

use maycrawl::Rules;
use maycrawl_crawlers::{OwnRobots, Reading};
use maycrawl_report::changes::{self, Change};
use maycrawl_report::json::ChangesDocument;
use maycrawl_report::rows;

use super::args::Format;
use super::session::CheckSession;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::output;

/// Asks both versions. The answer is yes if they agree.
pub(crate) fn run(session: &CheckSession<'_>) -> Result<ExitStatus, Failure> {
    let streams = session.streams;
    let (args, new) = (session.args, &session.rules);
    let reading = args.reading()?;
    let Some(path) = &args.against else { return Ok(ExitStatus::Yes) };
    if args.format == Format::Jsonl {
        return Err(Failure::input("--against cannot print jsonl: use text, json, tsv or csv"));
    }
    let source = session.read_older(path)?;
    let mut older = OwnRobots::new(&source.bytes);
    let old: Vec<Rules> =
        new.iter().map(|rules| older.rules(rules.agent(), rules.dialect())).collect();
    let mut asked = 0;
    let mut changed = Vec::new();
    session.for_each_question(|question| {
        // Neither version governs URLs of other sites.
        if !question.is_in_scope() {
            return Ok(());
        }
        for (old, new) in old.iter().zip(new) {
            asked += 1;
            changed.extend(Change::of(old, new, question.path(new.dialect())));
        }
        Ok(())
    })?;
    let status = ExitStatus::from(changed.is_empty());
    let n_changed = changed.len();
    if let Some(only) = args.only {
        changed.retain(|change| only.fits(change.new.verdict_name()));
    }
    let (old_name, new_name) = (source.name, session.file.name());
    let printed = match args.format {
        _ if session.streams.is_quiet() => Ok(()),
        Format::Text => output::print_text(
            streams,
            changes::text(&changed, n_changed, asked, [&old_name, new_name]),
        ),
        Format::Json | Format::Jsonl => output::print_document(
            streams,
            &ChangesDocument::new(
                [old_name, new_name.into()],
                reading.to_string(),
                asked,
                &changed,
            ),
        ),
        Format::Tsv => print_rows(rows::Writer::tsv(streams.rows()), reading, &changed),
        Format::Csv => print_rows(rows::Writer::csv(streams.rows()), reading, &changed),
    };
    output::finish(printed, status)
}

fn print_rows(
    mut out: rows::Writer<impl std::io::Write>,
    reading: Reading,
    changed: &[Change],
) -> std::io::Result<()> {
    let is_own = reading == Reading::Own;
    out.write(changes::COLUMNS.iter().copied().chain(is_own.then_some(rows::DIALECT_COLUMN)))?;
    for change in changed {
        let dialect = is_own.then(|| change.new.dialect.to_string().into_bytes());
        out.write(change.cells().into_iter().chain(dialect))?;
    }
    out.flush()
}
