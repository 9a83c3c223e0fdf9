//! How the answers of `check` are printed.

use std::collections::BTreeMap;
use std::io::{self, Write};

use maycrawl::Dialect;
use maycrawl_crawlers::Reading;
use maycrawl_report::json::{CheckDocument, CheckLine, RobotsFile, WireAnswer};
use maycrawl_report::rows::DIALECT_COLUMN;
use maycrawl_report::{Answer, BlockedSummary, File, json_text, rows, sanitize, tables, text};

use super::args::{CheckArgs, Format, Only};
use super::unexplained::UnexplainedAnswer;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::output;
use crate::streams::Streams;

/// With more agents than this, even one URL gets a table.
const MAX_AGENTS: usize = 4;

/// How many URLs one table shows, so that nobody waits long for its columns to line up.
const MAX_ROWS: usize = 1000;

/// Prints answers one after the other, all agents of a URL together.
pub(crate) struct Answers<'a> {
    streams: Streams,
    form: Form<'a>,
    n_agents: usize,
    reading: Reading,
    /// The names of the dialects of rows, which take long to find.
    dialect_names: Vec<(Dialect, String)>,
    /// Whether rows say when to ask again.
    has_retry_column: bool,
    only: Option<Only>,
    /// Whether all final answers are yes.
    all_allowed: bool,
    /// How many answers there are of each verdict.
    counts: BTreeMap<&'static str, usize>,
    /// How many answers were added, provisional ones included.
    n_added: usize,
    /// How many provisional answers are not replaced yet.
    n_provisional: usize,
}

