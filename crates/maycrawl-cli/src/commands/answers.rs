//! How the answers of `check` are printed.

use std::collections::BTreeMap;
use std::io::{self, Write};

use maycrawl::{Rules, Verdict, access::Timestamp};
use maycrawl_report::json::{CheckDocument, CheckLine, RobotsFile, WireAnswer};
use maycrawl_report::{Answer, BlockedSummary, File, rows, tables, text};
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

    /// When to ask again, if there is no answer before that.
    fn retry_at(&self) -> Option<Timestamp> {
        match self {
            Self::Decided { .. } => None,
            Self::Other(answer) => answer.retry_at(),
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
    /// The columns of rows.
    columns: &'static [&'static str],
    /// Whether all answers that stand are yes.
    all_allowed: bool,
    /// How many answers were added, those of provisional ones included.
    n_added: usize,
    /// How many provisional answers no other has replaced.
    n_provisional: usize,
}

/// Answers of an earlier run, which others follow.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Begun {
    /// Whether there are any rows, be it only their header.
    pub(crate) has_rows: bool,
    /// Whether one of them is a no that stands.
    pub(crate) has_no: bool,
    /// How many of them are `later`.
    pub(crate) n_later: usize,
}

type Out<'a> = Box<dyn Write + 'a>;

enum Form<'a> {
    Quiet,
    /// Each in its place in the file.
    Explained {
        out: Out<'a>,
        gap: &'static str,
    },
    Table {
        out: Out<'a>,
        held: Vec<Answer>,
        n_printed: usize,
    },
    Blocked {
        out: Out<'a>,
        blocked: BlockedSummary,
        /// By their places, since they count only if none replaces them.
        provisional: BTreeMap<usize, Answer>,
    },
    Json(Out<'a>, Vec<WireAnswer>),
    Lines(Out<'a>),
    Rows(rows::Writer<Out<'a>>),
}

impl<'a> Answers<'a> {
    /// Answers of one file, on standard output.
    pub(crate) fn new(args: &Check, n_agents: usize) -> Result<Self, Failure> {
        Self::begin(stdout(args), args, n_agents, rows::COLUMNS, Begun::default())
    }

    /// Answers of many sites, on standard output.
    pub(crate) fn of_sites(args: &Check, n_agents: usize) -> Result<Self, Failure> {
        Self::going_on(stdout(args), args, n_agents, Begun::default())
    }

    /// Answers of many sites that follow others.
    pub(crate) fn going_on(
        out: Out<'a>,
        args: &Check,
        n_agents: usize,
        begun: Begun,
    ) -> Result<Self, Failure> {
        Self::begin(out, args, n_agents, rows::SITE_COLUMNS, begun)
    }

    fn begin(
        out: Out<'a>,
        args: &Check,
        n_agents: usize,
        columns: &'static [&'static str],
        begun: Begun,
    ) -> Result<Self, Failure> {
        let is_table =
            (n_agents > 1 && args.given.len() > 1) || n_agents > MOST_AGENTS || args.urls.is_some();
        let form = match args.format {
            _ if args.quiet => Form::Quiet,
            Format::Text if args.sitemap.is_some() => Form::Blocked {
                out,
                blocked: BlockedSummary::default(),
                provisional: BTreeMap::new(),
            },
            Format::Text if is_table => Form::Table { out, held: Vec::new(), n_printed: 0 },
            Format::Text => Form::Explained { out, gap: "" },
            Format::Json => Form::Json(out, Vec::new()),
            Format::Jsonl => Form::Lines(out),
            Format::Tsv => Form::Rows(rows::Writer::tsv(out)),
            Format::Csv => Form::Rows(rows::Writer::csv(out)),
        };
        let mut answers = Self {
            form,
            n_agents,
            dialect: args.dialect.to_string(),
            columns,
            all_allowed: !begun.has_no,
            n_added: 0,
            n_provisional: begun.n_later,
        };
        if let (Form::Rows(rows), false) = (&mut answers.form, begun.has_rows) {
            rows.write(columns)?;
        }
        Ok(answers)
    }

    /// Whether answers are shown in their place in the file.
    pub(crate) const fn are_explained(&self) -> bool {
        matches!(self.form, Form::Explained { .. })
    }

    /// Whether all answers so far are yes.
    pub(crate) fn answered(&self) -> Answered {
        (self.all_allowed && self.n_provisional == 0).into()
    }

    /// The place of the next answer, by which it can be replaced.
    pub(crate) const fn next_place(&self) -> usize {
        self.n_added
    }

    /// Prints an answer; the file is looked at where answers are explained.
    pub(crate) fn add(&mut self, told: Told<'_>, file: Option<&File>) -> Result<(), Failure> {
        self.all_allowed &= told.is_allowed();
        self.n_added += 1;
        self.print(told, file)
    }

    /// Prints an answer that counts only if no other replaces it.
    pub(crate) fn add_provisional(
        &mut self,
        told: Told<'_>,
        file: Option<&File>,
    ) -> Result<(), Failure> {
        let place = self.n_added;
        self.n_added += 1;
        self.n_provisional += 1;
        match &mut self.form {
            Form::Blocked { provisional, .. } => {
                provisional.insert(place, told.explained());
                Ok(())
            }
            _ => self.print(told, file),
        }
    }

    /// Replaces a provisional answer. What is printed already stays, and the new answer
    /// follows.
    pub(crate) fn replace(
        &mut self,
        place: usize,
        told: Told<'_>,
        file: Option<&File>,
    ) -> Result<(), Failure> {
        self.all_allowed &= told.is_allowed();
        self.n_provisional = self.n_provisional.saturating_sub(1);
        match &mut self.form {
            Form::Json(_, answers) => {
                if let Some(answer) = answers.get_mut(place) {
                    *answer = WireAnswer::from(&told.explained());
                }
            }
            Form::Table { held, n_printed, .. } => {
                let held_at = place.checked_sub(*n_printed).and_then(|index| held.get_mut(index));
                match held_at {
                    Some(answer) => *answer = told.explained(),
                    None => return self.print(told, file),
                }
            }
            Form::Blocked { blocked, provisional, .. } => {
                provisional.remove(&place);
                blocked.add(&told.explained());
            }
            Form::Quiet | Form::Explained { .. } | Form::Lines(_) | Form::Rows(_) => {
                return self.print(told, file);
            }
        }
        Ok(())
    }

    fn print(&mut self, told: Told<'_>, file: Option<&File>) -> Result<(), Failure> {
        match &mut self.form {
            Form::Quiet => {}
            Form::Explained { out, gap } => {
                let empty = File::new("", "");
                let file = file.unwrap_or(&empty);
                writeln!(out, "{gap}{}", text::answer(&told.explained(), file, output::width()))?;
                *gap = "\n";
            }
            Form::Table { out, held, n_printed } => {
                held.push(told.explained());
                if held.len() >= MOST_ROWS * self.n_agents {
                    *n_printed += held.len();
                    print_table(out, held, self.n_agents)?;
                }
            }
            Form::Blocked { blocked, .. } => blocked.add(&told.explained()),
            Form::Json(_, answers) => answers.push(WireAnswer::from(&told.explained())),
            Form::Lines(out) => {
                let answer = WireAnswer::from(&told.explained());
                print_line(out, &CheckLine::new(answer))?;
            }
            Form::Rows(rows) => {
                let retry_at = told.retry_at();
                let cells = match told {
                    Told::Decided { rules, url, verdict, .. } => rows::cells(rules, url, verdict),
                    Told::Other(answer) => rows::cells_without_rule(&answer),
                };
                let cells = cells.into_iter().chain([rows::retry_cell(retry_at)]);
                rows.write(cells.take(self.columns.len()))?;
            }
        }
        Ok(())
    }

    /// Writes out what is held back for speed alone.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        match &mut self.form {
            Form::Explained { out, .. } | Form::Lines(out) => out.flush()?,
            Form::Rows(rows) => rows.flush()?,
            Form::Quiet | Form::Table { .. } | Form::Blocked { .. } | Form::Json(..) => {}
        }
        Ok(())
    }

    /// Prints what needs all answers.
    pub(crate) fn end(mut self, robots: Option<RobotsFile>) -> Result<(), Failure> {
        self.flush()?;
        match self.form {
            Form::Blocked { mut out, mut blocked, provisional } => {
                for answer in provisional.values() {
                    blocked.add(answer);
                }
                write!(out, "{}", blocked.text())?;
                out.flush()?;
            }
            Form::Json(mut out, answers) => {
                let document = CheckDocument::new(robots, self.dialect, answers);
                write_document(&mut out, &document)?;
            }
            Form::Table { mut out, mut held, .. } => {
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

fn stdout(args: &Check) -> Out<'static> {
    if args.format == Format::Text { Box::new(output::text()) } else { Box::new(output::raw()) }
}

fn print_table(out: &mut Out<'_>, held: &mut Vec<Answer>, n_agents: usize) -> io::Result<()> {
    writeln!(out, "{}", tables::matrix(held, n_agents, output::terminal_width()))?;
    held.clear();
    Ok(())
}
