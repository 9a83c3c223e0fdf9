//! A robots.txt under the name that people know it by.

use std::ops::Range;

use maycrawl::{Span, lines};

/// A robots.txt under the name that people know it by.
#[derive(Clone, Debug)]
pub struct File {
    name: String,
    source: Vec<u8>,
}

impl File {
    /// Reads a file. The name is for people only.
    pub fn new(name: impl AsRef<[u8]>, bytes: impl AsRef<[u8]>) -> Self {
        Self { name: shown(name.as_ref()), source: bytes.as_ref().to_vec() }
    }

    /// The name that people know it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The octets as they were given.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// These lines as text that can be shown.
    pub(crate) fn excerpt(&self, first: u32, last: u32) -> Excerpt {
        let mut excerpt = Excerpt { text: String::new(), lines: Vec::new(), first };
        let before = first.saturating_sub(1) as usize;
        for line in lines(&self.source).skip(before).take_while(|line| line.number() <= last) {
            excerpt.lines.push((line.span(), excerpt.text.len()));
            excerpt.text.push_str(&shown(line.text()));
            excerpt.text.push('\n');
        }
        excerpt
    }
}

/// Some lines of a file as UTF-8, whatever octets and line ends they have.
pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// The number of the first line.
    pub(crate) first: u32,
    /// Where each line stands in the file and where it begins in the text.
    lines: Vec<(Span, usize)>,
}

impl Excerpt {
    /// Where octets of the file stand in the text.
    pub(crate) fn range(&self, span: Span, file: &File) -> Option<Range<usize>> {
        let is_here = |line: &&(Span, usize)| line.0.start <= span.start && span.end <= line.0.end;
        let &(line, text_start) = self.lines.iter().find(is_here)?;
        let before = Span::new(line.start, span.start).of(file.source());
        let start = text_start + shown(before).len();
        Some(start..start + shown(span.of(file.source())).len())
    }
}

/// Octets as one line of text that is safe on a terminal: what is not UTF-8 or
/// cannot be printed is replaced by a sign for it.
pub fn shown(octets: &[u8]) -> String {
    let text = String::from_utf8_lossy(octets);
    text.chars()
        .map(|char| match char {
            '\t' => ' ',
            '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(char)).unwrap_or('\u{FFFD}'),
            '\x7F' => '\u{2421}',
            // What would turn or hide the text around it.
            '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}'
            | '\u{80}'..='\u{9F}' => '\u{FFFD}',
            _ => char,
        })
        .collect()
}
