//! `maycrawl check --cases`: a table of questions and expected answers.

use std::path::Path;

use maycrawl::Dialect;

use super::args::CheckArgs;
use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input;
use crate::input::tsv::{Row, Tsv};

mod files;
mod printer;

use files::Files;
use printer::Printer;

/// Where the columns stand.
struct Columns {
    robots: Option<usize>,
    agent: usize,
    url: usize,
    expect: Option<usize>,
    line: Option<usize>,
}

/// The answer to one case.
#[derive(Clone, Copy)]
struct CaseAnswer {
    verdict: &'static str,
    /// The deciding line, 0 if no rule decided.
    line: u32,
    dialect: Dialect,
}

pub(crate) fn run(context: &Context, path: &Path, args: &CheckArgs) -> Result<ExitStatus, Failure> {
    let streams = &context.streams;
    if input::is_stdin(path) && args.robots.as_deref().is_some_and(input::is_stdin) {
        return Err(Failure::input(
            "standard input cannot be both the robots.txt and the cases: name a file for one of them",
        ));
    }
    let mut table = Tsv::open(streams, path)?;
    let columns = Columns::of(&table, args)?;
    let mut files = Files::new(context, path, args)?;
    let mut printer = Printer::new(streams, args, &table)?;
    let mut row = Row::default();
    while table.next_row(&mut row)? {
        let answer = files.answer(&columns, &row, &table)?;
        let missed = columns.expected(&row, &table)?.missed(answer);
        match printer.print(&row, answer, missed, table.line()) {
            // The exit status still depends on the other cases.
            Ok(()) | Err(Failure::ClosedPipe) => {}
            Err(failure) => return Err(failure),
        }
    }
    printer.finish(columns.expect.is_some() || columns.line.is_some())
}

impl Columns {
    fn of(table: &Tsv, args: &CheckArgs) -> Result<Self, Failure> {
        table.expect_no_other_spelling(&["robots", "agent", "url", "expect", "line"])?;
        if args.robots.is_some() && table.column("robots").is_some() {
            return Err(Failure::input(
                "--robots names the file to ask, and so does a column robots of the cases: leave out one of them",
            ));
        }
        Ok(Self {
            robots: match args.robots {
                Some(_) => None,
                None => Some(table.required("robots")?),
            },
            agent: table.required("agent")?,
            url: table.required("url")?,
            expect: table.column("expect"),
            line: table.column("line"),
        })
    }

    /// What the row expects. An empty cell expects nothing.
    fn expected(&self, row: &Row, table: &Tsv) -> Result<Expected, Failure> {
        let cell =
            |column: Option<usize>| column.map(|column| row.cell(column)).unwrap_or_default();
        let verdict = match cell(self.expect) {
            b"" => None,
            b"allow" => Some("allow"),
            b"disallow" => Some("disallow"),
            other => {
                let shown = input::shortened(other);
                let message = format!("expect is {shown:?}; write allow or disallow");
                return Err(table.failure(&message));
            }
        };
        let line = match cell(self.line) {
            b"" => None,
            digits => Some(
                std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok()).ok_or_else(
                    || {
                        let shown = input::shortened(digits);
                        table.failure(&format!(
                            "line is {shown:?}; write the number of the deciding line, or 0"
                        ))
                    },
                )?,
            ),
        };
        Ok(Expected { verdict, line })
    }
}

/// What a row expects.
struct Expected {
    verdict: Option<&'static str>,
    line: Option<u32>,
}

impl Expected {
    /// What was expected, if the answer differs. An error always differs.
    fn missed(&self, answer: CaseAnswer) -> Option<String> {
        let is_error = answer.verdict == "error";
        let verdict = self.verdict.filter(|verdict| *verdict != answer.verdict);
        let line = self.line.filter(|line| is_error || *line != answer.line);
        match (verdict, line) {
            (None, None) => None,
            (Some(verdict), None) => Some(verdict.to_owned()),
            (None, Some(line)) => Some(format!("line {line}")),
            (Some(verdict), Some(line)) => Some(format!("{verdict} by line {line}")),
        }
    }
}
