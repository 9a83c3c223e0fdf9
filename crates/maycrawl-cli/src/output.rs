//! How commands print: whole documents, lines, diffs; closed pipes.

use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use maycrawl_report::json_text;
use serde::Serialize;

use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::streams::Streams;

/// Text, or the same as data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// For people
    #[default]
    Text,
    /// One JSON document
    Json,
}

/// Ends the output. A closed pipe does not change the exit status.
pub(crate) fn finish(
    printed: Result<(), impl Into<Failure>>,
    status: ExitStatus,
) -> Result<ExitStatus, Failure> {
    unless_closed(printed).map(|()| status)
}

/// What went wrong with the output. A closed pipe is no failure.
pub(crate) fn unless_closed(printed: Result<(), impl Into<Failure>>) -> Result<(), Failure> {
    match printed.map_err(Into::into) {
        Ok(()) | Err(Failure::ClosedPipe) => Ok(()),
        Err(failure) => Err(failure),
    }
}

/// Prints text, such as a page.
pub(crate) fn print_text(streams: &Streams, text: impl AsRef<str>) -> io::Result<()> {
    let mut out = streams.text();
    out.write_all(text.as_ref().as_bytes())?;
    out.flush()
}

/// Prints bytes as they are, such as a file.
pub(crate) fn print_bytes(streams: &Streams, bytes: &[u8]) -> io::Result<()> {
    let mut out = streams.raw();
    out.write_all(bytes)?;
    out.flush()
}

/// Prints what differs between two versions of a file, as a unified diff.
pub(crate) fn print_diff(
    streams: &Streams,
    path: &Path,
    before: &[u8],
    after: &[u8],
) -> io::Result<()> {
    if before == after {
        return Ok(());
    }
    let name = path.display().to_string();
    let mut out = streams.text();
    let lines = similar::TextDiff::from_lines(before, after);
    lines.unified_diff().header(&name, &name).to_writer(&mut out)?;
    out.flush()
}

/// Prints one whole JSON document.
pub(crate) fn print_document(streams: &Streams, document: &impl Serialize) -> io::Result<()> {
    write_document(&mut streams.raw(), document)
}

/// Writes one whole JSON document.
pub(crate) fn write_document(out: &mut impl Write, document: &impl Serialize) -> io::Result<()> {
    json_text::write_pretty(out, document)?;
    out.flush()
}
