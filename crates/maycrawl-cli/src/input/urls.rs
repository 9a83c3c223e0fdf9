//! URLs, from the command line and from lists of them.

use std::io::BufRead;
use std::path::Path;

use maycrawl::{Dialect, Normalise};
use maycrawl_url::Target;

use crate::failure::Failure;
use crate::input;

/// The lines of a list of URLs. Blank lines are skipped, and so are a byte
/// order mark at the start and the CR of a CR LF.
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
        let mut url = Vec::new();
        while input::read_line(&mut *self.reader, &mut url, &self.name)? {
            self.line += 1;
            if self.line == 1 && url.starts_with(b"\xEF\xBB\xBF") {
                url.drain(..3);
            }
            while matches!(url.last(), Some(b'\n' | b'\r')) {
                url.pop();
            }
            if !url.trim_ascii().is_empty() {
                return Ok(Some((url, format!("{}:{}: ", self.name, self.line))));
            }
        }
        Ok(None)
    }

    /// What the list is called.
    pub(crate) fn name(&self) -> &str {
        &self.name
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
