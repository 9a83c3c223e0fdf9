//! `maycrawl test`: a table of questions and expected answers.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use maycrawl::Dialect;
use maycrawl_crawlers::Reading;
use maycrawl_report::cases::Expected;

use crate::catalogue::CatalogueArgs;
use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input;
use crate::input::table::{Row, Table};
use crate::network::NetArgs;
use crate::values::reading_parser;

mod files;
mod printer;

use files::Files;
use printer::Printer;

/// `maycrawl test`
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
#[command(after_help = "\
Exit status: 0 all answers are as expected, 1 some are not, 2 a usage or input error.

Examples:
  maycrawl test expected.csv
  maycrawl test expected.tsv --robots new-robots.txt
  maycrawl test expected.csv --robots example.txt --format junit > report.xml

A table:
  robots,agent,url,expect
  robots.txt,Googlebot,/products/,allow
  robots.txt,GPTBot,/products/,disallow")]
pub(crate) struct TestArgs {
    /// The questions and the expected answers: a CSV or TSV file; - is standard input. Its
    /// header line names the columns: agent, url, robots (a path relative to the table), expect (allow or disallow) and line (of the deciding rule)
    #[arg(value_name = "FILE")]
    pub(crate) table: PathBuf,

    /// The robots.txt to use, in place of the one that the table names: a file, or a URL of
    /// the site that serves it; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// Use tokens as written; do not look them up in the catalogue
    #[arg(long)]
    pub(crate) plain: bool,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    /// The dialect in which to read files: each crawler's own (own), or one dialect for all
    #[arg(long, short, default_value_t = Reading::Own, value_parser = reading_parser())]
    pub(crate) dialect: Reading,

    /// How answers are printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: TestFormat,

    #[command(flatten)]
    pub(crate) net: NetArgs,
}

/// How answers are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestFormat {
    /// For people: the answers that are not as expected
    #[default]
    Text,
    /// One JSON document
    Json,
    /// JSON Lines: one document per line
    Jsonl,
    /// The table with the answers, tab-separated, raw: nothing is quoted
    Tsv,
    /// The table with the answers, comma-separated, quoted where necessary
    Csv,
    /// An XML test report
    Junit,
    /// Annotations for GitHub Actions
    Github,
}

/// Where the columns stand.
struct Columns {
    robots: Option<usize>,
    /// The column that --robots takes the place of.
    replaced: Option<usize>,
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

pub(crate) fn run(context: &Context, args: &TestArgs) -> Result<ExitStatus, Failure> {
    let (streams, path) = (&context.streams, &args.table);
    if input::is_stdin(path) && args.robots.as_deref().is_some_and(input::is_stdin) {
        return Err(Failure::input(
            "standard input can be used only once: name a file for the robots.txt or for the table",
        ));
    }
    let mut table = Table::open(streams, path)?;
    let columns = Columns::of(&table, args)?;
    let mut files = Files::new(context, args)?;
    let mut printer = Printer::new(streams, args, &table)?;
    let mut row = Row::default();
    let mut replaced = None;
    while table.next_row(&mut row)? {
        columns.expect_one_file(&row, &mut replaced, &table)?;
        if let (Some(column), Some(robots)) = (columns.replaced, &args.robots) {
            row.replace(column, input::shown_name(robots).as_bytes());
        }
        let answer = files.answer(&columns, &row, &table)?;
        let missed = columns.expected(&row, &table)?.missed(answer.verdict, answer.line);
        match printer.print(&row, answer, missed, table.line()) {
            // The exit status still depends on the other cases.
            Ok(()) | Err(Failure::ClosedPipe) => {}
            Err(failure) => return Err(failure),
        }
    }
    printer.finish(columns.expect.is_some() || columns.line.is_some())
}

impl Columns {
    fn of(table: &Table, args: &TestArgs) -> Result<Self, Failure> {
        table.expect_no_other_spelling(&["robots", "agent", "url", "expect", "line"])?;
        Ok(Self {
            robots: match args.robots {
                Some(_) => None,
                None => Some(table.required("robots")?),
            },
            replaced: args.robots.as_ref().and_then(|_| table.column("robots")),
            agent: table.required("agent")?,
            url: table.required("url")?,
            expect: table.column("expect"),
            line: table.column("line"),
        })
    }

    /// One file can take the place of one file, not of several.
    fn expect_one_file(
        &self,
        row: &Row,
        replaced: &mut Option<Vec<u8>>,
        table: &Table,
    ) -> Result<(), Failure> {
        let Some(named) = self.replaced.map(|column| row.cell(column)) else { return Ok(()) };
        let first = replaced.get_or_insert_with(|| named.to_vec());
        if first == named {
            return Ok(());
        }
        let [first, named] = [&**first, named].map(input::shortened);
        Err(table.failure(&format!(
            "--robots takes the place of one file, but the table names {first:?} and {named:?}; leave --robots out, or split the table"
        )))
    }

    /// What the row expects. An empty cell expects nothing.
    fn expected(&self, row: &Row, table: &Table) -> Result<Expected, Failure> {
        let cell =
            |column: Option<usize>| column.map(|column| row.cell(column)).unwrap_or_default();
        let verdict = match cell(self.expect) {
            b"" => None,
            word if is_one_of(word, ["allow", "allowed"]) => Some("allow"),
            word if is_one_of(word, ["disallow", "disallowed", "blocked"]) => Some("disallow"),
            other => {
                let shown = input::shortened(other);
                let message =
                    format!("expect is {shown:?}; write allow or disallow (or allowed or blocked)");
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
        Ok(Expected::new(verdict, line))
    }
}

/// Whether a cell is one of these words, in any case.
fn is_one_of<const N: usize>(cell: &[u8], words: [&str; N]) -> bool {
    words.iter().any(|word| cell.eq_ignore_ascii_case(word.as_bytes()))
}
