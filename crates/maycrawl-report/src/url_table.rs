//! URLs from lists and from the exports of crawlers: bytes to URLs, without any I/O of its own.
//!
//! A list has one URL per line. Of a CSV or TSV file the column is found by its name or by what it
//! contains; the file may have quoted cells, a byte order mark, UTF-16, or no header line. JSON Lines
//! and a JSON array contain URLs as strings, or as a member of objects.
//!
//! ```
//! use maycrawl_report::url_table::{Options, UrlTable};
//!
//! let export = "\u{FEFF}\"Status Code\",\"Address\"\r\n\"200\",\"https://a.example/x,y\"\r\n";
//! let mut urls = UrlTable::open(export.as_bytes(), &Options::default())?;
//! let first = urls.next_url()?.unwrap();
//! assert_eq!((&first.url[..], first.line), (&b"https://a.example/x,y"[..], 2));
//! assert!(urls.next_url()?.is_none());
//! # Ok::<(), maycrawl_report::url_table::Error>(())
//! ```

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Cursor, Read};

use serde_json::Value;

mod cells;
mod error;
mod form;
mod utf16;

use cells::Cells;
pub use error::Error;
use form::{Form, is_url, sampled_column};
use utf16::Utf16;

/// How many bytes a line has at most, or a record of several lines. No URL is as long.
const MAX_RECORD: u64 = 16 << 20;

/// How many bytes an array of JSON has at most, since it is read as a whole.
const MAX_ARRAY: u64 = 256 << 20;

/// How many records show which column contains the URLs.
const SAMPLE: usize = 10;

/// The names of the column of URLs in the exports of known crawlers, the best first.
const COLUMNS: [&str; 14] = [
    "url",
    "address",
    "full url",
    "page url",
    "page",
    "top pages",
    "loc",
    "link",
    "landing page",
    "uri",
    "page path",
    "page path and screen class",
    "target url",
    "final url",
];

/// How a list is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The name of the column (or JSON member) with the URLs; its number, from 1, if there is no
    /// header line. Without it, the column is found.
    pub column: Option<&'a str>,
    /// Whether any text is a URL, as for Google's parser.
    pub is_any_text: bool,
    /// Whether the next line may come only after the answer to this one. Then no lines are read
    /// ahead, and a column is found only by its name.
    pub is_live: bool,
}

/// A URL of a list, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedUrl {
    /// The URL as it stands there.
    pub url: Vec<u8>,
    /// Its line, from 1; in a JSON array the number of the member.
    pub line: u64,
}

/// Which column contains the URLs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Column {
    /// It has a known name, or the name in [`Options::column`].
    Named(String),
    /// It has this name, and most of its first cells are URLs.
    Guessed(String),
    /// There is no header line; its number, from 1.
    Numbered(usize),
}

/// Reads the URLs of a list, one after the other, in bounded memory.
pub struct UrlTable<'r> {
    lines: Lines<'r>,
    source: Source,
    column: Option<Column>,
}

enum Source {
    /// One a line.
    List,
    /// One a line, as a string or a member of an object.
    Json { member: Option<String> },
    /// The members of an array, as strings or objects with such a member.
    Array { values: std::vec::IntoIter<Value>, number: u64, member: Option<String> },
    /// A column of records.
    Table { cells: Cells, column: usize, sample: VecDeque<ListedUrl> },
}

impl<'r> UrlTable<'r> {
    /// Reads the beginning of a list, and finds out what it is.
    pub fn open(reader: impl BufRead + 'r, options: &Options<'_>) -> Result<Self, Error> {
        let mut lines = Lines::new(reader)?;
        let Some(first) = lines.first()? else {
            return Ok(Self { lines, source: Source::List, column: None });
        };
        if first.text.contains(&0) {
            return Err(Error::Binary);
        }
        let member = options.column.map(str::to_owned);
        let (source, column) = match Form::of(&first.text, options, lines.separator) {
            Form::List => (Source::List, None),
            Form::Json => (Source::Json { member }, None),
            Form::Array => {
                lines.put_back(first);
                let whole = lines.rest().take(MAX_ARRAY);
                let values: Vec<Value> =
                    serde_json::from_reader(whole).map_err(|error| Error::array(&error))?;
                let source = Source::Array { values: values.into_iter(), number: 0, member };
                return Ok(Self { lines, source, column: None });
            }
            Form::Table { cells, has_header } => {
                lines.put_back(first);
                return Self::table(lines, cells, has_header, options);
            }
        };
        lines.put_back(first);
        Ok(Self { lines, source, column })
    }