/// What the answers of an earlier run come to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EarlierAnswers {
    /// Whether there are any rows, or their header.
    pub(crate) has_rows: bool,
    /// Whether one of the final answers is no.
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
        /// By their places. They count only if no other replaces them.
        provisional: BTreeMap<usize, Answer>,
    },
    Json(Out<'a>, Vec<WireAnswer>),
    Lines(Out<'a>),
    Rows(rows::Writer<Out<'a>>),
}

impl<'a> Answers<'a> {
    /// Answers on standard output. Rows have these columns.
    pub(crate) fn new(
        streams: &Streams,
        args: &CheckArgs,
        n_agents: usize,
        columns: &'static [&'static str],
    ) -> Result<Self, Failure> {
        let out = stdout(streams, args);
        Self::after(EarlierAnswers::default(), out, streams, args, n_agents, columns)
    }

    /// Answers that follow those of an earlier run.
    pub(crate) fn after(
        earlier: EarlierAnswers,
        out: Out<'a>,
        streams: &Streams,
        args: &CheckArgs,
        n_agents: usize,
        columns: &'static [&'static str],
    ) -> Result<Self, Failure> {
        let is_table =
            (n_agents > 1 && args.given.len() > 1) || n_agents > MAX_AGENTS || args.urls.is_some();
        let form = match args.format {
            _ if streams.is_quiet() => Form::Quiet,
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
            streams: streams.clone(),
            form,
            n_agents,
            reading: args.reading()?,
            dialect_names: Vec::new(),
            has_retry_column: columns == rows::SITE_COLUMNS,
            only: args.only,
            counts: BTreeMap::new(),
            all_allowed: !earlier.has_no,
            n_added: 0,
            n_provisional: earlier.n_later,
        };
        if let (Form::Rows(rows), false) = (&mut answers.form, earlier.has_rows) {
            let dialect = (answers.reading == Reading::Own).then_some(DIALECT_COLUMN);
            rows.write(columns.iter().copied().chain(dialect))?;
        }
        Ok(answers)
    }

    /// Whether answers are shown in their place in the file.
    pub(crate) const fn are_explained(&self) -> bool {
        matches!(self.form, Form::Explained { .. })
    }

    /// Whether all answers so far are yes.
    pub(crate) fn status(&self) -> ExitStatus {
        (self.all_allowed && self.n_provisional == 0).into()
    }

    /// The place of the next answer, by which it can be replaced.
    pub(crate) const fn next_place(&self) -> usize {
        self.n_added
    }

    /// Prints an answer; explained ones show the line of `file`.
    pub(crate) fn add(
        &mut self,
        answer: UnexplainedAnswer<'_>,
        file: Option<&File>,
    ) -> Result<(), Failure> {
        self.all_allowed &= answer.is_allowed();
        self.n_added += 1;
        *self.counts.entry(answer.verdict_name()).or_default() += 1;
        self.print(answer, file)
    }

    /// Prints an answer that counts only if no other replaces it.
    pub(crate) fn add_provisional(
        &mut self,
        answer: UnexplainedAnswer<'_>,
        file: Option<&File>,
    ) -> Result<(), Failure> {
        let place = self.n_added;
        self.n_added += 1;
        self.n_provisional += 1;
        *self.counts.entry(answer.verdict_name()).or_default() += 1;
        match &mut self.form {
            Form::Blocked { provisional, .. } => {
                provisional.insert(place, answer.explained());
                Ok(())
            }
            _ => self.print(answer, file),
        }
    }

    /// Replaces a provisional answer. If that was printed, the new one follows it.
    pub(crate) fn replace(
        &mut self,
        place: usize,
        answer: UnexplainedAnswer<'_>,
        file: Option<&File>,
    ) -> Result<(), Failure> {
        self.all_allowed &= answer.is_allowed();
        self.n_provisional = self.n_provisional.saturating_sub(1);
        let later = self.counts.entry("later").or_default();
        *later = later.saturating_sub(1);
        *self.counts.entry(answer.verdict_name()).or_default() += 1;
        match &mut self.form {
            Form::Json(_, answers) => {
                if let Some(earlier) = answers.get_mut(place) {
                    *earlier = WireAnswer::from(&answer.explained());
                }
            }
            Form::Table { held, n_printed, .. } => {
                let held_at = place.checked_sub(*n_printed).and_then(|index| held.get_mut(index));
                match held_at {
                    Some(earlier) => *earlier = answer.explained(),
                    None => return self.print(answer, file),
                }
            }
            Form::Blocked { blocked, provisional, .. } => {
                provisional.remove(&place);
                blocked.add(&answer.explained());
            }
            Form::Quiet | Form::Explained { .. } | Form::Lines(_) | Form::Rows(_) => {
                return self.print(answer, file);
            }
        }
        Ok(())
    }

    fn print(&mut self, answer: UnexplainedAnswer<'_>, file: Option<&File>) -> Result<(), Failure> {
        let is_table = matches!(self.form, Form::Table { .. });
        // A row of a table has the answers for all agents.
        if !is_table && self.only.is_some_and(|only| !only.fits(answer.verdict_name())) {
            return Ok(());
        }
        match &mut self.form {
            Form::Quiet => {}
            Form::Explained { out, gap } => {
                let empty = File::new("", "");
                let file = file.unwrap_or(&empty);
                writeln!(
                    out,
                    "{gap}{}",
                    text::answer(&answer.explained(), file, self.streams.width())
                )?;
                *gap = "\n";
            }
            Form::Table { out, held, n_printed } => {
                held.push(answer.explained());
                if held.len() >= MAX_ROWS * self.n_agents {
                    *n_printed += held.len();
                    let n_agents = only_wanted(held, self.n_agents, self.only);
                    print_table(&self.streams, out, held, n_agents, self.only)?;
                }
            }
            Form::Blocked { blocked, .. } => blocked.add(&answer.explained()),
            Form::Json(_, answers) => answers.push(WireAnswer::from(&answer.explained())),
            Form::Lines(out) => {
                let answer = WireAnswer::from(&answer.explained());
                json_text::write_line(out, &CheckLine::new(answer))?;
            }
            Form::Rows(rows) => {
                let retry_at = answer.retry_at();
                let dialect = *answer.dialect();
                let cells = match answer {
                    UnexplainedAnswer::Decided { rules, path, verdict, .. } => {
                        rows::cells(rules, path.text(), verdict)
                    }
                    UnexplainedAnswer::Other(answer) => rows::cells_without_rule(&answer),
                };
                let retry = self.has_retry_column.then(|| rows::retry_cell(retry_at));
                let dialect = (self.reading == Reading::Own)
                    .then(|| dialect_cell(&mut self.dialect_names, dialect));
                rows.write(cells.into_iter().chain(retry).chain(dialect))?;
            }
        }
        Ok(())
    }

    /// Whether there is no answer.
    pub(crate) fn is_empty(&self) -> bool {
        self.counts.values().all(|count| *count == 0)
    }

    /// How many answers there are of each verdict, in words.
    pub(crate) fn tally(&self) -> String {
        tally(&self.counts)
    }

    /// Writes out what is buffered.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        match &mut self.form {
            Form::Explained { out, .. } | Form::Lines(out) => out.flush()?,
            Form::Rows(rows) => rows.flush()?,
            Form::Quiet | Form::Table { .. } | Form::Blocked { .. } | Form::Json(..) => {}
        }
        Ok(())
    }

    /// Prints documents and summaries, which need all answers.
    ///
    /// `stated` is what the file states beside its rules.
    pub(crate) fn end(
        mut self,
        robots: Option<RobotsFile>,
        stated: &[String],
    ) -> Result<(), Failure> {
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
                let document = CheckDocument::new(robots, self.reading.to_string(), answers);
                output::write_document(&mut out, &document)?;
            }
            Form::Table { mut out, mut held, n_printed } => {
                let mut has_rows = n_printed > 0;
                let n_agents = only_wanted(&mut held, self.n_agents, self.only);
                if !held.is_empty() {
                    let readings = readings(&self.streams, &held, n_agents);
                    has_rows |=
                        print_table(&self.streams, &mut out, &mut held, n_agents, self.only)?;
                    write!(out, "{readings}")?;
                    has_rows |= !readings.is_empty();
                }
                let gap = if has_rows { "\n" } else { "" };
                writeln!(out, "{gap}{}", tally(&self.counts))?;
                out.flush()?;
            }
            Form::Explained { mut out, mut gap } => {
                if self.only.is_some() {
                    writeln!(out, "{gap}{}", tally(&self.counts))?;
                    gap = "\n";
                }
                for line in stated {
                    writeln!(out, "{gap}{line}")?;
                    gap = "";
                }
                out.flush()?;
            }
            Form::Quiet | Form::Lines(_) | Form::Rows(_) => {}
        }
        Ok(())
    }
}

