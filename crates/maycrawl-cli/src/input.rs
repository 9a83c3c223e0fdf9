//! What commands read.

use std::fs;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use crate::failure::Failure;

pub(crate) mod tsv;
pub(crate) mod urls;

/// Whether a path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a path in messages.
pub(crate) fn shown_name(path: &Path) -> String {
    if is_stdin(path) { "standard input".into() } else { path.display().to_string() }
}

/// The whole of a file or of standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = if is_stdin(path) {
        let mut octets = Vec::new();
        io::stdin().lock().read_to_end(&mut octets).map(|_| octets)
    } else {
        fs::read(path)
    };
    read.map_err(|error| Failure::reading(path, &error))
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

/// Octets from the command line, whatever they are.
pub(crate) fn octets(text: &std::ffi::OsStr) -> &[u8] {
    text.as_encoded_bytes()
}
