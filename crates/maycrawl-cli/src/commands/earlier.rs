//! `--resume`: what an earlier run has answered, by the file that holds its answers.

use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, BufWriter, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use maycrawl::Agent;
use maycrawl_report::rows;
use serde::Deserialize;

use crate::args::{Check, Format};
use crate::commands::answers::Answers;
use crate::failure::Failure;
use crate::input;

/// The answers of an earlier run, in the order of its URLs; all agents of a URL
/// together. An answer that was cut off when the run ended is taken away.
pub(crate) struct Earlier {
    path: PathBuf,
    is_json: bool,
    /// What the agents are called, in the order of their answers.
    agents: Vec<String>,
    rows: BufReader<File>,
    /// How many answers are still to be compared with URLs.
    left: usize,
    /// The number of the line that was read last.
    number: usize,
    all_allowed: bool,
}

/// What matters of an answer.
#[derive(Deserialize)]
struct Row<'r> {
    #[serde(borrow)]
    agent: RowAgent<'r>,
    #[serde(borrow)]
    url: Cow<'r, str>,
    #[serde(borrow)]
    verdict: Cow<'r, str>,
}

#[derive(Deserialize)]
struct RowAgent<'r> {
    #[serde(borrow)]
    tokens: Vec<Cow<'r, str>>,
}

/// How every line of JSON begins.
const JSON: &[u8] = b"{\"version\":1,";

impl Earlier {
    /// Opens a file of answers to go on with, or makes it.
    pub(crate) fn open(path: &Path, args: &Check, agents: &[Agent]) -> Result<Self, Failure> {
        let is_json = match args.format {
            Format::Jsonl => true,
            Format::Tsv => false,
            _ => {
                return Err(Failure::input(
                    "--resume writes a line for each answer: give --format jsonl or --format tsv too",
                ));
            }
        };
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = opened.map_err(|error| Failure::reading(path, &error))?;
        let name = |agent: &Agent| {
            String::from_utf8_lossy(agent.tokens().next().unwrap_or_default()).into_owned()
        };
        let mut earlier = Self {
            path: path.to_path_buf(),
            is_json,
            agents: agents.iter().map(name).collect(),
            rows: BufReader::new(file),
            left: 0,
            number: 0,
            all_allowed: true,
        };
        earlier.count()?;
        Ok(earlier)
    }

    /// Counts the whole answers, and takes away what follows them.
    fn count(&mut self) -> Result<(), Failure> {
        let (mut end, mut whole, mut answers) = (0, 0, 0);
        let mut row = Vec::new();
        let mut are_allowed = true;
        if !self.is_json {
            self.read(&mut row)?;
            let header = rows::COLUMNS.join("\t").into_bytes();
            if !(header.starts_with(&row) || row == [&*header, b"\n"].concat()) {
                return Err(self.foreign());
            }
            if row.ends_with(b"\n") {
                (end, whole) = (row.len() as u64, row.len() as u64);
            }
        }
        while self.read(&mut row)? {
            if !row.ends_with(b"\n") {
                if self.is_json && !(row.starts_with(JSON) || JSON.starts_with(&row)) {
                    return Err(self.foreign());
                }
                break;
            }
            end += row.len() as u64;
            answers += 1;
            are_allowed &= self.parsed(&row)?.verdict == "allow";
            if answers % self.agents.len() == 0 {
                (whole, self.left, self.all_allowed) = (end, answers, are_allowed);
            }
        }
        let start = self.rows.seek(SeekFrom::Start(0));
        start
            .and_then(|_| self.rows.get_ref().set_len(whole))
            .map_err(|error| self.failed(&error))?;
        self.number = 0;
        if !self.is_json && whole > 0 {
            self.read(&mut row)?;
        }
        Ok(())
    }

    /// Where further answers go.
    pub(crate) fn answers(&self, args: &Check) -> Result<Answers<'static>, Failure> {
        let file = OpenOptions::new().append(true).open(&self.path);
        let file = file.map_err(|error| self.failed(&error))?;
        let is_begun = file.metadata().is_ok_and(|file| file.len() > 0);
        let out = Box::new(BufWriter::with_capacity(1 << 16, file));
        Answers::going_on(out, args, self.agents.len(), is_begun, self.all_allowed)
    }

    /// Whether the next URL was answered; an error if another was.
    pub(crate) fn has(&mut self, url: &[u8]) -> Result<bool, Failure> {
        if self.left == 0 {
            return Ok(false);
        }
        let mut line = Vec::new();
        let written = if self.is_json { Cow::Borrowed(url) } else { rows::tsv_cell(url) };
        for index in 0..self.agents.len() {
            self.read(&mut line)?;
            let row = self.parsed(&line)?;
            let is_asked = row.url == String::from_utf8_lossy(&written)
                && row.agent.tokens.first().map(AsRef::as_ref)
                    == self.agents.get(index).map(String::as_str);
            if !is_asked {
                return Err(Failure::input(format!(
                    "{}:{}: an answer to another question, {} for {:?}; resume with the URLs and agents that it was begun with, or name another file",
                    input::shown_name(&self.path),
                    self.number,
                    row.url,
                    row.agent.tokens.first().map_or("", AsRef::as_ref),
                )));
            }
        }
        self.left -= self.agents.len();
        Ok(true)
    }

    /// That there are no more URLs.
    pub(crate) fn end(&self) -> Result<(), Failure> {
        if self.left == 0 {
            return Ok(());
        }
        let name = input::shown_name(&self.path);
        Err(Failure::input(format!(
            "{name} holds answers to {} more URLs than are asked; name another file",
            self.left / self.agents.len().max(1),
        )))
    }

    /// Reads the next line; false at the end.
    fn read(&mut self, line: &mut Vec<u8>) -> Result<bool, Failure> {
        line.clear();
        let read = self.rows.read_until(b'\n', line);
        self.number += 1;
        read.map(|len| len > 0).map_err(|error| self.failed(&error))
    }

    fn parsed<'r>(&self, line: &'r [u8]) -> Result<Row<'r>, Failure> {
        if self.is_json {
            return serde_json::from_slice(line).map_err(|_| self.foreign());
        }
        let text = std::str::from_utf8(line);
        let cells: Vec<Cow<'_, str>> = match text {
            Ok(text) => text.split('\t').map(Cow::Borrowed).collect(),
            Err(_) => line
                .split(|octet| *octet == b'\t')
                .map(|cell| Cow::Owned(String::from_utf8_lossy(cell).into_owned()))
                .collect(),
        };
        let Ok([agent, url, verdict, ..]) = <[_; 6]>::try_from(cells) else {
            return Err(self.foreign());
        };
        Ok(Row { agent: RowAgent { tokens: vec![agent] }, url, verdict })
    }

    fn failed(&self, error: &std::io::Error) -> Failure {
        Failure::reading(&self.path, error)
    }

    fn foreign(&self) -> Failure {
        let name = input::shown_name(&self.path);
        let format = if self.is_json { "jsonl" } else { "tsv" };
        Failure::input(format!(
            "{name}:{}: no answer of maycrawl check --format {format}; name another file. Nothing was changed",
            self.number
        ))
    }
}
