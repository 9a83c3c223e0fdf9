//! Standard output and standard error: colour, width, closed pipes.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use maycrawl_report::sanitize;

use crate::commands::Answered;
use crate::failure::Failure;

/// Standard output, buffered. Text keeps its colours only on a terminal and
/// never against `NO_COLOR`.
pub(crate) fn text() -> impl Write {
    BufWriter::new(anstream::stdout().lock())
}

/// Standard output, buffered, for bytes that must not be changed.
pub(crate) fn raw() -> impl Write {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Ends the output. That nobody reads it any more does not change the answer.
pub(crate) fn finish(
    printed: Result<(), impl Into<Failure>>,
    answered: Answered,
) -> Result<Answered, Failure> {
    match printed.map_err(Into::into) {
        Ok(()) | Err(Failure::ClosedPipe) => Ok(answered),
        Err(failure) => Err(failure),
    }
}

/// Prints what differs between two versions of a file, as a unified diff.
pub(crate) fn diff(path: &Path, before: &[u8], after: &[u8]) -> io::Result<()> {
    if before == after {
        return Ok(());
    }
    let name = path.display().to_string();
    let mut out = text();
    let lines = similar::TextDiff::from_lines(before, after);
    lines.unified_diff().header(&name, &name).to_writer(&mut out)?;
    out.flush()
}

/// Says something on standard error, in one line that is safe on a terminal.
pub(crate) fn say(message: &str) {
    // If standard error is closed there is nobody to tell.
    let _ = writeln!(anstream::stderr().lock(), "maycrawl: {}", sanitize(message.as_bytes()));
}

/// Shows on standard error how many URLs have been asked, if that is a
/// terminal.
pub(crate) fn progress() -> ProgressBar {
    let progress = ProgressBar::no_length();
    if let Ok(style) = ProgressStyle::with_template("{human_pos} URLs, {per_sec}") {
        progress.set_style(style);
    }
    progress
}

/// The width of the terminal, if standard output is one.
pub(crate) fn terminal_width() -> Option<u16> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0)
}

/// The width for text: the terminal's, or that of a wide one.
pub(crate) fn width() -> usize {
    const WITHOUT_TERMINAL: u16 = 140;
    usize::from(terminal_width().unwrap_or(WITHOUT_TERMINAL))
}
