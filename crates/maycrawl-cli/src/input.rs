//! What commands read.

use std::fs;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

pub(crate) use maycrawl_report::shortened;
use serde::de::DeserializeOwned;

use crate::failure::Failure;
use crate::streams::Streams;

pub(crate) mod files;
pub(crate) mod records;
pub(crate) mod table;

/// Whether a path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a path in messages.
pub(crate) fn shown_name(path: &Path) -> String {
    if is_stdin(path) { "standard input".into() } else { path.display().to_string() }
}

/// How many bytes are read at most. No robots.txt is as long.
const MAX_BYTES: u64 = 256 << 20;

/// Reads a whole file, or all of standard input.
pub(crate) fn read(streams: &Streams, path: &Path) -> Result<Vec<u8>, Failure> {
    read_whole(path, open(streams, path)?)
}

/// Reads a whole file.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    read_whole(path, open_file(path)?)
}

fn read_whole(path: &Path, reader: impl io::Read) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = reader.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    match read {
        Err(error) => Err(Failure::reading(path, &error)),
        Ok(len) if len as u64 > MAX_BYTES => Err(Failure::input(format!(
            "{} is larger than {} MiB; no robots.txt is that large, so check the file",
            shown_name(path),
            MAX_BYTES >> 20,
        ))),
        Ok(_) => Ok(bytes),
    }
}

/// Reads a whole file that must be UTF-8.
pub(crate) fn read_text(streams: &Streams, path: &Path) -> Result<String, Failure> {
    String::from_utf8(read(streams, path)?)
        .map_err(|_| Failure::input(format!("{} is not UTF-8; save it as UTF-8", shown_name(path))))
}

/// Reads a TOML file.
pub(crate) fn read_toml<T: DeserializeOwned>(streams: &Streams, path: &Path) -> Result<T, Failure> {
    let text = read_text(streams, path)?;
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

/// Opens a file, or standard input.
pub(crate) fn open(streams: &Streams, path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if is_stdin(path) {
        return Ok(Box::new(streams.input()));
    }
    streams.note_read(path);
    Ok(Box::new(open_file(path)?))
}

fn open_file(path: &Path) -> Result<BufReader<fs::File>, Failure> {
    let opened = fs::File::open(path).and_then(|file| {
        let is_dir = file.metadata()?.is_dir();
        if is_dir { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(file) }
    });
    let file = opened.map_err(|error| Failure::reading(path, &error))?;
    Ok(BufReader::with_capacity(1 << 16, file))
}

/// How many bytes a line has at most. No URL or row is as long.
const MAX_LINE: u64 = 16 << 20;

/// Reads a line with its line feed into `line`. Returns false at the end.
pub(crate) fn read_line(
    reader: &mut dyn BufRead,
    line: &mut Vec<u8>,
    name: &str,
) -> Result<bool, Failure> {
    line.clear();
    let read = reader.take(MAX_LINE).read_until(b'\n', line);
    match read {
        Err(error) => Err(Failure::reading(Path::new(name), &error)),
        Ok(len) if len as u64 == MAX_LINE => Err(Failure::input(format!(
            "{name} contains a line of more than {} MiB; check that it is the right file",
            MAX_LINE >> 20,
        ))),
        Ok(len) => Ok(len > 0),
    }
}
