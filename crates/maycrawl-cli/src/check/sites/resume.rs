//! `--resume`: the file of a run's answers, which another run continues.
//!
//! It begins with the options of the run (a first line of JSON Lines; for TSV, a file beside
//! it). Then come the answers in the order of the URLs, all agents of a URL together, and
//! further answers for URLs that were `later` and were asked again: the last one counts.
//! One process at a time uses it.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufRead as _, BufReader, BufWriter, Seek as _, SeekFrom, Write};
use std::path::Path;

use maycrawl::access::Timestamp;
use maycrawl_crawlers::Reading;
use maycrawl_report::json::{RunLine, WireAgent, WireRun};
use maycrawl_report::json_text;
use maycrawl_report::rows::{COLUMNS, DIALECT_COLUMN, SITE_COLUMNS};
use serde_json::Value;

use super::retry::{LaterUrl, RetryList};
use crate::askers::Asker;
use crate::check::answers::{Answers, EarlierAnswers};
use crate::check::args::{CheckArgs, Format};
use crate::failure::Failure;
use crate::input;
use crate::network::user_agent;
use crate::streams::Streams;
use crate::write::{Destination, Existing, Force};

mod rows;
mod run;

use rows::{JSON_ANSWER, JSON_RUN, Row, cell, parse_row};
use run::differences;

/// The answers of an earlier run. If the last one was cut off, it is removed.
pub(crate) struct Resume {
    streams: Streams,
    place: Destination,
    is_json: bool,
    /// Whether rows of TSV name dialects.
    has_dialect: bool,
    run: RunLine,
    /// The agents as the file writes them, in the order of their answers.
    agents: Vec<Vec<u8>>,
    rows: BufReader<File>,
    /// How many answers are still to be compared with URLs.
    left: usize,
    /// The number of the line that was read last.
    number: usize,
    earlier: EarlierAnswers,
    /// The URLs with an answer `later`, by their hashes: whether that is the last answer,
    /// and the URL is not on the list of retries yet.
    later: HashMap<u64, bool>,
    hasher: RandomState,
    retry: Option<RetryList>,
}

/// The answers to a URL.
struct Group {
    url: Vec<u8>,
    /// When to ask again, if any is `later`.
    due: Option<Timestamp>,
    all_allowed: bool,
    /// The agents that are not those of this run, if any.
    other_agent: Option<Vec<u8>>,
}

impl Resume {
    /// Opens or creates a file of answers.
    pub(crate) fn open(
        streams: &Streams,
        place: &Destination,
        args: &CheckArgs,
        askers: &[Asker],
    ) -> Result<Self, Failure> {
        let is_json = match args.format {
            Format::Jsonl => true,
            Format::Tsv => false,
            _ => {
                return Err(Failure::input(
                    "--resume writes a line for each answer: add --format jsonl (recommended) or --format tsv",
                ));
            }
        };
        let file = place.open(streams)?;
        lock(streams, place.path(), &file)?;
        let agents_of_run =
            askers.iter().map(|Asker { agent, dialect }| WireAgent::new(agent, dialect));
        let reading = args.reading()?;
        let mut run = WireRun::new(
            reading.to_string(),
            agents_of_run.collect(),
            user_agent(&args.net),
            args.plain,
        );
        let is_own = reading == Reading::Own;
        if is_own {
            run.own_dialects = askers.iter().map(|asker| asker.dialect.to_string()).collect();
        }
        let names = askers.iter().map(|asker| asker.agent.tokens().next().unwrap_or_default());
        let mut resume = Self {
            streams: streams.clone(),
            place: place.clone(),
            is_json,
            has_dialect: is_own,
            run: RunLine::new(run),
            agents: names.map(|name| cell(is_json, name)).collect(),
            rows: BufReader::new(file),
            left: 0,
            number: 0,
            earlier: EarlierAnswers::default(),
            later: HashMap::new(),
            hasher: RandomState::new(),
            retry: args.retry_later.map(RetryList::new),
        };
        resume.count()?;
        if !resume.earlier.has_rows && !is_json {
            // Before the first row, so that no row is without it.
            let line = resume.run_line()?;
            let existing = Existing::IsReplaced {
                kind: "the options of a run",
                is_kind: |bytes| serde_json::from_slice::<RunLine>(bytes).is_ok(),
            };
            resume.sidecar().write(streams, &line, existing, Force::Unavailable)?;
        }
        Ok(resume)
    }

