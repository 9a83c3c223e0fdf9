//! What commands read.

use std::fs;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use serde::de::DeserializeOwned;

use crate::failure::Failure;

pub(crate) mod catalogue;
pub(crate) mod files;
pub(crate) mod network;
pub(crate) mod settings;
pub(crate) mod sitemap;
pub(crate) mod tsv;
pub(crate) mod urls;
pub(crate) mod wishes;

/// Whether a path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a path in messages.
pub(crate) fn shown_name(path: &Path) -> String {
    if is_stdin(path) { "standard input".into() } else { path.display().to_string() }
}

/// More than any robots.txt holds; where to stop reading what has no end.
const MOST_OCTETS: u64 = 256 << 20;

/// The whole of a file or of standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut octets = Vec::new();
    let read = open(path)?.take(MOST_OCTETS + 1).read_to_end(&mut octets);
    match read {
        Err(error) => Err(Failure::reading(path, &error)),
        Ok(len) if len as u64 > MOST_OCTETS => Err(Failure::input(format!(
            "{} holds more than {} MiB; no robots.txt does, so check what it is",
            shown_name(path),
            MOST_OCTETS >> 20,
        ))),
        Ok(_) => Ok(octets),
    }
}

/// The whole of a file that must be UTF-8.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read(path)?)
        .map_err(|_| Failure::input(format!("{} is not UTF-8; save it so", shown_name(path))))
}

/// A file of TOML, as what it must hold.
pub(crate) fn read_toml<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let text = read_text(path)?;
    toml::from_str(&text).map_err(|error| {
        let (line, column) = place(&text, error.span().map_or(0, |span| span.start));
        let what = error.message().replace('\n', "; ");
        Failure::input(format!("{}:{line}:{column}: {what}", shown_name(path)))
    })
}

/// Line and column, both from 1.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// A file or standard input, to be read line by line.
pub(crate) fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let opened = fs::File::open(path).and_then(|file| {
        let is_dir = file.metadata()?.is_dir();
        if is_dir { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(file) }
    });
    match opened {
        Ok(file) => Ok(Box::new(BufReader::with_capacity(1 << 16, file))),
        Err(error) => Err(Failure::reading(path, &error)),
    }
}

/// More than any URL or row holds; where to stop reading what has no end.
const MOST_LINE: u64 = 16 << 20;

/// Reads a line, its line feed included, into `line`; false at the end.
pub(crate) fn read_line(
    reader: &mut dyn BufRead,
    line: &mut Vec<u8>,
    name: &str,
) -> Result<bool, Failure> {
    line.clear();
    let read = reader.take(MOST_LINE).read_until(b'\n', line);
    match read {
        Err(error) => Err(Failure::reading(Path::new(name), &error)),
        Ok(len) if len as u64 == MOST_LINE => Err(Failure::input(format!(
            "{name} holds a line of more than {} MiB; check what it is",
            MOST_LINE >> 20,
        ))),
        Ok(len) => Ok(len > 0),
    }
}

/// A text from a file for a message: its beginning, if it is long.
pub(crate) fn shortened(octets: &[u8]) -> String {
    const MOST_CHARS: usize = 100;
    let text = String::from_utf8_lossy(octets);
    let mut short: String = text.chars().take(MOST_CHARS).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Bytes from the command line, whatever they are.
pub(crate) fn octets(text: &std::ffi::OsStr) -> &[u8] {
    text.as_encoded_bytes()
}
