//! A robots.txt under the name that people know it by.

use std::ops::Range;

use maycrawl::{Document, lines::Span};

/// A robots.txt under the name that people know it by.
#[derive(Clone, Debug)]
pub struct File {
    name: String,
    document: Document,
}

impl File {
    /// Reads a file. The name is for people only.
    pub fn new(name: impl AsRef<[u8]>, bytes: impl AsRef<[u8]>) -> Self {
        Self { name: shown(name.as_ref()), document: Document::parse(bytes) }
    }

    /// The name that people know it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file with its lines.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The octets as they were given.
    pub fn source(&self) -> &[u8] {
        self.document.source()
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
    /// These lines of a document.
    pub(crate) fn of(document: &Document, first: u32, last: u32) -> Self {
        let mut excerpt = Self { text: String::new(), lines: Vec::new(), first };
        for line in (first..=last).filter_map(|number| document.line(number)) {
            excerpt.lines.push((line.span(), excerpt.text.len()));
            excerpt.text.push_str(&shown(line.text()));
            excerpt.text.push('\n');
        }
        excerpt
    }

    /// Where octets of the file stand in the text.
    pub(crate) fn range(&self, span: Span, source: &[u8]) -> Option<Range<usize>> {
        let is_here = |line: &&(Span, usize)| line.0.start <= span.start && span.end <= line.0.end;
        let &(line, text_start) = self.lines.iter().find(is_here)?;
        let before = Span::new(line.start, span.start).of(source);
        let start = text_start + shown(before).len();
        Some(start..start + shown(span.of(source)).len())
    }
}

/// Octets as one line of text that is safe on a terminal: what is not UTF-8 or
/// cannot be printed is replaced by a sign for it.
pub fn shown(octets: &[u8]) -> String {
    let text = String::from_utf8_lossy(octets);
    text.chars()
        .map(|char| match char {
            // What would turn or hide the text around it.
            '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}' => '\u{FFFD}',
            _ => control_sign(char).unwrap_or(char),
        })
        .collect()
}

/// The sign that stands for a control character.
pub(crate) fn control_sign(char: char) -> Option<char> {
    match char {
        '\t' => Some(' '),
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(char)),
        '\x7F' => Some('\u{2421}'),
        '\u{80}'..='\u{9F}' => Some('\u{FFFD}'),
        _ => None,
    }
}