    /// Finds the column of URLs in a table.
    fn table(
        mut lines: Lines<'r>,
        mut cells: Cells,
        has_header: bool,
        options: &Options<'_>,
    ) -> Result<Self, Error> {
        let mut header = Vec::new();
        if has_header && lines.record(&mut cells)?.is_some() {
            header = cells.iter().map(|cell| cell.trim_ascii().to_vec()).collect();
        }
        let position = |wanted: &str| {
            header.iter().position(|cell| cell.eq_ignore_ascii_case(wanted.as_bytes()))
        };
        let found = match options.column {
            Some(name) => match position(name) {
                Some(column) => Some(column),
                None if has_header => return Err(Error::no_column(name, &header)),
                None => None,
            },
            None => COLUMNS.iter().find_map(|column| position(column)),
        };
        let shown = |column: usize| {
            let name = header.get(column).map_or(&b""[..], Vec::as_slice);
            String::from_utf8_lossy(name).into_owned()
        };
        if let Some(column) = found {
            let source = Source::Table { cells, column, sample: VecDeque::new() };
            return Ok(Self { lines, source, column: Some(Column::Named(shown(column))) });
        }
        let mut records: Vec<(u64, Vec<Vec<u8>>)> = Vec::new();
        while records.len() < SAMPLE && !options.is_live {
            let Some(line) = lines.record(&mut cells)? else { break };
            records.push((line, cells.iter().map(<[u8]>::to_vec).collect()));
        }
        let rows: Vec<_> = records.iter().map(|(_, row)| &row[..]).collect();
        let numbered =
            options.column.and_then(|number| number.parse::<usize>().ok()?.checked_sub(1));
        let column = match options.column {
            Some(name) if numbered.is_none() => {
                return Err(Error::NoHeader { column: name.into() });
            }
            Some(_) => numbered,
            None => sampled_column(&rows),
        };
        let column = column.ok_or_else(|| Error::unknown_column(&header))?;
        let mut sample = VecDeque::new();
        for (line, row) in records {
            let url = row.into_iter().nth(column).unwrap_or_default();
            sample.push_back(ListedUrl { url, line });
        }
        let name =
            if has_header { Column::Guessed(shown(column)) } else { Column::Numbered(column + 1) };
        let source = Source::Table { cells, column, sample };
        Ok(Self { lines, source, column: Some(name) })
    }

    /// Which column of a table contains the URLs; `None` if it is not a table.
    pub fn column(&self) -> Option<&Column> {
        self.column.as_ref()
    }

    /// The next URL; `None` at the end.
    pub fn next_url(&mut self) -> Result<Option<ListedUrl>, Error> {
        let lines = &mut self.lines;
        match &mut self.source {
            Source::List => {
                while let Some(Line { mut text, number }) = lines.next()? {
                    while matches!(text.last(), Some(b'\n' | b'\r')) {
                        text.pop();
                    }
                    // No URL and no path begins with #: it begins a comment.
                    if !matches!(text.trim_ascii(), [] | [b'#', ..]) {
                        return Ok(Some(ListedUrl { url: text, line: number }));
                    }
                }
                Ok(None)
            }
            Source::Json { member } => {
                while let Some(Line { text, number: line }) = lines.next()? {
                    if text.trim_ascii().is_empty() {
                        continue;
                    }
                    let value = serde_json::from_slice(&text)
                        .map_err(|error| Error::Json { line, column: error.column() })?;
                    let url = url_of(&value, member.as_deref())
                        .ok_or_else(|| Error::NoMember { line, member: member.clone() })?;
                    return Ok(Some(ListedUrl { url, line }));
                }
                Ok(None)
            }
            Source::Array { values, number, member } => {
                let Some(value) = values.next() else { return Ok(None) };
                *number += 1;
                let url = url_of(&value, member.as_deref()).ok_or_else(|| {
                    Error::NoMemberInArray { number: *number, member: member.clone() }
                })?;
                Ok(Some(ListedUrl { url, line: *number }))
            }
            Source::Table { cells, column, sample } => loop {
                let found = if let Some(found) = sample.pop_front() {
                    found
                } else {
                    let Some(line) = lines.record(cells)? else { return Ok(None) };
                    ListedUrl { url: cells.get(*column).to_vec(), line }
                };
                let url = found.url.trim_ascii();
                if !url.is_empty() {
                    return Ok(Some(ListedUrl { url: url.to_vec(), line: found.line }));
                }
            },
        }
    }
}

