//! Tables with a header line: raw TSV, or CSV.

use std::io::{BufRead, Cursor, Read as _};
use std::path::Path;

use crate::failure::Failure;
use crate::input;
use crate::input::records::{BoundedReader, records};
use crate::streams::Streams;

/// A table, read row by row.
pub(crate) struct Table {
    rows: Rows,
    name: String,
    line: u64,
    columns: Vec<Vec<u8>>,
}

enum Rows {
    /// TSV: no quoting, no trimming; a TAB ends a cell, a line feed a row.
    Raw(Box<dyn BufRead>),
    /// CSV: cells may be quoted, and contain line ends.
    Quoted { reader: Box<csv::Reader<BoundedReader>>, record: csv::ByteRecord },
}

impl Table {
    /// Opens a table and reads its header line: names with TAB between them make it TSV, with a
    /// comma or a semicolon CSV. TSV of Windows, with CRLF or a byte order mark, is read like CSV,
    /// but for quotes.
    pub(crate) fn open(streams: &Streams, path: &Path) -> Result<Self, Failure> {
        let name = input::shown_name(path);
        let mut reader = input::open(streams, path)?;
        let mut header = Vec::new();
        if !input::read_line(&mut *reader, &mut header, &name)? {
            return Err(Failure::input(format!(
                "{name}: the file is empty; its first line must name the columns, such as agent and url"
            )));
        }
        if header.contains(&0) {
            return Err(Failure::input(format!(
                "{name} is binary data, not a table; name a CSV or TSV file"
            )));
        }
        let separator = [b'\t', b';', b','].into_iter().find(|sign| header.contains(sign));
        let mark = header.strip_prefix(b"\xEF\xBB\xBF");
        let is_windows = mark.is_some() || header.ends_with(b"\r\n");
        match separator {
            Some(separator) if separator != b'\t' || is_windows => {
                let text = mark.unwrap_or(&header).to_vec();
                let mut reader = records(Box::new(Cursor::new(text).chain(reader)), separator);
                let columns = reader.byte_headers().map_err(|error| unreadable(&name, &error))?;
                let columns = columns.iter().map(|column| column.trim_ascii().to_vec()).collect();
                let rows =
                    Rows::Quoted { reader: Box::new(reader), record: csv::ByteRecord::new() };
                Ok(Self { rows, name, line: 1, columns })
            }
            _ => {
                let header = header.strip_suffix(b"\n").unwrap_or(&header);
                let columns = header.split(|byte| *byte == b'\t').map(<[u8]>::to_vec).collect();
                Ok(Self { rows: Rows::Raw(reader), name, line: 1, columns })
            }
        }
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
                    "{}:1: more than one column is named {name}",
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
                    "{}:1: a column is named {other:?}; did you mean {name}? ({})",
                    self.name,
                    self.form(),
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
                "{}:1: no column is named {name}; the header line names {} ({})",
                self.name,
                columns.join(", "),
                self.form(),
            ))
        })
    }

    /// What the header line must be like.
    fn form(&self) -> &'static str {
        match self.rows {
            Rows::Raw(_) => "TABs separate the names",
            Rows::Quoted { .. } => "read as CSV",
        }
    }

    /// Reads the next row into `row`; false at the end.
    pub(crate) fn next_row(&mut self, row: &mut Row) -> Result<bool, Failure> {
        row.ends.clear();
        match &mut self.rows {
            Rows::Raw(reader) => {
                self.line += 1;
                if !input::read_line(&mut **reader, &mut row.bytes, &self.name)? {
                    return Ok(false);
                }
                if row.bytes.last() == Some(&b'\n') {
                    row.bytes.pop();
                }
                row.ends.extend(memchr::memchr_iter(b'\t', &row.bytes));
                row.ends.push(row.bytes.len());
            }
            Rows::Quoted { reader, record } => {
                reader.get_ref().start_record();
                let is_there = reader.read_byte_record(record);
                if !is_there.map_err(|error| unreadable(&self.name, &error))? {
                    return Ok(false);
                }
                self.line = record.position().map_or(0, csv::Position::line);
                row.bytes.clear();
                for cell in &*record {
                    row.bytes.extend_from_slice(cell);
                    row.ends.push(row.bytes.len());
                    // One byte between cells, as in TSV.
                    row.bytes.push(b'\t');
                }
            }
        }
        if row.ends.len() != self.columns.len() {
            return Err(self.failure(&format!(
                "this row has {} cells; the header has {}",
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
}

fn unreadable(name: &str, error: &csv::Error) -> Failure {
    Failure::input(format!("cannot read {name}: {error}"))
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

    /// Puts a text in the place of a cell.
    pub(crate) fn replace(&mut self, index: usize, text: &[u8]) {
        let cells: Vec<Vec<u8>> = self.cells().map(<[u8]>::to_vec).collect();
        self.bytes.clear();
        self.ends.clear();
        for (place, cell) in cells.iter().enumerate() {
            if place > 0 {
                // Where a separator stands.
                self.bytes.push(b'\t');
            }
            self.bytes.extend_from_slice(if place == index { text } else { cell });
            self.ends.push(self.bytes.len());
        }
    }

    /// All cells in order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).map(|index| self.cell(index))
    }
}
