//! Where URLs come from: lists, a crawler's exports, sitemaps.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use maycrawl_url::Target;
use serde_json::Value;

use crate::failure::Failure;
use crate::input;
use crate::input::records::{BoundedReader, records};
use crate::network::NetArgs;
use crate::streams::Streams;

mod sitemap;

/// A URL, and its place for messages, such as `urls.txt:3: `.
pub(crate) type PlacedUrl = (Vec<u8>, String);

/// The files and URLs in which a command finds URLs.
#[derive(Clone)]
pub(crate) struct UrlSources {
    pub(crate) urls: Option<PathBuf>,
    pub(crate) column: Option<String>,
    pub(crate) sitemap: Option<PathBuf>,
    /// Whether any text is a URL.
    pub(crate) is_any_text: bool,
    pub(crate) net: NetArgs,
}

/// URLs, one after the other.
pub(crate) struct Urls {
    name: String,
    source: Source,
}

enum Source {
    /// One a line.
    List { reader: Box<dyn BufRead>, line: u64 },
    /// One a line, as a string or a member of an object.
    Json { reader: Box<dyn BufRead>, line: u64, member: Option<String> },
    /// The members of an array, as strings or objects with such a member.
    Array { values: std::vec::IntoIter<Value>, number: u64, member: Option<String> },
    /// A column of a table with a header line.
    Table { reader: Box<csv::Reader<BoundedReader>>, column: usize },
    /// The addresses of a sitemap.
    Sitemap(Box<sitemap::Sitemap>),
}

/// The names of the column of URLs in the exports of known crawlers.
const COLUMNS: [&str; 9] =
    ["url", "address", "full url", "page", "page url", "loc", "link", "landing page", "uri"];

