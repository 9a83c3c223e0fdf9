//! Bytes to lines: the one line parser.
//!
//! A line ends at LF, CR or CRLF (RFC 9309 section 2.2). A leading byte order
//! mark, whole or cut short, belongs to no line: Google's parser skips the
//! bytes EF BB BF for as long as they come in this order. Each line is split
//! once into field, separator, value and comment, without asking a dialect;
//! how a dialect reads these parts is the job of [`directive`](crate::directive).

use crate::marks::Marks;
use crate::span::{Span, offset};

/// One line and its parts, as they stand in the file.
///
/// The parts follow each other, with only white space between them: field,
/// separator, value, comment, line end.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    pub(crate) source: &'a [u8],
    pub(crate) number: u32,
    pub(crate) parts: Parts,
    /// Whether the file holds a NUL anywhere; few do.
    pub(crate) file_has_nul: bool,
}

/// One line before it is split, which most readers of rules need not do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawLine<'a> {
    pub(crate) number: u32,
    /// Where it begins.
    pub(crate) start: u32,
    /// Without its line end.
    pub(crate) content: &'a [u8],
    /// Where the comment begins, or the content ends.
    pub(crate) text_end: u32,
    /// Where the line end ends.
    pub(crate) end: u32,
    pub(crate) file_has_nul: bool,
}

/// The spans of a line's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// The whole line without its line end.
    pub(crate) content: Span,
    pub(crate) split: Split,
    /// LF, CR, CRLF, or nothing at the end of the file.
    pub(crate) line_end: Span,
}

/// Where the content of a line is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) separator_kind: Separator,
    pub(crate) field: Span,
    pub(crate) separator: Span,
    pub(crate) value: Span,
    /// From `#` to the end of the content.
    pub(crate) comment: Span,
}

/// What stands between field and value.
///
/// Exhaustive: these are all that the line parser knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Separator {
    /// A colon, as RFC 9309 asks.
    Colon,
    /// White space between exactly two words.
    Space,
    /// Nothing: blank, a comment, or text that is no directive. The text, if
    /// any, is the field.
    None,
}

impl RawLine<'_> {
    /// The spans of its parts.
    fn parts(&self) -> Parts {
        let content = Span::new(self.start, self.start).within(0, self.content.len());
        let split = split_at(self.content, content.start, self.text_end);
        Parts { content, split, line_end: Span::new(content.end, self.end) }
    }

    /// The text before the comment.
    pub(crate) fn text(&self) -> &[u8] {
        let len = self.text_end.saturating_sub(self.start) as usize;
        self.content.get(..len).unwrap_or(self.content)
    }
}

impl<'a> Line<'a> {
    /// The line before it was split.
    pub(crate) fn raw(&self) -> RawLine<'a> {
        let Parts { content, split, line_end } = self.parts;
        RawLine {
            number: self.number,
            start: content.start,
            content: content.of(self.source),
            text_end: split.comment.start,
            end: line_end.end,
            file_has_nul: self.file_has_nul,
        }
    }

    /// The line's number, from 1.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The whole line without its line end.
    pub const fn span(&self) -> Span {
        self.parts.content
    }

    /// The bytes of the whole line without its line end.
    pub fn text(&self) -> &'a [u8] {
        self.parts.content.of(self.source)
    }

    /// The text before the separator.
    pub const fn field(&self) -> Span {
        self.parts.split.field
    }

    /// What kind of separator the line has.
    pub const fn separator_kind(&self) -> Separator {
        self.parts.split.separator_kind
    }

    /// The colon or the white space between field and value.
    pub const fn separator(&self) -> Span {
        self.parts.split.separator
    }

    /// The text after the separator, without white space around it.
    pub const fn value(&self) -> Span {
        self.parts.split.value
    }

    /// The comment from its `#` to the end of the line.
    pub const fn comment(&self) -> Span {
        self.parts.split.comment
    }

    /// The line end: LF, CR, CRLF, or empty at the end of the file.
    pub const fn line_end(&self) -> Span {
        self.parts.line_end
    }

    /// The bytes of one of the line's spans.
    pub fn get(&self, span: Span) -> &'a [u8] {
        span.of(self.source)
    }
}

/// The lines of a file, borrowed from it.
///
/// A file that ends in a line end has no empty line after it. Linear in the
/// bytes; keeps nothing. To keep lines, parse a [`Document`](crate::Document).
///
/// ```
/// let mut lines = maycrawl::lines::lines(b"User-agent: *\r\nDisallow: /");
/// let line = lines.nth(1).unwrap();
/// assert_eq!((line.number(), line.text()), (2, &b"Disallow: /"[..]));
/// ```
pub fn lines(source: &[u8]) -> Lines<'_> {
    Lines(raw_lines(source))
}

/// The same, not split.
pub(crate) fn raw_lines(source: &[u8]) -> RawLines<'_> {
    let source = source.get(..u32::MAX as usize).unwrap_or(source);
    let file_has_nul = memchr::memchr(0, source).is_some();
    let (len, at) = (offset(source.len()), bom(source).end);
    RawLines { source, len, marks: Marks::of(source), at, number: 0, file_has_nul }
}

