//! `maycrawl check --cases`: many questions of many files, and what was
//! expected of them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;
use std::path::{Path, PathBuf};

use maycrawl::{Robots, Rules, robots::RuleLine};
use maycrawl_crawlers::Catalogue;
use maycrawl_report::json::{CaseLine, CasesDocument, WireCase};
use maycrawl_report::{Mismatch, rows};

use crate::args::{Check, Format};
use crate::commands::Answered;
use crate::commands::check::{print_line, write_document};
use crate::failure::Failure;
use crate::input::tsv::{Row, Tsv};
use crate::input::{self, catalogue, urls};
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
        let missed = columns.expected(&row, &table)?.missed(answer);
        match printer.print(&row, answer, missed, table.line()) {
            // What is not read need not be printed; the answer stands.
            Ok(()) | Err(Failure::ClosedPipe) => {}
            Err(failure) => return Err(failure),
        }
    }
    printer.finish(columns.expect.is_some() || columns.line.is_some())
}

impl Columns {
    fn of(table: &Tsv, args: &Check) -> Result<Self, Failure> {
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
    /// What was expected and not answered. An error decides nothing, so it is
    /// never what was expected.
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

/// The files that cases ask, parsed once.
struct Files<'a> {
    args: &'a Check,
    /// What is known of crawlers, unless tokens are to be taken plainly.
    catalogue: Option<Catalogue>,
    /// The folder of the cases, in which relative paths begin.
    folder: PathBuf,
    held: HashMap<Vec<u8>, Held>,
    held_octets: usize,
}

/// A file and the rules of those who asked it.
struct Held {
    robots: Robots,
    octets: usize,
    rules: HashMap<Vec<u8>, Rules>,
}

/// How many bytes of files and their rules are held before all are dropped.
const MOST_HELD: usize = 256 << 20;

impl<'a> Files<'a> {
    fn new(path: &Path, args: &'a Check) -> Result<Self, Failure> {
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let catalogue = if args.plain { None } else { Some(catalogue::load(&args.known)?) };
        let mut files = Self { args, catalogue, folder, held: HashMap::new(), held_octets: 0 };
        if let Some(robots) = &args.robots {
            // Cases without a column `robots` ask this one file, by no name.
            files.held.insert(Vec::new(), Held::new(&input::read(robots)?, args));
        }
        Ok(files)
    }

