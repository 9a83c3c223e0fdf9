//! Raw TSV: no quoting, no trimming; a TAB ends a cell, a line feed a row.

use std::io::BufRead;
use std::path::Path;

use crate::failure::Failure;
use crate::input;

/// A table, read row by row.
pub(crate) struct Tsv {
    reader: Box<dyn BufRead>,
    name: String,
    line: u64,
    columns: Vec<Vec<u8>>,
}

impl Tsv {
    /// Opens a table and reads its header line.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let mut tsv = Self {
            reader: input::open(path)?,
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
        tsv.columns = header.split(|octet| *octet == b'\t').map(<[u8]>::to_vec).collect();
        Ok(tsv)
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
            let shown = |column: &Vec<u8>| String::from_utf8_lossy(column).escape_debug().to_string();
            let columns: Vec<_> = self.columns.iter().map(shown).collect();
            Failure::input(format!(
                "{}:1: no column is named {name}; the header line names {} (TAB between names, LF at the end)",
                self.name,
                columns.join(", "),
            ))
        })
    }

    /// Reads the next row into `row`; false at the end.
    pub(crate) fn next_row(&mut self, row: &mut Row) -> Result<bool, Failure> {
        if !self.next_line(&mut row.octets)? {
            return Ok(false);
        }
        row.ends.clear();
        row.ends.extend(memchr::memchr_iter(b'\t', &row.octets));
        row.ends.push(row.octets.len());
        if row.ends.len() != self.columns.len() {
            return Err(self.failure(&format!(
                "{} cells, but the header line names {} columns",
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
        line.clear();
        let read = self.reader.read_until(b'\n', line);
        let read = read.map_err(|error| Failure::reading(Path::new(&self.name), &error))?;
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        self.line += 1;
        Ok(read > 0)
    }
}

/// One row. It is used again for the next.
#[derive(Default)]
pub(crate) struct Row {
    octets: Vec<u8>,
    /// Where each cell ends.
    ends: Vec<usize>,
}

impl Row {
    /// A cell; empty where there is no such column.
    pub(crate) fn cell(&self, index: usize) -> &[u8] {
        let start = match index.checked_sub(1) {
            None => 0,
            Some(before) => self.ends.get(before).map_or(self.octets.len(), |end| end + 1),
        };
        let end = self.ends.get(index).copied().unwrap_or(start);
        self.octets.get(start..end).unwrap_or_default()
    }

    /// All cells in order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).map(|index| self.cell(index))
    }
}
