//! Bytes of a file in sentences and lines.

use maycrawl::Document;

/// Bytes as text for a sentence.
pub(crate) fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The line end that a file uses: its first; LF if it has none, or CR alone.
pub(crate) fn line_end(document: &Document) -> &[u8] {
    let ends = document.lines().map(|line| line.line_end().of(document.source()));
    let first = ends.into_iter().find(|end| !end.is_empty());
    first.filter(|end| *end != b"\r").unwrap_or(b"\n")
}