/// The URL of a line or a member of JSON.
fn url_of(value: &Value, member: Option<&str>) -> Option<Vec<u8>> {
    let found = match (value, member) {
        (Value::String(url), None) => Some(url),
        (Value::Object(members), Some(name)) => members.get(name).and_then(|url| match url {
            Value::String(url) => Some(url),
            _ => None,
        }),
        (Value::Object(members), None) => {
            let strings = || {
                members.iter().filter_map(|(key, value)| match value {
                    Value::String(text) => Some((key, text)),
                    _ => None,
                })
            };
            let named = |name: &&str| {
                strings().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, text)| text)
            };
            let any = || strings().find(|(_, text)| is_url(text.as_bytes())).map(|(_, text)| text);
            COLUMNS.iter().find_map(named).or_else(any)
        }
        _ => None,
    };
    found.map(|url| url.clone().into_bytes())
}

/// A line with its line end.
struct Line {
    text: Vec<u8>,
    number: u64,
}

/// Lines and records, and those that were read ahead.
struct Lines<'r> {
    reader: Box<dyn BufRead + 'r>,
    ahead: VecDeque<Line>,
    number: u64,
    /// What a line such as `sep=;` says, which spreadsheets write.
    separator: Option<u8>,
}

impl<'r> Lines<'r> {
    /// Skips a byte order mark, and decodes UTF-16 that has one.
    fn new(mut reader: impl BufRead + 'r) -> Result<Self, Error> {
        let mut start = Vec::new();
        (&mut reader).take(MAX_RECORD).read_until(b'\n', &mut start).map_err(Error::Read)?;
        let reader: Box<dyn BufRead + 'r> = match &*start {
            [0xEF, 0xBB, 0xBF, rest @ ..] => Box::new(Cursor::new(rest.to_vec()).chain(reader)),
            [0xFF, 0xFE, rest @ ..] => decoded(rest, reader, u16::from_le_bytes),
            [0xFE, 0xFF, rest @ ..] => decoded(rest, reader, u16::from_be_bytes),
            _ => Box::new(Cursor::new(start).chain(reader)),
        };
        Ok(Self { reader, ahead: VecDeque::new(), number: 0, separator: None })
    }

    fn next(&mut self) -> Result<Option<Line>, Error> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        let mut text = Vec::new();
        let len = (&mut self.reader).take(MAX_RECORD).read_until(b'\n', &mut text);
        match len.map_err(Error::Read)? as u64 {
            0 => Ok(None),
            MAX_RECORD => Err(Error::LongLine),
            _ => {
                self.number += 1;
                Ok(Some(Line { text, number: self.number }))
            }
        }
    }

    /// The first line that is neither blank nor a comment nor about the separator.
    fn first(&mut self) -> Result<Option<Line>, Error> {
        while let Some(line) = self.next()? {
            match line.text.trim_ascii() {
                [] | [b'#', ..] => {}
                [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator] => {
                    self.separator = Some(*separator);
                }
                _ => return Ok(Some(line)),
            }
        }
        Ok(None)
    }

    fn put_back(&mut self, line: Line) {
        self.ahead.push_front(line);
    }

    /// All that is left.
    fn rest(&mut self) -> impl Read + use<'_, 'r> {
        let ahead: Vec<u8> = self.ahead.drain(..).flat_map(|line| line.text).collect();
        Cursor::new(ahead).chain(&mut self.reader)
    }

    /// Reads a record, which may have several lines. Returns the number of its first; `None` at the
    /// end.
    fn record(&mut self, cells: &mut Cells) -> Result<Option<u64>, Error> {
        cells.clear();
        let mut began = None;
        while let Some(line) = self.next()? {
            if began.is_none() && line.text.trim_ascii().is_empty() {
                continue;
            }
            let first = *began.get_or_insert(line.number);
            if cells.add(&line.text) {
                return Ok(Some(first));
            }
            if cells.len() as u64 > MAX_RECORD {
                return Err(Error::LongRecord);
            }
        }
        cells.finish();
        Ok(began)
    }
}

fn decoded<'r>(
    start: &[u8],
    reader: impl BufRead + 'r,
    unit: fn([u8; 2]) -> u16,
) -> Box<dyn BufRead + 'r> {
    Box::new(BufReader::new(Utf16::new(Cursor::new(start.to_vec()).chain(reader), unit)))
}

impl std::fmt::Debug for UrlTable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UrlTable").field("column", &self.column).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
