//! How the answers to cases are printed and counted.

use std::io::Write;

use maycrawl_report::json::{CaseLine, CasesDocument, WireCase};
use maycrawl_report::{Mismatch, cases, json_text, reading_note, rows};

use super::{CaseAnswer, TestArgs, TestFormat};
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input;
use crate::input::table::{Row, Table};
use crate::output;
use crate::streams::Streams;

/// Prints answers in the format that was asked for, and counts them.
pub(super) struct Printer<'a> {
    streams: &'a Streams,
    args: &'a TestArgs,
    columns: Vec<String>,
    out: Out,
    collected: Vec<WireCase>,
    mismatches: Vec<Mismatch>,
    cases: u64,
    failed: u64,
    errors: u64,
}

/// Where answers go as they come.
enum Out {
    /// Rows of a table.
    Rows(rows::Writer<Box<dyn Write>>),
    /// Text and JSON.
    Raw(Box<dyn Write>),
}

impl<'a> Printer<'a> {
    pub(super) fn new(
        streams: &'a Streams,
        args: &'a TestArgs,
        table: &Table,
    ) -> Result<Self, Failure> {
        let columns = table.columns();
        let raw: Box<dyn Write> = Box::new(streams.raw());
        let mut out = match args.format {
            _ if streams.is_quiet() => Out::Raw(raw),
            TestFormat::Tsv => Out::Rows(rows::Writer::tsv(streams.rows())),
            TestFormat::Csv => Out::Rows(rows::Writer::csv(streams.rows())),
            _ => Out::Raw(raw),
        };
        if let Out::Rows(out) = &mut out {
            out.write(
                columns.iter().map(Vec::as_slice).chain([&b"verdict"[..], b"deciding_line"]),
            )?;
        }
        let shown = |column: &Vec<u8>| String::from_utf8_lossy(column).into_owned();
        Ok(Self {
            streams,
            args,
            columns: columns.iter().map(shown).collect(),
            out,
            collected: Vec::new(),
            mismatches: Vec::new(),
            cases: 0,
            failed: 0,
            errors: 0,
        })
    }

    pub(super) fn print(
        &mut self,
        row: &Row,
        answer: CaseAnswer,
        missed: Option<String>,
        line: u64,
    ) -> Result<(), Failure> {
        self.cases += 1;
        self.errors += u64::from(answer.verdict == "error");
        self.failed += u64::from(missed.is_some());
        if self.streams.is_quiet() {
            return Ok(());
        }
        if let Some(expected) = &missed {
            let cells: Vec<_> = row.cells().collect();
            let answered =
                cases::answered(answer.verdict, answer.line) + &reading_note(&answer.dialect);
            let (case, expected) = (cells.join(&b'\t'), expected.clone());
            self.mismatches.push(Mismatch { line, case, expected, answered });
        }
        let wire = || {
            let cells = row.cells().map(|cell| String::from_utf8_lossy(cell).into_owned());
            let dialect = answer.dialect.to_string();
            let mut case = WireCase::new(line, dialect, answer.verdict, answer.line);
            case.input = self.columns.iter().cloned().zip(cells).collect();
            case.missed = missed;
            case
        };
        match (&mut self.out, self.args.format) {
            (Out::Rows(out), _) => {
                let deciding = answer.line.to_string();
                out.write(row.cells().chain([answer.verdict.as_bytes(), deciding.as_bytes()]))?;
            }
            (Out::Raw(_), TestFormat::Json | TestFormat::Junit) => {
                self.collected.push(wire());
            }
            (Out::Raw(out), TestFormat::Jsonl) => {
                let line = CaseLine::new(wire());
                json_text::write_line(out, &line)?;
            }
            (Out::Raw(_), _) => {}
        }
        Ok(())
    }

    pub(super) fn finish(mut self, has_expectations: bool) -> Result<ExitStatus, Failure> {
        if self.cases == 0 {
            let table = input::shown_name(&self.args.table);
            return Err(Failure::input(format!(
                "{table}: the table has no rows below its header line, so nothing was tested"
            )));
        }
        let status = ExitStatus::from(self.failed == 0);
        let answers = std::mem::take(&mut self.collected);
        let summary = self.summary(has_expectations);
        let table = input::shown_name(&self.args.table);
        let written = match &mut self.out {
            Out::Rows(out) => out.flush(),
            Out::Raw(_) if self.streams.is_quiet() => Ok(()),
            Out::Raw(out) => match self.args.format {
                TestFormat::Text => out.write_all(summary.as_bytes()),
                TestFormat::Json => {
                    let mut document = CasesDocument::new(self.args.dialect.to_string(), answers);
                    (document.cases, document.errors, document.failed) =
                        (self.cases, self.errors, self.failed);
                    output::write_document(out, &document)
                }
                TestFormat::Junit => cases::junit(&table, &answers, out),
                TestFormat::Github => cases::github(&table, &self.mismatches, out),
                TestFormat::Jsonl | TestFormat::Tsv | TestFormat::Csv => Ok(()),
            }
            .and_then(|()| out.flush()),
        };
        // Rows are for programs, so the mismatches go to standard error.
        if matches!(self.args.format, TestFormat::Jsonl | TestFormat::Tsv | TestFormat::Csv) {
            for mismatch in &self.mismatches {
                self.streams.say(&mismatch.to_string());
            }
        }
        output::finish(written, status)
    }

    fn summary(&self, has_expectations: bool) -> String {
        let table = input::shown_name(&self.args.table);
        let line = |one: &Mismatch| format!("{table}:{}: {}", one.line, one.sentence());
        let mut lines: Vec<_> = self.mismatches.iter().map(line).collect();
        let errors = match self.errors {
            0 => String::new(),
            errors => format!(", {errors} with an invalid URL"),
        };
        lines.push(if has_expectations {
            let passed = self.cases - self.failed;
            format!("{passed} passed, {} failed{errors}", self.failed)
        } else {
            format!(
                "{} checked{errors}; add an expect column to compare answers, or --format tsv to see them",
                self.cases,
            )
        });
        lines.join("\n") + "\n"
    }
}