    /// Counts the whole answers, and removes what follows them.
    fn count(&mut self) -> Result<(), Failure> {
        let mut whole = self.check_start()?;
        self.earlier.has_rows = whole > 0;
        let mut end = whole;
        let mut left = 0;
        while let Some((group, len)) = self.read_group()? {
            end += len;
            whole = end;
            left += self.agents.len();
            let hash = self.hasher.hash_one(&group.url);
            let was_later = self.later.get(&hash).copied().unwrap_or(false);
            if group.due.is_some() {
                self.later.insert(hash, true);
                self.earlier.n_later += usize::from(!was_later) * self.agents.len();
            } else {
                self.earlier.has_no |= !group.all_allowed;
                if was_later {
                    self.later.insert(hash, false);
                    self.earlier.n_later -= self.agents.len();
                }
            }
        }
        let start = self.rows.seek(SeekFrom::Start(0));
        start
            .and_then(|_| self.rows.get_ref().set_len(whole))
            .map_err(|error| self.failed(&error))?;
        (self.left, self.number) = (left, 0);
        if whole > 0 {
            self.read(&mut Vec::new())?;
        }
        Ok(())
    }

    /// Compares the beginning of the file with this run. Returns the length of its first
    /// line; 0 if it is missing, and the file begins anew.
    fn check_start(&mut self) -> Result<u64, Failure> {
        let mut line = Vec::new();
        self.read(&mut line)?;
        let is_whole = line.ends_with(b"\n");
        let begun = without_nuls(&line);
        if self.is_json {
            if !is_whole && (begun.starts_with(JSON_RUN) || JSON_RUN.starts_with(begun)) {
                return Ok(0);
            }
            if line.starts_with(JSON_ANSWER) {
                return Err(self.without_start("its first line is an answer"));
            }
            self.expect_same_run(&line)?;
        } else {
            let row = |columns: &[&str]| (columns.join("\t") + "\n").into_bytes();
            // Whether rows name dialects depends on the options, which are compared below.
            let headers = [row(SITE_COLUMNS), row(&[SITE_COLUMNS, &[DIALECT_COLUMN]].concat())];
            if !is_whole && headers.iter().any(|header| header.starts_with(begun)) {
                return Ok(0);
            }
            if line == row(COLUMNS) {
                return Err(self.without_start("it has fewer columns"));
            }
            if !headers.contains(&line) {
                return Err(self.foreign());
            }
            let sidecar = self.sidecar();
            if !sidecar.path().exists() {
                let name = input::shown_name(sidecar.path());
                return Err(self.without_start(&format!("{name} is missing")));
            }
            self.expect_same_run(&input::read_file(sidecar.path())?)?;
        }
        Ok(line.len() as u64)
    }

    /// An error if the file was begun with other options than this run has.
    fn expect_same_run(&self, line: &[u8]) -> Result<(), Failure> {
        let begun: Value = serde_json::from_slice(line).map_err(|_| self.foreign())?;
        let (Some(1), Some(run)) = (begun.get("version").and_then(Value::as_u64), begun.get("run"))
        else {
            return Err(self.foreign());
        };
        let differences = differences(run, &self.run.run);
        if differences.is_empty() {
            return Ok(());
        }
        let name = input::shown_name(self.place.path());
        Err(Failure::input(format!(
            "{name} was started {}; use the same options, or name another file",
            differences.join(", and "),
        )))
    }

