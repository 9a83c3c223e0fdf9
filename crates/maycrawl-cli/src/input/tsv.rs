//! Raw TSV: no quoting, no trimming; a TAB ends a cell, a line feed a row.

use std::io::BufRead;
use std::path::Path;

use crate::failure::Failure;
use crate::input;
use crate::streams::Streams;

/// A table, read row by row.
pub(crate) struct Tsv {
    reader: Box<dyn BufRead>,
    name: String,
    line: u64,
    columns: Vec<Vec<u8>>,
}

impl Tsv {
    /// Opens a table and reads its header line.
    pub(crate) fn open(streams: &Streams, path: &Path) -> Result<Self, Failure> {
        let mut tsv = Self {
            reader: input::open(streams, path)?,
            name: input::shown_name(path),
            line: 0,
            columns: Vec::new(),
        };
        let mut header = Vec::new();
        if !tsv.next_line(&mut header)? {
            return Err(Failure::input(format!(
                "{}: the file is empty; its first line must name the columns, such as agent and url",
                tsv.name
            )));
        }
        tsv.columns = header.split(|byte| *byte == b'\t').map(<[u8]>::to_vec).collect();
        Ok(tsv)
    }

    /// Refuses a header line with one of these columns twice or misspelt, which would
    /// otherwise be ignored without a word.
    pub(crate) fn expect_no_other_spelling(&self, names: &[&str]) -> Result<(), Failure> {
        /// How alike a misspelt name is at least.
        const ALIKE: f64 = 0.7;
        for name in names {
            let same = self.columns.iter().filter(|column| *column == name.as_bytes()).count();
            if same > 1 {
                return Err(Failure::input(format!(
                    "{}:1: the column {name} stands there twice",
                    self.name
                )));
            }
            let is_alike = |column: &&Vec<u8>| {
                let column = String::from_utf8_lossy(column);
                let bare = column.trim_matches(['\u{FEFF}', '\r', ' ']).to_lowercase();
                strsim::normalized_damerau_levenshtein(&bare, name) >= ALIKE
            };
            let other = self.columns.iter().find(is_alike).filter(|_| same == 0);
            if let Some(other) =
                other.filter(|other| !names.iter().any(|name| *other == name.as_bytes()))
            {
                let other = input::shortened(other);
                return Err(Failure::input(format!(
                    "{}:1: a column is named {other:?}; did you mean {name}? (TAB between names, LF alone at the end)",
                    self.name,
                )));
            }
        }
        Ok(())
    }

    /// The names of the columns.
    pub(crate) fn columns(&self) -> &[Vec<u8>] {
        &self.columns
    }

    /// The index of a column.
    pub(crate) fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name.as_bytes())
    }

    /// The index of a column that must be there.
    pub(crate) fn required(&self, name: &str) -> Result<usize, Failure> {
        self.column(name).ok_or_else(|| {
            const MAX_NAMES: usize = 12;
            let shown = |column: &Vec<u8>| input::shortened(column).escape_debug().to_string();
            let columns: Vec<_> = self.columns.iter().take(MAX_NAMES).map(shown).collect();
            Failure::input(format!(
                "{}:1: no column is named {name}; the header line names {} (TAB between names, LF at the end)",
                self.name,
                columns.join(", "),
            ))
        })
    }

    /// Reads the next row into `row`; false at the end.
    pub(crate) fn next_row(&mut self, row: &mut Row) -> Result<bool, Failure> {
        if !self.next_line(&mut row.bytes)? {
            return Ok(false);
        }
        row.ends.clear();
        row.ends.extend(memchr::memchr_iter(b'\t', &row.bytes));
        row.ends.push(row.bytes.len());
        if row.ends.len() != self.columns.len() {
            return Err(self.failure(&format!(
                "the row and the header line differ in their number of cells: {} and {}",
                row.ends.len(),
                self.columns.len(),
            )));
        }
        Ok(true)
    }

    /// A failure about the row read last.
    pub(crate) fn failure(&self, message: &str) -> Failure {
        Failure::input(format!("{}:{}: {message}", self.name, self.line))
    }

    /// The number of the line read last, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    fn next_line(&mut self, line: &mut Vec<u8>) -> Result<bool, Failure> {
        let is_there = input::read_line(&mut *self.reader, line, &self.name)?;
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        self.line += 1;
        Ok(is_there)
    }
}

/// One row. It is used again for the next.
#[derive(Default)]
pub(crate) struct Row {
    bytes: Vec<u8>,
    /// Where each cell ends.
    ends: Vec<usize>,
}

impl Row {
    /// A cell; empty where there is no such column.
    pub(crate) fn cell(&self, index: usize) -> &[u8] {
        let start = match index.checked_sub(1) {
            None => 0,
            Some(before) => self.ends.get(before).map_or(self.bytes.len(), |end| end + 1),
        };
        let end = self.ends.get(index).copied().unwrap_or(start);
        self.bytes.get(start..end).unwrap_or_default()
    }

    /// All cells in order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).map(|index| self.cell(index))
    }
}