/// How many answers there are of each verdict.
fn tally(counts: &BTreeMap<&'static str, usize>) -> String {
    let all: usize = counts.values().sum();
    if all == 0 {
        return "no answer".into();
    }
    let words = counts.iter().filter(|(_, count)| **count > 0);
    let word = |verdict| match verdict {
        "allow" => "allowed",
        "disallow" => "blocked",
        other => other,
    };
    let words: Vec<_> =
        words.map(|(verdict, count)| format!("{count} {}", word(verdict))).collect();
    let answers = if all == 1 { "answer" } else { "answers" };
    format!("{all} {answers}: {}", words.join(", "))
}

fn stdout(streams: &Streams, args: &CheckArgs) -> Out<'static> {
    match args.format {
        Format::Text => Box::new(streams.text()),
        Format::Tsv | Format::Csv => streams.rows(),
        Format::Json | Format::Jsonl => Box::new(streams.raw()),
    }
}

/// The name of a dialect, looked up among those that are known.
fn dialect_cell(names: &mut Vec<(Dialect, String)>, dialect: Dialect) -> Vec<u8> {
    if let Some((_, name)) = names.iter().find(|(known, _)| *known == dialect) {
        return name.as_bytes().to_vec();
    }
    let name = dialect.to_string();
    names.push((dialect, name.clone()));
    name.into_bytes()
}

/// How agents read, below the last table.
fn readings(streams: &Streams, answers: &[Answer], n_agents: usize) -> String {
    match tables::readings(answers, n_agents, streams.width()) {
        readings if readings.is_empty() => readings,
        readings => format!("\n{readings}"),
    }
}

/// Leaves out the URLs and the agents that have no answer that is wanted. Returns how many agents
/// are left.
fn only_wanted(held: &mut Vec<Answer>, n_agents: usize, only: Option<Only>) -> usize {
    let Some(only) = only else { return n_agents };
    let fits = |answer: &Answer| only.fits(answer.verdict_name());
    let rows = || held.chunks(n_agents.max(1)).filter(|row| row.iter().any(fits));
    let is_wanted = |agent: usize| rows().any(|row| row.get(agent).is_some_and(fits));
    let agents: Vec<usize> = (0..n_agents).filter(|agent| is_wanted(*agent)).collect();
    let of_agents = |row: &[Answer]| {
        agents.iter().filter_map(|agent| row.get(*agent).cloned()).collect::<Vec<_>>()
    };
    let wanted: Vec<_> = rows().flat_map(of_agents).collect();
    *held = wanted;
    agents.len()
}

/// Prints a table, and returns whether there is any answer.
fn print_table(
    streams: &Streams,
    out: &mut Out<'_>,
    held: &mut Vec<Answer>,
    n_agents: usize,
    only: Option<Only>,
) -> io::Result<bool> {
    if !held.is_empty() {
        let shown = |answer: &Answer| only.is_none_or(|only| only.fits(answer.verdict_name()));
        writeln!(out, "{}", tables::matrix(held, n_agents, streams.terminal_width(), shown))?;
    }
    for row in held.chunks(n_agents.max(1)) {
        let unasked = row.iter().find(|answer| answer.verdict_name() == "unasked");
        if let Some(answer) = unasked {
            writeln!(out, "{}: not asked: {}", sanitize(&answer.url), answer.why())?;
        }
    }
    let has_rows = !held.is_empty();
    held.clear();
    Ok(has_rows)
}
