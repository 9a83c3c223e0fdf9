//! Bytes of a file in sentences and lines.

use maycrawl::Document;

/// Bytes as text for a sentence.
pub(crate) fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Names in a sentence: `a`, `a and b`, `a, b and c`, `a, b, c and 4 others`.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    const MOST: usize = 4;
    let name = |at: usize| names.get(at).map_or("", AsRef::as_ref);
    match names.len() {
        0 => String::new(),
        1 => name(0).into(),
        count if count <= MOST => {
            let first: Vec<_> = (0..count - 1).map(name).collect();
            format!("{} and {}", first.join(", "), name(count - 1))
        }
        count => {
            let first: Vec<_> = (0..MOST - 1).map(name).collect();
            format!("{} and {} others", first.join(", "), count - (MOST - 1))
        }
    }
}

/// The line end that a file uses: its first; LF if it has none, or CR alone.
pub(crate) fn line_end(document: &Document) -> &[u8] {
    let ends = document.lines().map(|line| line.line_end().of(document.source()));
    let first = ends.into_iter().find(|end| !end.is_empty());
    first.filter(|end| *end != b"\r").unwrap_or(b"\n")
}