impl Urls {
    /// Opens what the arguments name; none, if they name nothing.
    pub(crate) fn of(streams: &Streams, listed: &UrlSources) -> Result<Option<Self>, Failure> {
        match (&listed.urls, &listed.sitemap) {
            (Some(path), _) => {
                Self::open(streams, path, listed.column.as_deref(), listed.is_any_text).map(Some)
            }
            (None, Some(path)) => Self::sitemap(streams, path, &listed.net).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// Opens a list or a table; `column` names the column of a table.
    pub(crate) fn open(
        streams: &Streams,
        path: &Path,
        column: Option<&str>,
        is_any_text: bool,
    ) -> Result<Self, Failure> {
        let name = input::shown_name(path);
        let mut reader = unpacked(input::open(streams, path)?, path)?;
        let mut first = Vec::new();
        input::read_line(&mut *reader, &mut first, &name)?;
        if first.starts_with(b"\xEF\xBB\xBF") {
            first.drain(..3);
        }
        if first.contains(&0) {
            return Err(Failure::input(format!(
                "{name} is binary data, not a list of URLs; name a list, a table, JSON, or one of these in gzip"
            )));
        }
        let separator = separator(&first, column.is_some(), is_any_text);
        let is_json = matches!(first.trim_ascii_start().first(), Some(b'{' | b'"'));
        let is_array = first.trim_ascii_start().first() == Some(&b'[');
        let whole = Cursor::new(first).chain(reader);
        let source = match separator {
            _ if is_array => {
                let urls: Vec<Value> =
                    serde_json::from_reader(whole.take(MAX_ARRAY)).map_err(|error| {
                        let place = format!("line {}, column {}", error.line(), error.column());
                        Failure::input(if error.is_eof() {
                            format!("{name}: the JSON array ends early, at {place}")
                        } else {
                            format!("{name}: this is no JSON array; the mistake is at {place}")
                        })
                    })?;
                let member = column.map(str::to_owned);
                Source::Array { values: urls.into_iter(), number: 0, member }
            }
            _ if is_json => {
                let member = column.map(str::to_owned);
                Source::Json { reader: Box::new(whole), line: 0, member }
            }
            None => Source::List { reader: Box::new(whole), line: 0 },
            Some(separator) => table(Box::new(whole), separator, column, &name)?,
        };
        Ok(Self { name, source })
    }

    /// Opens a sitemap: XML, text or either of them in gzip.
    pub(crate) fn sitemap(streams: &Streams, path: &Path, net: &NetArgs) -> Result<Self, Failure> {
        let sitemap = sitemap::Sitemap::open(streams, path, net)?;
        Ok(Self { name: input::shown_name(path), source: Source::Sitemap(Box::new(sitemap)) })
    }

    /// Where they come from, for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The next URL; `None` at the end.
    pub(crate) fn next_url(&mut self) -> Result<Option<PlacedUrl>, Failure> {
        match &mut self.source {
            Source::List { reader, line } => {
                let mut url = Vec::new();
                while input::read_line(&mut **reader, &mut url, &self.name)? {
                    *line += 1;
                    while matches!(url.last(), Some(b'\n' | b'\r')) {
                        url.pop();
                    }
                    // No URL and no path begins with #: it begins a comment.
                    if !matches!(url.trim_ascii(), [] | [b'#', ..]) {
                        return Ok(Some((url, format!("{}:{line}: ", self.name))));
                    }
                }
                Ok(None)
            }
            Source::Json { reader, line, member } => {
                let mut text = Vec::new();
                while input::read_line(&mut **reader, &mut text, &self.name)? {
                    *line += 1;
                    if !text.trim_ascii().is_empty() {
                        let place = format!("{}:{line}: ", self.name);
                        let url = url_of_json(&text, member.as_deref())
                            .map_err(|why| Failure::input(format!("{place}{why}")))?;
                        return Ok(Some((url, place)));
                    }
                }
                Ok(None)
            }
            Source::Array { values, number, member } => {
                let Some(value) = values.next() else { return Ok(None) };
                *number += 1;
                let place = format!("{}: member {number}: ", self.name);
                let url = url_of_value(&value, member.as_deref())
                    .map_err(|why| Failure::input(format!("{place}{why}")))?;
                Ok(Some((url, place)))
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

/// How many bytes an array of JSON has at most, since it is read as a whole.
const MAX_ARRAY: u64 = 256 << 20;

/// What a file contains, unpacked if it is gzip.
pub(crate) fn unpacked(
    mut packed: Box<dyn BufRead>,
    path: &Path,
) -> Result<Box<dyn BufRead>, Failure> {
    let start = packed.fill_buf().map_err(|error| Failure::reading(path, &error))?;
    Ok(if start.starts_with(b"\x1F\x8B") {
        Box::new(BufReader::new(MultiGzDecoder::new(packed)))
    } else {
        packed
    })
}

/// The URL of a line of JSON.
fn url_of_json(line: &[u8], member: Option<&str>) -> Result<Vec<u8>, String> {
    let value = serde_json::from_slice(line).map_err(|error| {
        format!("this line is no JSON; the mistake is at column {}", error.column())
    })?;
    url_of_value(&value, member)
}

fn url_of_value(value: &Value, member: Option<&str>) -> Result<Vec<u8>, String> {
    let found = match (value, member) {
        (Value::String(url), None) => Some(url),
        (Value::Object(members), Some(name)) => members.get(name).and_then(|url| match url {
            Value::String(url) => Some(url),
            _ => None,
        }),
        (Value::Object(members), None) => COLUMNS.iter().find_map(|name| {
            members.iter().find_map(|(key, url)| match url {
                Value::String(url) if key.eq_ignore_ascii_case(name) => Some(url),
                _ => None,
            })
        }),
        _ => None,
    };
    found.map(|url| url.clone().into_bytes()).ok_or_else(|| match member {
        Some(name) => format!("no member {name:?} that is a string"),
        None => "no member that contains a URL, such as \"url\"; name it with --column".into(),
    })
}

/// The separator of a table that begins with this line; `None` if it is a plain list, whose
/// first line is itself a URL or a path.
fn separator(first: &[u8], has_column: bool, is_any_text: bool) -> Option<u8> {
    let text = first.trim_ascii();
    if text.is_empty() || text.starts_with(b"/") || Target::from_bytes(text).is_ok() {
        return None;
    }
    let found = [b'\t', b';', b','].into_iter().find(|separator| text.contains(separator));
    let is_column = COLUMNS.iter().any(|name| text.eq_ignore_ascii_case(name.as_bytes()));
    match found {
        Some(_) if is_any_text && !has_column => None,
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
    let mut reader = records(reader, separator);
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
            Some(column) => format!("{name}:1: no column is named {column}; the columns are {columns}"),
            None => format!(
                "{name}:1: cannot tell which of the columns {columns} contains the URLs; name it with --column, or give a list of URLs, one per line"
            ),
        })
    })?;
    Ok(Source::Table { reader: Box::new(reader), column: found })
}
