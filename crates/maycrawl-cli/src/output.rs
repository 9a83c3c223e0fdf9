//! Standard output and standard error: colour, width, closed pipes.

use std::io::{self, BufWriter, Write};

/// Standard output, buffered. Text keeps its colours only on a terminal and
/// never against `NO_COLOR`.
pub(crate) fn text() -> impl Write {
    BufWriter::new(anstream::stdout().lock())
}

/// Standard output, buffered, for octets that must not be changed.
pub(crate) fn raw() -> impl Write {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Says on standard error what went wrong, in one line.
pub(crate) fn complain(message: &str) {
    say(message);
}

/// Says something beside the answer on standard error.
pub(crate) fn say(message: &str) {
    // If standard error is closed there is nobody to tell.
    let _ = writeln!(anstream::stderr().lock(), "maycrawl: {message}");
}

/// The width of the terminal in columns; that of a wide one where there is
/// none.
pub(crate) fn width() -> usize {
    const WITHOUT_TERMINAL: usize = 140;
    terminal_size::terminal_size().map_or(WITHOUT_TERMINAL, |(width, _)| usize::from(width.0))
}