    /// Where further answers go.
    pub(crate) fn answers(&self, args: &CheckArgs) -> Result<Answers<'static>, Failure> {
        let file = self.rows.get_ref().try_clone().map_err(|error| self.failed(&error))?;
        let mut out = Box::new(BufWriter::with_capacity(1 << 16, AtEnd(file)));
        if self.is_json && !self.earlier.has_rows {
            json_text::write_line(&mut out, &self.run)?;
        }
        Answers::after(self.earlier, out, &self.streams, args, self.agents.len(), SITE_COLUMNS)
    }

    /// Whether the next URL was answered; an error if another one was instead.
    pub(crate) fn has(&mut self, url: &[u8]) -> Result<bool, Failure> {
        let wanted = cell(self.is_json, url);
        while let Some(group) = self.next_group()? {
            let hash = self.hasher.hash_one(&group.url);
            if group.url == wanted && group.other_agent.is_none() {
                if let (Some(retry), Some(due)) = (&mut self.retry, group.due)
                    && self.later.get(&hash) == Some(&true)
                    && retry.push(LaterUrl { url: url.to_vec(), place: 0, due })
                {
                    self.later.insert(hash, false);
                }
                return Ok(true);
            }
            // A further answer to an earlier URL may stand anywhere after that.
            if !self.later.contains_key(&hash) || group.other_agent.is_some() {
                return Err(self.other_question(&group));
            }
        }
        Ok(false)
    }

    /// Ends the comparison with URLs. Returns those to ask again.
    pub(crate) fn end(mut self) -> Result<Option<RetryList>, Failure> {
        let mut n_more = 0;
        while let Some(group) = self.next_group()? {
            let hash = self.hasher.hash_one(&group.url);
            n_more += usize::from(!self.later.contains_key(&hash));
        }
        if n_more == 0 {
            return Ok(self.retry);
        }
        let name = input::shown_name(self.place.path());
        Err(Failure::input(format!(
            "{name} contains answers for {n_more} more URLs than this run asks about; name another file",
        )))
    }

    fn next_group(&mut self) -> Result<Option<Group>, Failure> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left = self.left.saturating_sub(self.agents.len());
        Ok(self.read_group()?.map(|(group, _)| group))
    }

    /// Reads the answers of all agents to a URL, and their length in the file. `None` if they
    /// are not whole, which only the last can be.
    fn read_group(&mut self) -> Result<Option<(Group, u64)>, Failure> {
        let mut group = Group { url: Vec::new(), due: None, all_allowed: true, other_agent: None };
        let mut len = 0;
        let mut line = Vec::new();
        for index in 0..self.agents.len() {
            if !self.read(&mut line)? {
                return Ok(None);
            }
            if !line.ends_with(b"\n") {
                let begun = without_nuls(&line);
                let is_begun = begun.starts_with(JSON_ANSWER) || JSON_ANSWER.starts_with(begun);
                return if self.is_json && !is_begun { Err(self.foreign()) } else { Ok(None) };
            }
            len += line.len() as u64;
            let row = self.parsed(&line)?;
            if self.agents.get(index).map(Vec::as_slice) != Some(&*row.agent)
                || (index > 0 && group.url != *row.url)
            {
                group.other_agent = Some(row.agent.to_vec());
            }
            if &*row.verdict == b"later" {
                let due = row.retry_at.unwrap_or(Timestamp(0));
                group.due = group.due.max(Some(due));
            } else {
                group.all_allowed &= &*row.verdict == b"allow";
            }
            group.url = row.url.into_owned();
        }
        Ok(Some((group, len)))
    }

    /// Reads the next line; false at the end.
    fn read(&mut self, line: &mut Vec<u8>) -> Result<bool, Failure> {
        line.clear();
        let read = self.rows.read_until(b'\n', line);
        self.number += 1;
        read.map(|len| len > 0).map_err(|error| self.failed(&error))
    }

    fn parsed<'r>(&self, line: &'r [u8]) -> Result<Row<'r>, Failure> {
        parse_row(self.is_json, self.has_dialect, line).ok_or_else(|| self.foreign())
    }

    /// The file that says how a file of TSV was begun.
    fn sidecar(&self) -> Destination {
        self.place.with_suffix(".run.json")
    }

    fn run_line(&self) -> Result<Vec<u8>, Failure> {
        let mut line = Vec::new();
        json_text::write_line(&mut line, &self.run)?;
        Ok(line)
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::reading(self.place.path(), error)
    }

    fn other_question(&self, group: &Group) -> Failure {
        let name = input::shown_name(self.place.path());
        let agent = group
            .other_agent
            .as_ref()
            .map_or_else(String::new, |agent| format!(" for {}", String::from_utf8_lossy(agent)));
        Failure::input(format!(
            "{name}:{}: the answer about {:?}{agent} does not match this run; resume with the same URLs and agents as before, or name another file",
            self.number,
            input::shortened(&group.url),
        ))
    }

    fn without_start(&self, why: &str) -> Failure {
        let name = input::shown_name(self.place.path());
        Failure::input(format!(
            "cannot resume {name}, because {why}, so its options are unknown (an earlier version of maycrawl may have written it); name another file. Nothing was changed"
        ))
    }

    fn foreign(&self) -> Failure {
        let name = input::shown_name(self.place.path());
        let format = if self.is_json { "jsonl" } else { "tsv" };
        Failure::input(format!(
            "{name}:{}: not written by maycrawl check --format {format} --resume; name another file. Nothing was changed",
            self.number
        ))
    }
}

/// The last line of a file without the NULs that a crash of the system leaves where bytes were not
/// written any more.
fn without_nuls(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    line.get(..end).unwrap_or(line)
}

/// Locks the file for this process.
fn lock(streams: &Streams, path: &Path, file: &File) -> Result<(), Failure> {
    let name = input::shown_name(path);
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Failure::input(format!(
            "another maycrawl is writing to {name}; wait until it has finished, or name another file"
        ))),
        Err(TryLockError::Error(error)) => {
            streams.note(&format!(
                "{name} cannot be locked ({error}); make sure that no other run writes to it"
            ));
            Ok(())
        }
    }
}

/// Writes at the end of a file, wherever it is read.
struct AtEnd(File);

impl Write for AtEnd {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.seek(SeekFrom::End(0))?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
