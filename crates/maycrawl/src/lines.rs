//! Octets to lines: the one line parser.
//!
//! A line ends at LF, CR or CRLF (RFC 9309 section 2.2). A leading byte order
//! mark, whole or cut short, belongs to no line: Google's parser skips the
//! octets EF BB BF for as long as they come in this order. Each line is split
//! once into field, separator, value and comment, without asking a dialect;
//! how a dialect reads these parts is the job of [`directive`](crate::directive).

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
    pub(crate) source: &'a [u8],
    pub(crate) number: u32,
    pub(crate) content: Span,
    /// How long the text before the comment is.
    pub(crate) text_len: u32,
    pub(crate) line_end: Span,
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

impl<'a> RawLine<'a> {
    fn split(self) -> Line<'a> {
        let Self { source, number, content, text_len, line_end, file_has_nul } = self;
        let split = split_at(source, content, text_len);
        Line { source, number, parts: Parts { content, split, line_end }, file_has_nul }
    }
}

impl<'a> Line<'a> {
    /// The line before it was split.
    pub(crate) const fn raw(&self) -> RawLine<'a> {
        RawLine {
            source: self.source,
            number: self.number,
            content: self.parts.content,
            text_len: self.parts.split.comment.start.saturating_sub(self.parts.content.start),
            line_end: self.parts.line_end,
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

    /// The octets of the whole line without its line end.
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

    /// The octets of one of the line's spans.
    pub fn get(&self, span: Span) -> &'a [u8] {
        span.of(self.source)
    }
}

/// The lines of a file, borrowed from it.
///
/// A file that ends in a line end has no empty line after it. Linear in the
/// octets; keeps nothing. To keep lines, parse a [`Document`](crate::Document).
///
/// ```
/// let mut lines = maycrawl::lines(b"User-agent: *\r\nDisallow: /");
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
    RawLines { source, at: bom(source).end, number: 0, file_has_nul }
}

/// The byte order mark at the start, or as much of it as is there.
pub(crate) fn bom(source: &[u8]) -> Span {
    let len = source.iter().zip(b"\xEF\xBB\xBF").take_while(|(octet, mark)| octet == mark).count();
    Span::new(0, offset(len))
}

/// The iterator of [`lines`].
#[derive(Clone, Debug)]
pub struct Lines<'a>(pub(crate) RawLines<'a>);

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        self.0.next().map(RawLine::split)
    }
}

/// The iterator of [`raw_lines`].
#[derive(Clone, Debug)]
pub(crate) struct RawLines<'a> {
    source: &'a [u8],
    at: u32,
    number: u32,
    pub(crate) file_has_nul: bool,
}

impl<'a> Iterator for RawLines<'a> {
    type Item = RawLine<'a>;

    #[inline]
    fn next(&mut self) -> Option<RawLine<'a>> {
        let rest = Span::new(self.at, offset(self.source.len())).of(self.source);
        if rest.is_empty() {
            return None;
        }
        let is_end = |octet: &u8| matches!(octet, b'\n' | b'\r');
        let text_len = memchr::memchr3(b'\n', b'\r', b'#', rest).unwrap_or(rest.len());
        let after = rest.get(text_len..).unwrap_or_default();
        let comment_len = match after.first() {
            Some(b'#') => memchr::memchr2(b'\n', b'\r', after).unwrap_or(after.len()),
            _ => 0,
        };
        let end_len = match after.get(comment_len..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([end, ..]) if is_end(end) => 1,
            _ => 0,
        };
        let len = text_len.saturating_add(comment_len);
        let here = Span::new(self.at, self.at);
        let content = here.within(0, len);
        let line_end = here.within(len, len.saturating_add(end_len));
        self.at = line_end.end;
        self.number = self.number.saturating_add(1);
        Some(RawLine {
            source: self.source,
            number: self.number,
            content,
            text_len: offset(text_len),
            line_end,
            file_has_nul: self.file_has_nul,
        })
    }
}

/// Splits the content of a line, after so many octets of text, at its first colon or,
/// where there is none, at the white space between exactly two words.
pub(crate) fn split_at(source: &[u8], content: Span, text_len: u32) -> Split {
    let comment = Span::new(content.start.saturating_add(text_len), content.end);
    let text = trim(source, Span::new(content.start, comment.start));
    let words = text.of(source);
    let (separator_kind, separator) = match colon(words) {
        Some(colon) => (Separator::Colon, text.within(colon, colon.saturating_add(1))),
        None => match space_between_two_words(words) {
            Some((start, end)) => (Separator::Space, text.within(start, end)),
            None => (Separator::None, Span::new(text.end, text.end)),
        },
    };
    Split {
        separator_kind,
        field: trim(source, Span::new(text.start, separator.start)),
        separator,
        value: trim(source, Span::new(separator.end, text.end)),
        comment,
    }
}

/// Where the first colon stands. The names of fields are short, so it is looked for
/// nearby first.
fn colon(words: &[u8]) -> Option<usize> {
    const NEARBY: usize = 12;
    let near = words.iter().take(NEARBY).position(|octet| *octet == b':');
    near.or_else(|| {
        let far = memchr::memchr(b':', words.get(NEARBY..)?)?;
        Some(far.saturating_add(NEARBY))
    })
}

/// The white space in `text`, if it separates exactly two words. Only space
/// and TAB separate words, as in Google's parser.
fn space_between_two_words(text: &[u8]) -> Option<(usize, usize)> {
    let is_space = |octet: &u8| matches!(octet, b' ' | b'\t');
    let start = text.iter().position(is_space)?;
    let run = text.iter().skip(start).take_while(|octet| is_space(octet));
    let end = start.saturating_add(run.count());
    let one_word_follows = !text.iter().skip(end).any(is_space);
    one_word_follows.then_some((start, end))
}

/// The span without the white space (space, TAB, VT, FF) at its ends.
#[inline]
pub(crate) fn trim(source: &[u8], span: Span) -> Span {
    let mut octets = span.of(source);
    let mut start = span.start;
    while let [first, rest @ ..] = octets
        && is_white_space(*first)
    {
        (octets, start) = (rest, start.saturating_add(1));
    }
    while let [rest @ .., last] = octets
        && is_white_space(*last)
    {
        octets = rest;
    }
    let start = if octets.is_empty() { span.start } else { start };
    Span::new(start, start.saturating_add(offset(octets.len())))
}

/// What C's `isspace` calls white space.
pub(crate) const fn is_white_space(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t'..=b'\r')
}
