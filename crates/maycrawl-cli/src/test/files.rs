//! The files that cases ask, and the rules of those who ask them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};

use maycrawl::{Rules, robots::RuleLine};
use maycrawl_crawlers::OwnRobots;
use maycrawl_url::{AskedUrl, with_scheme};

use super::{CaseAnswer, Columns, TestArgs};
use crate::askers::{Asker, Askers};
use crate::context::Context;
use crate::failure::Failure;
use crate::input;
use crate::input::table::{Row, Table};
use crate::network::{self, Network};
use crate::streams::Streams;

/// The files that cases ask, parsed once.
pub(super) struct Files<'a> {
    streams: &'a Streams,
    args: &'a TestArgs,
    known: Askers,
    /// The agents of the cases, by their names.
    askers: HashMap<Vec<u8>, Asker>,
    /// The folder of the table, from which relative paths go.
    folder: PathBuf,
    held: HashMap<Vec<u8>, CaseFile>,
    held_bytes: usize,
}

/// A file, and the rules of the agents that asked it.
struct CaseFile {
    robots: OwnRobots<'static>,
    rules: HashMap<Vec<u8>, Rules>,
}

/// How many bytes of files and rules are kept before all are dropped.
const MAX_HELD: usize = 256 << 20;

impl<'a> Files<'a> {
    pub(super) fn new(context: &'a Context, args: &'a TestArgs) -> Result<Self, Failure> {
        let folder = args.table.parent().unwrap_or(Path::new("")).to_path_buf();
        let streams = &context.streams;
        let known = if args.plain {
            Askers::plain(args.dialect)
        } else {
            Askers::new(context, &args.known, args.dialect)?
        };
        let mut files = Self {
            streams,
            args,
            known,
            askers: HashMap::new(),
            folder,
            held: HashMap::new(),
            held_bytes: 0,
        };
        if let Some(robots) = &args.robots {
            let network = Network::new(streams, &args.net, &[args.dialect.of_nobody()]);
            // Without a column `robots`, all cases ask this file; its key is empty.
            files.held.insert(Vec::new(), CaseFile::new(network::read(robots, &network)?.bytes));
        }
        Ok(files)
    }

    pub(super) fn answer(
        &mut self,
        columns: &Columns,
        row: &Row,
        table: &Table,
    ) -> Result<CaseAnswer, Failure> {
        let robots = columns.robots.map(|column| row.cell(column)).unwrap_or_default();
        if columns.robots.is_some() && robots.is_empty() {
            return Err(table.failure("robots is empty; write the path of a file"));
        }
        let rules = self.rules(robots, row.cell(columns.agent), table)?;
        let dialect = *rules.dialect();
        let url = with_scheme(row.cell(columns.url), None, &[dialect]);
        let Ok(question) = AskedUrl::parse(&url, &[dialect], None) else {
            return Ok(CaseAnswer { verdict: "error", line: 0, dialect });
        };
        let verdict = rules.check(question.path(&dialect));
        Ok(CaseAnswer {
            dialect,
            verdict: if verdict.is_allowed() { "allow" } else { "disallow" },
            line: rules.deciding_rule(verdict).as_ref().map_or(0, RuleLine::line),
        })
    }

    fn rules(&mut self, robots: &[u8], agent: &[u8], table: &Table) -> Result<&Rules, Failure> {
        if self.held_bytes > MAX_HELD {
            self.held_bytes = 0;
            match self.args.robots {
                // This file stays: it may have come from standard input.
                Some(_) => self.held.values_mut().for_each(|held| held.rules.clear()),
                None => self.held.clear(),
            }
        }
        let held = match self.held.entry(robots.to_vec()) {
            Entry::Occupied(held) => held.into_mut(),
            Entry::Vacant(vacant) => {
                let path = self.folder.join(path_of(robots));
                let bytes = input::read(self.streams, &path)
                    .map_err(|failure| table.failure(&failure.to_string()))?;
                self.held_bytes += bytes.len();
                vacant.insert(CaseFile::new(bytes))
            }
        };
        match held.rules.entry(agent.to_vec()) {
            Entry::Occupied(rules) => Ok(rules.into_mut()),
            Entry::Vacant(vacant) => {
                let asker = match self.askers.entry(agent.to_vec()) {
                    Entry::Occupied(asker) => asker.into_mut(),
                    Entry::Vacant(vacant) => vacant.insert(self.known.named(self.streams, agent)),
                };
                let n_readings = held.robots.readings().len();
                let rules = held.robots.rules(&asker.agent, &asker.dialect);
                // Each reading takes about as many bytes as the file; rules take at most as
                // many.
                let n_copies = held.robots.readings().len() - n_readings + 1;
                self.held_bytes += held.robots.source().len() * n_copies + agent.len();
                Ok(vacant.insert(rules))
            }
        }
    }
}

impl CaseFile {
    fn new(source: Vec<u8>) -> Self {
        Self { robots: OwnRobots::from_vec(source), rules: HashMap::new() }
    }
}

/// A path from the bytes of a cell. It need not be UTF-8.
#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    std::ffi::OsStr::from_bytes(bytes).into()
}

/// A path from the bytes of a cell, where paths are Unicode.
#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}
