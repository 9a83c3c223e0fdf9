//! `maycrawl check --cases`: many questions of many files, and what was
//! expected of them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;
use std::path::{Path, PathBuf};

use maycrawl::{Agent, Robots, RuleLine, Rules};
use maycrawl_report::json::{CaseMismatch, CasesDocument, WireCase};
use maycrawl_report::rows::{self, Separator};

use crate::args::{Check, Format};
use crate::commands::Answered;
use crate::failure::Failure;
use crate::input::tsv::{Row, Tsv};
use crate::input::{self, urls};
use crate::output;

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
}

pub(crate) fn run(path: &Path, args: &Check) -> Result<Answered, Failure> {
    if input::is_stdin(path) && args.robots.as_deref().is_some_and(input::is_stdin) {
        return Err(Failure::input(
            "standard input cannot be both the robots.txt and the cases: name a file for one of them",
        ));
    }
    let mut table = Tsv::open(path)?;
    let columns = Columns::of(&table, args)?;
    let mut files = Files::new(path, args)?;
    let mut printer = Printer::new(args, &table)?;
    let mut row = Row::default();
    while table.next_row(&mut row)? {
        let answer = files.answer(&columns, &row, &table)?;
        let expected = columns.expected(&row, &table)?;
        let mismatch = expected.mismatch(answer);
        printer.print(&row, answer, mismatch, table.line())?;
    }
    printer.finish(columns.expect.is_some() || columns.line.is_some())
}

impl Columns {
    fn of(table: &Tsv, args: &Check) -> Result<Self, Failure> {
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
                let shown = String::from_utf8_lossy(other);
                let message = format!("expect is {shown:?}; write allow or disallow");
                return Err(table.failure(&message));
            }
        };
        let line = match cell(self.line) {
            b"" => None,
            digits => Some(
                std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok()).ok_or_else(
                    || {
                        let shown = String::from_utf8_lossy(digits);
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
    /// What was expected and not answered.
    fn mismatch(&self, answer: CaseAnswer) -> Option<String> {
        let verdict = self.verdict.filter(|verdict| *verdict != answer.verdict);
        let line = self.line.filter(|line| *line != answer.line);
        match (verdict, line) {
            (None, None) => None,
            (Some(verdict), None) => Some(verdict.to_owned()),
            (None, Some(line)) => Some(format!("line {line}")),
            (Some(verdict), Some(line)) => Some(format!("{verdict} by line {line}")),
        }
    }
}

/// The files that cases ask, parsed once.
struct Files<'a> {
    args: &'a Check,
    /// The folder of the cases, in which relative paths begin.
    folder: PathBuf,
    parsed: HashMap<Vec<u8>, Robots>,
    held_octets: usize,
    /// The rules asked last, with the file and the agent that they are for.
    last: Option<(Vec<u8>, Vec<u8>, Rules)>,
}

/// How many octets of files are held before all are dropped.
const MOST_HELD: usize = 256 << 20;

impl<'a> Files<'a> {
    fn new(path: &Path, args: &'a Check) -> Result<Self, Failure> {
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let mut files = Self { args, folder, parsed: HashMap::new(), held_octets: 0, last: None };
        if let Some(robots) = &args.robots {
            // Cases without a column `robots` ask this one file, by no name.
            files.parsed.insert(Vec::new(), Robots::parse(input::read(robots)?, &args.dialect));
        }
        Ok(files)
    }

    fn answer(&mut self, columns: &Columns, row: &Row, table: &Tsv) -> Result<CaseAnswer, Failure> {
        let url = row.cell(columns.url);
        let robots = columns.robots.map(|column| row.cell(column)).unwrap_or_default();
        let rules = self.rules(robots, row.cell(columns.agent), table)?;
        if urls::is_askable(url, rules.dialect()).is_err() {
            return Ok(CaseAnswer { verdict: "error", line: 0 });
        }
        let verdict = rules.check_url(url);
        Ok(CaseAnswer {
            verdict: if verdict.is_allowed() { "allow" } else { "disallow" },
            line: rules.deciding_rule(verdict).as_ref().map_or(0, RuleLine::line),
        })
    }

    fn rules(&mut self, robots: &[u8], agent: &[u8], table: &Tsv) -> Result<&Rules, Failure> {
        let is_last = |(last_robots, last_agent, _): &(Vec<u8>, Vec<u8>, Rules)| {
            last_robots == robots && last_agent == agent
        };
        let rules = match self.last.take().filter(is_last) {
            Some((.., rules)) => rules,
            None => self.robots(robots, table)?.rules(&Agent::token(agent)),
        };
        let (.., rules) = self.last.insert((robots.to_vec(), agent.to_vec(), rules));
        Ok(rules)
    }

    fn robots(&mut self, robots: &[u8], table: &Tsv) -> Result<&Robots, Failure> {
        if self.held_octets > MOST_HELD {
            self.parsed.clear();
            self.held_octets = 0;
        }
        match self.parsed.entry(robots.to_vec()) {
            Entry::Occupied(held) => Ok(held.into_mut()),
            Entry::Vacant(vacant) => {
                let path = self.folder.join(path_of(robots));
                let octets = std::fs::read(&path)
                    .map_err(|error| table.failure(&Failure::reading(&path, &error).to_string()))?;
                self.held_octets += octets.len();
                Ok(vacant.insert(Robots::parse(octets, &self.args.dialect)))
            }
        }
    }
}

/// A path from the octets of a cell. It need not be UTF-8.
#[cfg(unix)]
fn path_of(octets: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    std::ffi::OsStr::from_bytes(octets).into()
}

/// A path from the octets of a cell. Where paths are Unicode, so is it.
#[cfg(not(unix))]
fn path_of(octets: &[u8]) -> PathBuf {
    String::from_utf8_lossy(octets).into_owned().into()
}

/// Prints answers in the format that was asked for, and counts them.
struct Printer<'a> {
    args: &'a Check,
    columns: Vec<String>,
    raw: Box<dyn Write>,
    collected: Vec<WireCase>,
    mismatches: Vec<CaseMismatch>,
    cases: u64,
    failed: u64,
    errors: u64,
}

