//! Offsets as lines and columns, and back.

use alloc::vec::Vec;

use crate::line::lines;
use crate::span::{Span, offset};

/// A place in a file as editors count it; all from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Position {
    /// The line; LF, CR and CRLF end one.
    pub line: u32,
    /// The column in bytes.
    pub column: u32,
    /// The column in UTF-16 code units, as LSP and SARIF count.
    pub utf16_column: u32,
}

/// Converts offsets of a file to lines and columns, and back.
///
/// Lines are those of [`lines`]: a byte order mark stands before the first column. Bytes
/// that are not UTF-8 count as U+FFFD does in UTF-16, once for each run that
/// [`String::from_utf8_lossy`](alloc::string::String::from_utf8_lossy) replaces. An offset
/// inside a character stands for its start, one beyond a line's end for that end.
///
/// ```
/// use maycrawl::lines::LineIndex;
///
/// let index = LineIndex::new("User-agent: *\r\nDisallow: /Ǆ𝄞a".as_bytes());
/// let a = index.position(32);
/// assert_eq!((a.line, a.column, a.utf16_column), (2, 18, 15));
/// assert_eq!(index.offset(2, 18), Some(32));
/// assert_eq!(index.offset_of_utf16(2, 15), Some(32));
/// assert_eq!(index.offset(3, 1), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    /// Each line without its line end. A file without lines has one, which is empty.
    lines: Vec<Span>,
    /// The characters that are not ASCII.
    wide: Vec<Wide>,
}

/// A character that is not ASCII, or a run of bytes that are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wide {
    at: Span,
    /// By how much bytes exceed code units up to here.
    saved_before: u32,
    saved_after: u32,
}

impl LineIndex {
    /// Reads a file. Linear in its bytes; keeps some words for each line and for each
    /// character that is not ASCII.
    pub fn new(source: impl AsRef<[u8]>) -> Self {
        let source = source.as_ref();
        let start = crate::line::bom(source).end;
        let mut spans: Vec<Span> = lines(source).map(|line| line.span()).collect();
        if spans.is_empty() {
            spans.push(Span::new(start, start));
        }
        Self { lines: spans, wide: wide(source, start) }
    }

    /// How many lines there are, at least one.
    pub const fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Where a line stands, from 1, without its line end.
    pub fn line(&self, number: u32) -> Option<Span> {
        self.lines.get((number as usize).checked_sub(1)?).copied()
    }

    /// The position of an offset. Logarithmic in the lines and characters.
    pub fn position(&self, at: u32) -> Position {
        let index = self.lines.partition_point(|line| line.start <= at).saturating_sub(1);
        let line = self.lines.get(index).copied().unwrap_or_default();
        let (at, saved) = self.saved(at.max(line.start));
        let column = at.saturating_sub(line.start);
        let saved = saved.saturating_sub(self.saved(line.start).1);
        Position {
            line: offset(index).saturating_add(1),
            column: column.saturating_add(1),
            utf16_column: column.saturating_sub(saved).saturating_add(1),
        }
    }

    /// The offset of a column in bytes.
    ///
    /// `None` if there is no such line.
    pub fn offset(&self, line: u32, column: u32) -> Option<u32> {
        let line = self.line(line)?;
        let at = line.start.saturating_add(column.saturating_sub(1)).min(line.end);
        Some(self.saved(at).0)
    }

    /// The offset of a column in UTF-16 code units.
    ///
    /// `None` if there is no such line.
    pub fn offset_of_utf16(&self, line: u32, utf16_column: u32) -> Option<u32> {
        let line = self.line(line)?;
        let (_, at_start) = self.saved(line.start);
        let units = |at: u32, saved: u32| {
            at.saturating_sub(line.start).saturating_sub(saved.saturating_sub(at_start))
        };
        let wanted = utf16_column.saturating_sub(1);
        // The last character that begins before the column or at it.
        let next = self.wide.partition_point(|wide| {
            wide.at.start < line.start || units(wide.at.start, wide.saved_before) <= wanted
        });
        let last = next.checked_sub(1).and_then(|last| self.wide.get(last));
        let at = match last.filter(|last| last.at.start >= line.start) {
            Some(last) if units(last.at.end, last.saved_after) > wanted => last.at.start,
            Some(last) => {
                let after = wanted.saturating_sub(units(last.at.end, last.saved_after));
                last.at.end.saturating_add(after)
            }
            None => line.start.saturating_add(wanted),
        };
        Some(at.min(line.end))
    }

