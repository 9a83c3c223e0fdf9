//! Offsets as lines and columns.

use maycrawl::Document;

/// A place in a file as editors count it; all from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Position {
    /// The line; CR, LF and CRLF end a line.
    pub line: u32,
    /// The column in bytes. A byte order mark does not count.
    pub column: u32,
    /// The column in UTF-16 code units, as editors and SARIF count; bytes that
    /// are not UTF-8 count as U+FFFD.
    pub utf16_column: u32,
}

/// Finds the positions of offsets in a file.
#[derive(Clone, Debug)]
pub struct Positions<'a> {
    document: &'a Document,
    /// The offset at which each line begins.
    starts: Vec<u32>,
}

impl<'a> Positions<'a> {
    /// Indexes a file, in time linear in its lines.
    pub fn new(document: &'a Document) -> Self {
        let starts = document.lines().map(|line| line.span().start).collect();
        Self { document, starts }
    }

    /// The position of an offset, in time logarithmic in the lines and linear in that line.
    pub fn of(&self, offset: u32) -> Position {
        let index = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(index).copied().unwrap_or(0);
        let before = maycrawl::lines::Span::new(start, offset).of(self.document.source());
        let units = String::from_utf8_lossy(before).encode_utf16().count();
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1);
        Position { line: number(index), column: number(before.len()), utf16_column: number(units) }
    }
}
