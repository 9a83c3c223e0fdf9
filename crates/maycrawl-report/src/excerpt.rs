//! Some lines of a file, for a terminal.

use std::ops::Range;

use maycrawl::{Document, lines::Span};

use crate::display::sanitize;

/// Some lines of a file as UTF-8, whatever bytes and line ends they have.
pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// The number of the first line.
    pub(crate) first: u32,
    /// Where each line stands in the file and where it begins in the text.
    lines: Vec<(Span, usize)>,
}

impl Excerpt {
    /// These lines of a document.
    pub(crate) fn of(document: &Document, first: u32, last: u32) -> Self {
        let mut excerpt = Self { text: String::new(), lines: Vec::new(), first };
        for line in (first..=last).filter_map(|number| document.line(number)) {
            excerpt.lines.push((line.span(), excerpt.text.len()));
            excerpt.text.push_str(&sanitize(line.text()));
            excerpt.text.push('\n');
        }
        excerpt
    }

    /// Where bytes of the file stand in the text.
    pub(crate) fn range(&self, span: Span, source: &[u8]) -> Option<Range<usize>> {
        let is_here = |line: &&(Span, usize)| line.0.start <= span.start && span.end <= line.0.end;
        let &(line, text_start) = self.lines.iter().find(is_here)?;
        let before = Span::new(line.start, span.start).of(source);
        let start = text_start + sanitize(before).len();
        Some(start..start + sanitize(span.of(source)).len())
    }
}
