//! How the answers of `check` are printed.

use std::io::{self, Write};

use maycrawl::{Rules, Verdict};
use maycrawl_report::json::{CheckDocument, CheckLine, RobotsFile, WireAnswer};
use maycrawl_report::{Answer, Blocked, File, rows, tables, text};
use maycrawl_url::Origin;

use crate::args::{Check, Format};
use crate::commands::Answered;
use crate::commands::check::{print_line, write_document};
use crate::failure::Failure;
use crate::output;

/// More agents than this are a table even for one URL.
const MOST_AGENTS: usize = 4;

/// How many URLs a table holds, so that its columns line up and nobody waits for long.
const MOST_ROWS: usize = 1000;

/// One answer, explained only where somebody reads that.
pub(crate) enum Told<'a> {
    /// Rules say so.
    Decided { rules: &'a Rules, url: &'a [u8], verdict: Verdict, origin: Option<&'a Origin> },
    /// Something else does.
    Other(Answer),
}

impl Told<'_> {
    pub(crate) fn is_allowed(&self) -> bool {
        match self {
            Self::Decided { verdict, .. } => verdict.is_allowed(),
            Self::Other(answer) => answer.is_allowed(),
        }
    }

    fn explained(self) -> Answer {
        match self {
            Self::Decided { rules, url, origin, .. } => {
                let robots_url = origin.map(Origin::robots_url);
                Answer { robots_url, ..Answer::ask(rules, url) }
            }
            Self::Other(answer) => answer,
        }
    }
}

/// Prints answers one after the other, all agents of a URL together.
pub(crate) struct Answers<'a> {
    form: Form<'a>,
    n_agents: usize,
    dialect: String,
    all_allowed: bool,
}

type Out<'a> = Box<dyn Write + 'a>;

enum Form<'a> {
    Quiet,
    /// Each in its place in the file.
    Explained {
        out: Out<'a>,
        gap: &'static str,
    },
    Table(Out<'a>, Vec<Answer>),
    Blocked(Out<'a>, Blocked),
    Json(Out<'a>, Vec<WireAnswer>),
    Lines(Out<'a>),
    Rows(rows::Writer<Out<'a>>),
}

impl<'a> Answers<'a> {
    /// Answers to a command, on standard output.
    pub(crate) fn new(args: &Check, n_agents: usize) -> Result<Self, Failure> {
        let out: Box<dyn Write> = if args.format == Format::Text {
            Box::new(output::text())
        } else {
            Box::new(output::raw())
        };
        Self::going_on(out, args, n_agents, false, true)
    }

    /// Answers that follow others, if those are begun.
    pub(crate) fn going_on(
        out: Box<dyn Write + 'a>,
        args: &Check,
        n_agents: usize,
        is_begun: bool,
        all_allowed: bool,
    ) -> Result<Self, Failure> {
        let is_table =
            (n_agents > 1 && args.given.len() > 1) || n_agents > MOST_AGENTS || args.urls.is_some();
        let form = match args.format {
            _ if args.quiet => Form::Quiet,
            Format::Text if args.sitemap.is_some() => Form::Blocked(out, Blocked::default()),
            Format::Text if is_table => Form::Table(out, Vec::new()),
            Format::Text => Form::Explained { out, gap: "" },
            Format::Json => Form::Json(out, Vec::new()),
            Format::Jsonl => Form::Lines(out),
            Format::Tsv => Form::Rows(rows::Writer::Tsv(out)),
            Format::Csv => Form::Rows(rows::Writer::csv(out)),
        };
        let mut answers = Self { form, n_agents, dialect: args.dialect.to_string(), all_allowed };
        if let (Form::Rows(rows), false) = (&mut answers.form, is_begun) {
            rows.write(rows::COLUMNS)?;
        }
        Ok(answers)
    }

    /// Whether answers are shown in their place in the file.
    pub(crate) const fn are_explained(&self) -> bool {
        matches!(self.form, Form::Explained { .. })
    }

    /// Whether all answers so far are yes.
    pub(crate) fn answered(&self) -> Answered {
        self.all_allowed.into()
    }

    /// Prints an answer; the file is looked at where answers are explained.
    pub(crate) fn add(&mut self, told: Told<'_>, file: Option<&File>) -> Result<(), Failure> {
        self.all_allowed &= told.is_allowed();
        match &mut self.form {
            Form::Quiet => {}
            Form::Explained { out, gap } => {
                let empty = File::new("", "");
                let file = file.unwrap_or(&empty);
                writeln!(out, "{gap}{}", text::answer(&told.explained(), file, output::width()))?;
                *gap = "\n";
            }
            Form::Table(out, held) => {
                held.push(told.explained());
                if held.len() >= MOST_ROWS * self.n_agents {
                    print_table(out, held, self.n_agents)?;
                }
            }
            Form::Blocked(_, blocked) => blocked.add(&told.explained()),
            Form::Json(_, answers) => answers.push(WireAnswer::from(&told.explained())),
            Form::Lines(out) => {
                let answer = WireAnswer::from(&told.explained());
                print_line(out, &CheckLine { version: 1, answer })?;
            }
            Form::Rows(rows) => match told {
                Told::Decided { rules, url, verdict, .. } => {
                    rows.write(rows::cells(rules, url, verdict))?;
                }
                Told::Other(answer) => rows.write(rows::cells_without_rule(&answer))?,
            },
        }
        Ok(())
    }

    /// Writes out what is held back for speed alone.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        match &mut self.form {
            Form::Explained { out, .. } | Form::Lines(out) => out.flush()?,
            Form::Rows(rows) => rows.flush()?,
            Form::Quiet | Form::Table(..) | Form::Blocked(..) | Form::Json(..) => {}
        }
        Ok(())
    }

    /// Prints what needs all answers.
    pub(crate) fn end(mut self, robots: Option<RobotsFile>) -> Result<(), Failure> {
        self.flush()?;
        match self.form {
            Form::Blocked(mut out, blocked) => {
                write!(out, "{}", blocked.text())?;
                out.flush()?;
            }
            Form::Json(mut out, answers) => {
                let document = CheckDocument { version: 1, robots, dialect: self.dialect, answers };
                write_document(&mut out, &document)?;
            }
            Form::Table(mut out, mut held) => {
                if !held.is_empty() {
                    print_table(&mut out, &mut held, self.n_agents)?;
                }
                out.flush()?;
            }
            Form::Quiet | Form::Explained { .. } | Form::Lines(_) | Form::Rows(_) => {}
        }
        Ok(())
    }
}

fn print_table(out: &mut Out<'_>, held: &mut Vec<Answer>, n_agents: usize) -> io::Result<()> {
    writeln!(out, "{}", tables::matrix(held, n_agents, output::terminal_width()))?;
    held.clear();
    Ok(())
}
