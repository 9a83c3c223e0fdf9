//! Where URLs come from: lists, a crawler's exports, sitemaps.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use flate2::bufread::MultiGzDecoder;
use maycrawl_report::url_table::{Column, Error, Options, UrlTable};

use crate::failure::Failure;
use crate::input;
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
    /// Whether answers are printed while lines arrive.
    pub(crate) is_streamed: bool,
    pub(crate) net: NetArgs,
    /// Set if a part of a sitemap could not be read.
    pub(crate) is_incomplete: Arc<AtomicBool>,
}

/// URLs, one after the other.
pub(crate) struct Urls {
    name: String,
    source: Source,
}

enum Source {
    /// A list, or a column of a table.
    Table(Box<UrlTable<'static>>),
    /// The addresses of a sitemap.
    Sitemap(Box<sitemap::Sitemap>),
}

impl Urls {
    /// Opens what the arguments name; none, if they name nothing.
    pub(crate) fn of(streams: &Streams, listed: &UrlSources) -> Result<Option<Self>, Failure> {
        match (&listed.urls, &listed.sitemap) {
            (Some(path), _) => {
                let options = Options {
                    column: listed.column.as_deref(),
                    is_any_text: listed.is_any_text,
                    is_live: listed.is_streamed && input::is_stdin(path),
                };
                Self::open(streams, path, &options).map(Some)
            }
            (None, Some(path)) => {
                let is_incomplete = Arc::clone(&listed.is_incomplete);
                Self::sitemap(streams, path, &listed.net, is_incomplete).map(Some)
            }
            (None, None) => Ok(None),
        }
    }

    /// Opens a list or a table.
    pub(crate) fn open(
        streams: &Streams,
        path: &Path,
        options: &Options<'_>,
    ) -> Result<Self, Failure> {
        let name = input::shown_name(path);
        let reader = unpacked(input::open(streams, path)?, path)?;
        let table = UrlTable::open(reader, options).map_err(|error| failure(&name, &error))?;
        match table.column() {
            Some(Column::Guessed(column)) => {
                streams.note(&format!("{name}: reading the URLs in the column {column}"));
            }
            Some(Column::Numbered(number)) => streams.note(&format!(
                "{name}: there is no header line; reading the URLs in column {number}"
            )),
            _ => {}
        }
        Ok(Self { name, source: Source::Table(Box::new(table)) })
    }

    /// Opens a sitemap: XML, text or either of them in gzip.
    ///
    /// Sets `is_incomplete` if a part cannot be read.
    pub(crate) fn sitemap(
        streams: &Streams,
        path: &Path,
        net: &NetArgs,
        is_incomplete: Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let sitemap = sitemap::Sitemap::open(streams, path, net, is_incomplete)?;
        Ok(Self { name: input::shown_name(path), source: Source::Sitemap(Box::new(sitemap)) })
    }

    /// Where they come from, for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The next URL; `None` at the end.
    pub(crate) fn next_url(&mut self) -> Result<Option<PlacedUrl>, Failure> {
        match &mut self.source {
            Source::Table(table) => {
                let found = table.next_url().map_err(|error| failure(&self.name, &error))?;
                Ok(found.map(|found| (found.url, format!("{}:{}: ", self.name, found.line))))
            }
            Source::Sitemap(sitemap) => sitemap.next_url(),
        }
    }
}

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

/// Why a list cannot be read, and what the user can do.
fn failure(name: &str, error: &Error) -> Failure {
    let advice = match error {
        Error::Read(error) => return Failure::reading(Path::new(name), error),
        Error::Binary => "; name a list, a table, JSON, or one of these in gzip",
        Error::LongLine | Error::LongRecord => "; check that it is the right file",
        Error::NoHeader { .. } => "; give its number, such as --column 1",
        Error::UnknownColumn { .. } => {
            "; name it with --column, or give a list of URLs, one per line"
        }
        Error::NoMember { member: None, .. } | Error::NoMemberInArray { member: None, .. } => {
            "; name it with --column"
        }
        _ => "",
    };
    let place = error.line().map_or_else(|| " ".into(), |line| format!("{line}: "));
    Failure::input(format!("{name}:{place}{error}{advice}"))
}
