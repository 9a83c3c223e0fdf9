//! URLs, from the command line and from lists of them.

use std::io::BufRead;
use std::path::Path;

use maycrawl::{Dialect, Normalise};
use maycrawl_url::Target;

use crate::failure::Failure;
use crate::input;

/// The lines of a list of URLs. Blank lines are skipped, and so is the CR of a
/// CR LF.
pub(crate) struct UrlList {
    reader: Box<dyn BufRead>,
    name: String,
    line: u64,
}

impl UrlList {
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        Ok(Self { reader: input::open(path)?, name: input::shown_name(path), line: 0 })
    }

    /// The next URL and where it stands; `None` at the end.
    pub(crate) fn next_url(&mut self) -> Result<Option<(Vec<u8>, String)>, Failure> {
        loop {
            let mut url = Vec::new();
            let read = self.reader.read_until(b'\n', &mut url);
            let read = read.map_err(|error| Failure::reading(Path::new(&self.name), &error))?;
            if read == 0 {
                return Ok(None);
            }
            self.line += 1;
            while matches!(url.last(), Some(b'\n' | b'\r')) {
                url.pop();
            }
            if !url.is_empty() {
                return Ok(Some((url, format!("{}:{}: ", self.name, self.line))));
            }
        }
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