    /// The start of the character at an offset, and by how much bytes exceed code units
    /// up to there.
    fn saved(&self, at: u32) -> (u32, u32) {
        let next = self.wide.partition_point(|wide| wide.at.start < at);
        match next.checked_sub(1).and_then(|last| self.wide.get(last)) {
            None => (at, 0),
            Some(last) if at < last.at.end => (last.at.start, last.saved_before),
            Some(last) => (at, last.saved_after),
        }
    }
}

/// The characters of a file that are not ASCII, from an offset on. It is the end of the
/// byte order mark: one that is cut short would make one character with what follows.
fn wide(source: &[u8], from: u32) -> Vec<Wide> {
    let mut found = Vec::new();
    let (mut at, mut saved) = (from, 0_u32);
    let mut add = |at: u32, bytes: usize, units: usize| {
        let (bytes, saved_before) = (offset(bytes), saved);
        saved = saved.saturating_add(bytes.saturating_sub(offset(units)));
        let at = Span::new(at, at.saturating_add(bytes));
        found.push(Wide { at, saved_before, saved_after: saved });
    };
    for chunk in source.get(from as usize..).unwrap_or_default().utf8_chunks() {
        for (start, char) in chunk.valid().char_indices().filter(|(_, char)| !char.is_ascii()) {
            add(at.saturating_add(offset(start)), char.len_utf8(), char.len_utf16());
        }
        at = at.saturating_add(offset(chunk.valid().len()));
        if !chunk.invalid().is_empty() {
            add(at, chunk.invalid().len(), 1);
            at = at.saturating_add(offset(chunk.invalid().len()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::LineIndex;
    use crate::Document;

    proptest::proptest! {
        /// As counted anew from the file, both ways.
        #[test]
        fn positions_are_as_counted(
            source in proptest::collection::vec(
                proptest::sample::select(b"a\n\r\xC3\xA4\xF0\x9D\x84\x9E\xEF\xBB\xBF\xFF".to_vec()),
                0..40,
            ),
        ) {
            let (index, document) = (LineIndex::new(&source), Document::parse(&source));
            assert_eq!(index.line_count(), document.lines().len().max(1));
            for line in document.lines() {
                let text = String::from_utf8_lossy(line.text());
                let mut units = 1;
                let mut at = line.span().start;
                for chunk in line.text().utf8_chunks() {
                    let valid = chunk.valid().chars().map(|char| (char.len_utf8(), char.len_utf16()));
                    let invalid = Some((chunk.invalid().len(), 1)).filter(|(len, _)| *len > 0);
                    for (len, in_utf16) in valid.chain(invalid) {
                        let position = index.position(at);
                        assert_eq!(position.line, line.number());
                        assert_eq!(position.column, at - line.span().start + 1);
                        assert_eq!(position.utf16_column, units);
                        assert_eq!(index.offset(position.line, position.column), Some(at));
                        assert_eq!(index.offset_of_utf16(position.line, units), Some(at));
                        // Inside a character is at its start.
                        let inside = at + u32::try_from(len).unwrap() - 1;
                        assert_eq!(index.position(inside), position);
                        units += u32::try_from(in_utf16).unwrap();
                        at = inside + 1;
                    }
                }
                assert_eq!(units as usize, text.encode_utf16().count() + 1);
                assert_eq!(index.offset_of_utf16(line.number(), units + 9), Some(line.span().end));
            }
        }
    }
}
