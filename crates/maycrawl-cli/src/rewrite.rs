//! What commands do with a file that they have changed.

use std::path::Path;

use crate::failure::Failure;
use crate::input;
use crate::output;
use crate::replace::replace;
use crate::streams::Streams;

/// What becomes of a changed file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rewrite {
    /// It is written in place; standard input is printed.
    Write,
    /// Its changes are printed as a diff.
    Diff,
    /// Nothing: the exit status tells.
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