impl<'a> Printer<'a> {
    fn new(args: &'a Check, table: &Tsv) -> Result<Self, Failure> {
        let columns = table.columns();
        let mut printer = Self {
            args,
            columns: columns
                .iter()
                .map(|column| String::from_utf8_lossy(column).into_owned())
                .collect(),
            raw: Box::new(output::raw()),
            collected: Vec::new(),
            mismatches: Vec::new(),
            cases: 0,
            failed: 0,
            errors: 0,
        };
        if let Some(separator) = printer.separator() {
            let head = columns.iter().map(Vec::as_slice).chain([&b"verdict"[..], b"line"]);
            rows::write(&mut printer.raw, separator, head)?;
        }
        Ok(printer)
    }

    fn separator(&self) -> Option<Separator> {
        match self.args.format {
            _ if self.args.quiet => None,
            Format::Tsv => Some(Separator::Tab),
            Format::Csv => Some(Separator::Comma),
            Format::Text | Format::Json | Format::Jsonl => None,
        }
    }

    fn print(
        &mut self,
        row: &Row,
        answer: CaseAnswer,
        mismatch: Option<String>,
        line: u64,
    ) -> Result<(), Failure> {
        self.cases += 1;
        self.errors += u64::from(answer.verdict == "error");
        self.failed += u64::from(mismatch.is_some());
        if self.args.quiet {
            return Ok(());
        }
        if let Some(separator) = self.separator() {
            let deciding = answer.line.to_string();
            let cells = row.cells().chain([answer.verdict.as_bytes(), deciding.as_bytes()]);
            rows::write(&mut self.raw, separator, cells)?;
        } else if self.args.format != Format::Text {
            let case = self.wire(row, answer, mismatch.clone(), line);
            if self.args.format == Format::Json {
                self.collected.push(case);
            } else {
                serde_json::to_writer(&mut self.raw, &case).map_err(std::io::Error::from)?;
                self.raw.write_all(b"\n")?;
            }
        }
        if let Some(expected) = mismatch {
            let cells: Vec<_> = row.cells().map(|cell| String::from_utf8_lossy(cell)).collect();
            let answered = match answer.line {
                0 => answer.verdict.to_owned(),
                line => format!("{} by line {line}", answer.verdict),
            };
            self.mismatches.push(CaseMismatch { line, case: cells.join("\t"), expected, answered });
        }
        Ok(())
    }

    fn wire(&self, row: &Row, answer: CaseAnswer, missed: Option<String>, line: u64) -> WireCase {
        let cells = row.cells().map(|cell| String::from_utf8_lossy(cell).into_owned());
        WireCase {
            case_line: line,
            input: self.columns.iter().cloned().zip(cells).collect(),
            verdict: answer.verdict,
            line: answer.line,
            missed,
        }
    }

    fn finish(mut self, has_expectations: bool) -> Result<Answered, Failure> {
        let answered = Answered::from(self.failed == 0);
        match self.args.format {
            _ if self.args.quiet => {}
            Format::Json => {
                let document = CasesDocument {
                    version: 1,
                    dialect: self.args.dialect.to_string(),
                    cases: self.cases,
                    errors: self.errors,
                    failed: self.failed,
                    answers: std::mem::take(&mut self.collected),
                };
                serde_json::to_writer_pretty(&mut self.raw, &document)
                    .map_err(std::io::Error::from)?;
                self.raw.write_all(b"\n")?;
            }
            Format::Text => self.print_summary(has_expectations)?,
            // The table is for programs; what was missed is told beside it.
            Format::Tsv | Format::Csv | Format::Jsonl => {
                self.raw.flush()?;
                for mismatch in &self.mismatches {
                    output::say(&mismatch.to_string());
                }
            }
        }
        self.raw.flush()?;
        Ok(answered)
    }

    fn print_summary(&mut self, has_expectations: bool) -> Result<(), Failure> {
        for mismatch in &self.mismatches {
            writeln!(self.raw, "{mismatch}")?;
        }
        let errors = match self.errors {
            0 => String::new(),
            errors => format!(", {errors} with a URL that is none"),
        };
        if has_expectations {
            let passed = self.cases - self.failed;
            writeln!(self.raw, "{passed} passed, {} failed{errors}", self.failed)?;
        } else {
            writeln!(
                self.raw,
                "{} cases asked{errors}; add a column expect to compare, or --format tsv to see the answers",
                self.cases,
            )?;
        }
        Ok(())
    }
}
