//! Where URLs come from: lists, a crawler's exports, sitemaps.

use std::cell::Cell;
use std::io::{self, BufRead, Cursor, Read};
use std::path::Path;
use std::rc::Rc;

use maycrawl::{Dialect, Normalise};
use maycrawl_url::Target;

use crate::failure::Failure;
use crate::input::{self, sitemap};

/// A URL, and where it stands, as in `urls.txt:3: `.
pub(crate) type Placed = (Vec<u8>, String);

/// URLs, one after the other.
pub(crate) struct Urls {
    name: String,
    source: Source,
}

enum Source {
    /// One a line.
    List { reader: Box<dyn BufRead>, line: u64 },
    /// A column of a table with a header line.
    Table { reader: Box<csv::Reader<Bounded>>, column: usize },
    /// The addresses of a sitemap.
    Sitemap(Box<sitemap::Sitemap>),
}

/// What the column of URLs is called in the exports of known crawlers.
const COLUMNS: [&str; 9] =
    ["url", "address", "full url", "page", "page url", "loc", "link", "landing page", "uri"];

impl Urls {
    /// Opens a list or a table; `column` names the column of a table.
    pub(crate) fn open(
        path: &Path,
        column: Option<&str>,
        dialect: &Dialect,
    ) -> Result<Self, Failure> {
        let name = input::shown_name(path);
        let mut reader = input::open(path)?;
        let mut first = Vec::new();
        input::read_line(&mut *reader, &mut first, &name)?;
        if first.starts_with(b"\xEF\xBB\xBF") {
            first.drain(..3);
        }
        let separator = separator(&first, column.is_some(), dialect);
        let whole = Cursor::new(first).chain(reader);
        let source = match separator {
            None => Source::List { reader: Box::new(whole), line: 0 },
            Some(separator) => table(Box::new(whole), separator, column, &name)?,
        };
        Ok(Self { name, source })
    }

    /// Opens a sitemap: XML, text or either of them in gzip.
    pub(crate) fn sitemap(path: &Path) -> Result<Self, Failure> {
        let sitemap = sitemap::Sitemap::open(path)?;
        Ok(Self { name: input::shown_name(path), source: Source::Sitemap(Box::new(sitemap)) })
    }

    /// What they are called.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The next URL; `None` at the end.
    pub(crate) fn next_url(&mut self) -> Result<Option<Placed>, Failure> {
        match &mut self.source {
            Source::List { reader, line } => {
                let mut url = Vec::new();
                while input::read_line(&mut **reader, &mut url, &self.name)? {
                    *line += 1;
                    while matches!(url.last(), Some(b'\n' | b'\r')) {
                        url.pop();
                    }
                    if !url.trim_ascii().is_empty() {
                        return Ok(Some((url, format!("{}:{line}: ", self.name))));
                    }
                }
                Ok(None)
            }
            Source::Table { reader, column } => {
                let mut record = csv::ByteRecord::new();
                loop {
                    reader.get_ref().start_record();
                    let is_there = reader.read_byte_record(&mut record).map_err(|error| {
                        Failure::input(format!("cannot read {}: {error}", self.name))
                    })?;
                    if !is_there {
                        return Ok(None);
                    }
                    let url = record.get(*column).unwrap_or_default();
                    if !url.trim_ascii().is_empty() {
                        let line = record.position().map_or(0, csv::Position::line);
                        return Ok(Some((url.to_vec(), format!("{}:{line}: ", self.name))));
                    }
                }
            }
            Source::Sitemap(sitemap) => sitemap.next_url(),
        }
    }
}

/// What separates the columns of a table that begins with this line; nothing,
/// if it is a plain list: its first line is itself a URL or a path.
fn separator(first: &[u8], has_column: bool, dialect: &Dialect) -> Option<u8> {
    let text = first.trim_ascii();
    if text.is_empty() || text.starts_with(b"/") || target(text).is_ok() {
        return None;
    }
    let found = [b'\t', b';', b','].into_iter().find(|separator| text.contains(separator));
    let is_column = COLUMNS.iter().any(|name| text.eq_ignore_ascii_case(name.as_bytes()));
    match found {
        // A dialect that takes URLs as they are given takes any line for one.
        Some(_) if dialect.paths.normalise == Normalise::Parser && !has_column => None,
        Some(separator) => Some(separator),
        None if has_column || is_column => Some(b','),
        None => None,
    }
}

/// Opens a table and finds its column of URLs.
fn table(
    reader: Box<dyn Read>,
    separator: u8,
    column: Option<&str>,
    name: &str,
) -> Result<Source, Failure> {
    let bounded = Bounded { reader, left: Rc::new(Cell::new(0)) };
    bounded.start_record();
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .quoting(separator != b'\t')
        .flexible(true)
        .from_reader(bounded);
    let header = reader
        .byte_headers()
        .map_err(|error| Failure::input(format!("cannot read {name}: {error}")))?;
    let position = |wanted: &str| {
        header.iter().position(|cell| cell.trim_ascii().eq_ignore_ascii_case(wanted.as_bytes()))
    };
    let found = match column {
        Some(column) => position(column),
        None => COLUMNS.iter().find_map(|column| position(column)),
    };
    let found = found.ok_or_else(|| {
        let shown = header.iter().take(12).map(String::from_utf8_lossy);
        let columns = shown.collect::<Vec<_>>().join(", ");
        Failure::input(match column {
            Some(column) => format!("{name}:1: no column is named {column}; there are {columns}"),
            None => format!(
                "{name}:1: no column of URLs was found among {columns}; name it with --column, or give a list of URLs, one a line"
            ),
        })
    })?;
    Ok(Source::Table { reader: Box::new(reader), column: found })
}

/// A reader that gives up on a record without end.
struct Bounded {
    reader: Box<dyn Read>,
    left: Rc<Cell<u64>>,
}

/// More than any record of a table holds.
const MOST_RECORD: u64 = 16 << 20;

impl Bounded {
    fn start_record(&self) {
        self.left.set(MOST_RECORD);
    }
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        let left = self.left.get().checked_sub(read as u64);
        self.left.set(left.ok_or_else(|| io::Error::other("a record without end"))?);
        Ok(read)
    }
}

/// Whether a text can be asked about: a path, or a URL that some robots.txt
/// governs. A dialect that takes URLs as they are given takes any text.
pub(crate) fn is_askable(url: &[u8], dialect: &Dialect) -> Result<(), maycrawl_url::Error> {
    if dialect.paths.normalise == Normalise::Parser || url.starts_with(b"/") {
        return Ok(());
    }
    target(url).map(drop)
}

/// The URL as origin and path. What is not UTF-8 in it is replaced, which can
/// only matter to its path.
pub(crate) fn target(url: &[u8]) -> Result<Target, maycrawl_url::Error> {
    Target::parse(&String::from_utf8_lossy(url))
}
