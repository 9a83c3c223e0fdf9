//! A file with every octet kept, for those who edit it or explain it.

use alloc::vec::Vec;
use core::fmt;

use crate::lines::{Line, Parts, bom, lines};
use crate::span::{Span, offset};

/// A robots.txt, lossless: each line with the spans of its parts, in no
/// dialect.
///
/// Any octets make a document; printing it gives them back.
///
/// ```
/// use maycrawl::Document;
///
/// let document = Document::parse("User-agent: *\r\nDisallow: /a # why\n");
/// let line = document.lines().nth(1).unwrap();
/// assert_eq!(line.get(line.field()), b"Disallow");
/// assert_eq!(line.get(line.value()), b"/a");
/// assert_eq!(line.get(line.comment()), b"# why");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Document {
    source: Vec<u8>,
    lines: Vec<Parts>,
    has_nul: bool,
}

impl Document {
    /// Reads a file. It cannot fail; time and memory are linear in the octets.
    pub fn parse(bytes: impl AsRef<[u8]>) -> Self {
        let source = bytes.as_ref();
        let lines = lines(source);
        let has_nul = lines.0.file_has_nul;
        Self { lines: lines.map(|line| line.parts).collect(), source: source.to_vec(), has_nul }
    }

    /// The file as it was given.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// The byte order mark at the start, whole or cut short; often empty.
    pub fn bom(&self) -> Span {
        bom(&self.source)
    }

    /// The lines in order.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = Line<'_>> + Clone {
        let lines = self.lines.iter().enumerate();
        lines.map(|(index, parts)| self.numbered(offset(index).saturating_add(1), parts))
    }

    /// The line of this number, from 1.
    pub fn line(&self, number: u32) -> Option<Line<'_>> {
        let index = number.checked_sub(1)? as usize;
        self.lines.get(index).map(|parts| self.numbered(number, parts))
    }

    fn numbered(&self, number: u32, parts: &Parts) -> Line<'_> {
        Line { source: &self.source, number, parts: *parts, file_has_nul: self.has_nul }
    }

    /// The file again, put together from its parts.
    pub fn print(&self) -> Vec<u8> {
        let mut printed = self.bom().of(&self.source).to_vec();
        for line in self.lines() {
            let split = line.parts.split;
            let mut at = line.parts.content.start;
            for part in
                [split.field, split.separator, split.value, split.comment, line.parts.line_end]
            {
                printed.extend_from_slice(Span::new(at, part.start).of(&self.source));
                printed.extend_from_slice(part.of(&self.source));
                at = part.end;
            }
        }
        let end = self.lines.last().map_or(self.bom().end, |parts| parts.line_end.end);
        printed.extend_from_slice(self.source.get(end as usize..).unwrap_or_default());
        printed
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.lines()).finish()
    }
}