/// The byte order mark at the start, or as much of it as is there.
pub(crate) fn bom(source: &[u8]) -> Span {
    let len = source.iter().zip(b"\xEF\xBB\xBF").take_while(|(byte, mark)| byte == mark).count();
    Span::new(0, offset(len))
}

/// The iterator of [`lines`].
#[derive(Clone, Debug)]
pub struct Lines<'a>(pub(crate) RawLines<'a>);

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let line = self.0.next()?;
        let RawLines { source, file_has_nul, .. } = self.0;
        Some(Line { source, number: line.number, parts: line.parts(), file_has_nul })
    }
}

/// The iterator of [`raw_lines`].
#[derive(Clone, Debug)]
pub(crate) struct RawLines<'a> {
    source: &'a [u8],
    len: u32,
    /// Where lines end and comments begin, from here on.
    marks: Marks<'a>,
    at: u32,
    number: u32,
    pub(crate) file_has_nul: bool,
}

impl<'a> Iterator for RawLines<'a> {
    type Item = RawLine<'a>;

    #[inline]
    fn next(&mut self) -> Option<RawLine<'a>> {
        let Self { source, len, at: start, file_has_nul, .. } = *self;
        if start >= len {
            return None;
        }
        let text_end = self.marks.next().unwrap_or(len);
        let mut content_end = text_end;
        let end_len = loop {
            match source.get(content_end as usize..).unwrap_or_default() {
                [b'#', ..] => content_end = self.marks.next().unwrap_or(len),
                [b'\r', b'\n', ..] => {
                    self.marks.next();
                    break 2;
                }
                rest => break u32::from(!rest.is_empty()),
            }
        };
        let content = source.get(start as usize..content_end as usize)?;
        self.at = content_end.saturating_add(end_len);
        self.number = self.number.saturating_add(1);
        let (number, end) = (self.number, self.at);
        Some(RawLine { number, start, content, text_end, end, file_has_nul })
    }
}

/// Splits the content of a line, which begins here and whose text ends there, at its first
/// colon or, where there is none, at the white space between exactly two words.
pub(crate) fn split_at(content: &[u8], start: u32, text_end: u32) -> Split {
    let of = |part: Span| {
        let from_start = |at: u32| at.saturating_sub(start);
        Span::new(from_start(part.start), from_start(part.end)).of(content)
    };
    let part = |from: u32, to: u32| trim(of(Span::new(from, to)), Span::new(from, to));
    let text = part(start, text_end);
    let (separator_kind, separator) = match colon(of(text)) {
        Some(colon) => (Separator::Colon, text.within(colon, colon.saturating_add(1))),
        None => match space_between_two_words(of(text)) {
            Some((start, end)) => (Separator::Space, text.within(start, end)),
            None => (Separator::None, Span::new(text.end, text.end)),
        },
    };
    Split {
        separator_kind,
        field: part(text.start, separator.start),
        separator,
        value: part(separator.end, text.end),
        comment: Span::new(text_end, start.saturating_add(offset(content.len()))),
    }
}

/// Where the first colon stands. The names of fields are short, so it is looked for
/// nearby first.
fn colon(words: &[u8]) -> Option<usize> {
    const NEARBY: usize = 12;
    let near = words.iter().take(NEARBY).position(|byte| *byte == b':');
    near.or_else(|| {
        let far = memchr::memchr(b':', words.get(NEARBY..)?)?;
        Some(far.saturating_add(NEARBY))
    })
}

/// The white space in `text`, if it separates exactly two words. Only space
/// and TAB separate words, as in Google's parser.
fn space_between_two_words(text: &[u8]) -> Option<(usize, usize)> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
    let start = text.iter().position(is_space)?;
    let run = text.iter().skip(start).take_while(|byte| is_space(byte));
    let end = start.saturating_add(run.count());
    let one_word_follows = !text.iter().skip(end).any(is_space);
    one_word_follows.then_some((start, end))
}

/// Where a text that stands here stands without the white space (space, TAB, VT, FF) at
/// its ends.
#[inline]
pub(crate) fn trim(text: &[u8], at: Span) -> Span {
    let (mut bytes, Span { mut start, mut end }) = (text, at);
    while let [first, rest @ ..] = bytes
        && is_white_space(*first)
    {
        (bytes, start) = (rest, start.wrapping_add(1));
    }
    while let [rest @ .., last] = bytes
        && is_white_space(*last)
    {
        (bytes, end) = (rest, end.wrapping_sub(1));
    }
    // Of nothing but white space there is left what stands before it.
    if bytes.is_empty() { Span::new(at.start, at.start) } else { Span::new(start, end) }
}

/// What C's `isspace` calls white space.
pub(crate) const fn is_white_space(byte: u8) -> bool {
    // The first comparison settles most bytes.
    byte <= b' ' && matches!(byte, b' ' | b'\t'..=b'\r')
}
