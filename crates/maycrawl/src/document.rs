//! A file with every byte kept, for those who edit it or explain it.
//!
//! A [`Document`] takes no dialect: it records where each line and its parts stand, and
//! prints back what it was given. [`Robots::from_document`](crate::Robots::from_document)
//! reads it in a dialect without parsing the lines again.
//!
//! ```
//! use maycrawl::Document;
//!
//! let document = Document::parse("User-agent: *\r\nDisallow: /a");
//! assert_eq!(document.lines().len(), 2);
//! assert_eq!(document.print(), document.source());
//! ```

use alloc::vec::Vec;
use core::fmt;
use core::slice;

use crate::line::{Line, Parts, bom, lines};
use crate::span::Span;

/// A robots.txt, lossless: each line with the spans of its parts, in no
/// dialect.
///
/// Any bytes make a document; printing it gives them back.
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
    /// Reads a file. It cannot fail; time and memory are linear in the bytes.
    pub fn parse(bytes: impl AsRef<[u8]>) -> Self {
        Self::from_vec(bytes.as_ref().to_vec())
    }

    /// Reads a file and keeps it: [`Document::parse`] without a copy.
    pub fn from_vec(source: Vec<u8>) -> Self {
        let lines = lines(&source);
        let has_nul = lines.0.file_has_nul;
        Self { lines: lines.map(|line| line.parts).collect(), source, has_nul }
    }

    /// The file as it was given.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// The byte order mark at the start; usually empty.
    pub fn bom(&self) -> Span {
        bom(&self.source)
    }

    /// The lines in order.
    pub fn lines(&self) -> DocumentLines<'_> {
        DocumentLines { document: self, number: 0, parts: self.lines.iter() }
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

/// The lines of a document. See [`Document::lines`].
#[derive(Clone)]
pub struct DocumentLines<'d> {
    document: &'d Document,
    /// That of the line before.
    number: u32,
    parts: slice::Iter<'d, Parts>,
}

impl<'d> Iterator for DocumentLines<'d> {
    type Item = Line<'d>;

    fn next(&mut self) -> Option<Line<'d>> {
        let parts = self.parts.next()?;
        self.number = self.number.saturating_add(1);
        Some(self.document.numbered(self.number, parts))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.parts.size_hint()
    }
}

impl ExactSizeIterator for DocumentLines<'_> {}

impl fmt::Debug for DocumentLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.lines()).finish()
    }
}
