//! What commands do with changed files, and what they report about them.

use std::path::Path;

use maycrawl_lint::Refusal;

use crate::failure::Failure;
use crate::input;
use crate::output;
use crate::streams::Streams;
use crate::write::replace;

/// What becomes of a changed file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rewrite {
    /// It is written in place; standard input is printed.
    Write,
    /// Its changes are printed as a diff.
    Diff,
    /// Nothing: only the exit status shows whether it would change.
    Check,
}

impl Rewrite {
    /// By the options of these names.
    pub(crate) const fn new(diff: bool, check: bool) -> Self {
        match (diff, check) {
            (true, _) => Self::Diff,
            (false, true) => Self::Check,
            (false, false) => Self::Write,
        }
    }

    /// Does it to a file that held `before`.
    pub(crate) fn apply(
        self,
        streams: &Streams,
        path: &Path,
        before: &[u8],
        after: &[u8],
    ) -> Result<(), Failure> {
        let printed = match self {
            Self::Diff => output::print_diff(streams, path, before, after),
            Self::Write if input::is_stdin(path) => output::print_bytes(streams, after),
            Self::Write if before != after => return replace(path, before, after),
            Self::Write | Self::Check => return Ok(()),
        };
        output::unless_closed(printed)
    }
}

/// What became of files: a line each on standard error, and one for all of several.
pub(crate) struct Tally<'a> {
    streams: &'a Streams,
    rewrite: Rewrite,
    /// What is done to a file, such as "formatted".
    done: &'static str,
    files: usize,
    n_changed: usize,
    n_refused: usize,
}

impl<'a> Tally<'a> {
    pub(crate) const fn new(
        streams: &'a Streams,
        rewrite: Rewrite,
        files: usize,
        done: &'static str,
    ) -> Self {
        Self { streams, rewrite, done, files, n_changed: 0, n_refused: 0 }
    }

    /// A file that was changed, or would be; and how.
    pub(crate) fn changed(&mut self, path: &Path, how: &str) {
        self.n_changed += 1;
        let name = input::shown_name(path);
        self.streams.note(&format!("{name}: {}{}{how}", self.would_be(), self.done));
    }

    /// A file that is as it should be. Of several files nothing is said of these.
    pub(crate) fn unchanged(&self, path: &Path) {
        if self.files == 1 {
            self.streams.note(&format!("{}: unchanged", input::shown_name(path)));
        }
    }

    /// A file that must not be changed.
    pub(crate) fn refused(&mut self, path: &Path, refusal: Refusal) {
        self.n_refused += 1;
        self.streams.say(&format!("{}: skipped: {refusal}", input::shown_name(path)));
    }

    /// The line for all, if there are several.
    pub(crate) fn end(&self) {
        if self.files < 2 {
            return;
        }
        let unchanged = self.files - self.n_changed - self.n_refused;
        let refused = match self.n_refused {
            0 => String::new(),
            count => format!(", {count} skipped"),
        };
        self.streams.note(&format!(
            "{} files: {} {}{}, {unchanged} unchanged{refused}",
            self.files,
            self.n_changed,
            self.would_be(),
            self.done
        ));
    }

    /// Whether every file could be read as a robots.txt and, where nothing is written, needs no
    /// change.
    pub(crate) fn is_clean(&self) -> bool {
        self.n_refused == 0 && (self.rewrite == Rewrite::Write || self.n_changed == 0)
    }

    fn would_be(&self) -> &'static str {
        if self.rewrite == Rewrite::Write { "" } else { "would be " }
    }
}