    fn answer(&mut self, columns: &Columns, row: &Row, table: &Tsv) -> Result<CaseAnswer, Failure> {
        let url = row.cell(columns.url);
        let robots = columns.robots.map(|column| row.cell(column)).unwrap_or_default();
        if columns.robots.is_some() && robots.is_empty() {
            return Err(table.failure("robots is empty; write the path of a file"));
        }
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
        if self.held_octets > MOST_HELD {
            self.held_octets = 0;
            match self.args.robots {
                // The one file may have come from standard input: it stays.
                Some(_) => self.held.values_mut().for_each(|held| held.rules.clear()),
                None => self.held.clear(),
            }
        }
        let held = match self.held.entry(robots.to_vec()) {
            Entry::Occupied(held) => held.into_mut(),
            Entry::Vacant(vacant) => {
                let path = self.folder.join(path_of(robots));
                let octets =
                    input::read(&path).map_err(|failure| table.failure(&failure.to_string()))?;
                self.held_octets += octets.len();
                vacant.insert(Held::new(&octets, self.args))
            }
        };
        match held.rules.entry(agent.to_vec()) {
            Entry::Occupied(rules) => Ok(rules.into_mut()),
            Entry::Vacant(vacant) => {
                // Rules hold at most what the file does.
                self.held_octets += held.octets + agent.len();
                Ok(vacant
                    .insert(held.robots.rules(&catalogue::agent(self.catalogue.as_ref(), agent))))
            }
        }
    }
}

impl Held {
    fn new(octets: &[u8], args: &Check) -> Self {
        let robots = Robots::parse(octets, &args.dialect);
        Self { robots, octets: octets.len(), rules: HashMap::new() }
    }
}

/// A path from the bytes of a cell. It need not be UTF-8.
#[cfg(unix)]
fn path_of(octets: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    std::ffi::OsStr::from_bytes(octets).into()
}

/// A path from the bytes of a cell. Where paths are Unicode, so is it.
#[cfg(not(unix))]
fn path_of(octets: &[u8]) -> PathBuf {
    String::from_utf8_lossy(octets).into_owned().into()
}

/// Prints answers in the format that was asked for, and counts them.
struct Printer<'a> {
    args: &'a Check,
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
    fn new(args: &'a Check, table: &Tsv) -> Result<Self, Failure> {
        let columns = table.columns();
        let raw: Box<dyn Write> = Box::new(output::raw());
        let mut out = match args.format {
            _ if args.quiet => Out::Raw(raw),
            Format::Tsv => Out::Rows(rows::Writer::tsv(raw)),
            Format::Csv => Out::Rows(rows::Writer::csv(raw)),
            Format::Text | Format::Json | Format::Jsonl => Out::Raw(raw),
        };
        if let Out::Rows(out) = &mut out {
            out.write(columns.iter().map(Vec::as_slice).chain([&b"verdict"[..], b"line"]))?;
        }
        let shown = |column: &Vec<u8>| String::from_utf8_lossy(column).into_owned();
        Ok(Self {
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

    fn print(
        &mut self,
        row: &Row,
        answer: CaseAnswer,
        missed: Option<String>,
        line: u64,
    ) -> Result<(), Failure> {
        self.cases += 1;
        self.errors += u64::from(answer.verdict == "error");
        self.failed += u64::from(missed.is_some());
        if self.args.quiet {
            return Ok(());
        }
        if let Some(expected) = &missed {
            let cells: Vec<_> = row.cells().collect();
            let answered = match answer.line {
                0 => answer.verdict.to_owned(),
                line => format!("{} by line {line}", answer.verdict),
            };
            let (case, expected) = (cells.join(&b'\t'), expected.clone());
            self.mismatches.push(Mismatch { line, case, expected, answered });
        }
        let wire = || {
            let cells = row.cells().map(|cell| String::from_utf8_lossy(cell).into_owned());
            let dialect = self.args.dialect.to_string();
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
            (Out::Raw(_), Format::Json) => {
                self.collected.push(wire());
            }
            (Out::Raw(out), Format::Jsonl) => {
                let line = CaseLine::new(wire());
                print_line(out, &line)?;
            }
            (Out::Raw(_), _) => {}
        }
        Ok(())
    }

    fn finish(mut self, has_expectations: bool) -> Result<Answered, Failure> {
        let answered = Answered::from(self.failed == 0);
        let answers = std::mem::take(&mut self.collected);
        let mut document = CasesDocument::new(self.args.dialect.to_string(), answers);
        (document.cases, document.errors, document.failed) = (self.cases, self.errors, self.failed);
        let summary = self.summary(has_expectations);
        let written = match &mut self.out {
            Out::Rows(out) => out.flush(),
            Out::Raw(_) if self.args.quiet => Ok(()),
            Out::Raw(out) => match self.args.format {
                Format::Text => out.write_all(summary.as_bytes()),
                Format::Json => write_document(out, &document),
                _ => Ok(()),
            }
            .and_then(|()| out.flush()),
        };
        // Tables and lines are for programs; what was missed is told beside them.
        if !matches!(self.args.format, Format::Text | Format::Json) {
            for mismatch in &self.mismatches {
                output::say(&mismatch.to_string());
            }
        }
        output::finish(written, answered)
    }

    fn summary(&self, has_expectations: bool) -> String {
        let mut lines: Vec<_> = self.mismatches.iter().map(Mismatch::to_string).collect();
        let errors = match self.errors {
            0 => String::new(),
            errors => format!(", {errors} with a URL that is none"),
        };
        lines.push(if has_expectations {
            let passed = self.cases - self.failed;
            format!("{passed} passed, {} failed{errors}", self.failed)
        } else {
            format!(
                "cases asked: {}{errors}; add a column expect to compare, or --format tsv to see the answers",
                self.cases,
            )
        });
        lines.join("\n") + "\n"
    }
}
