//! Shapes of values: what the value of a directive looks like.

use maycrawl::lines::Span;

use super::characters::{unclosed, unquoted};

/// The shape of a directive's value, whatever its field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ValueShape {
    /// The span inside the quotation marks around the value.
    pub(crate) quoted: Option<Span>,
    /// The span of a quotation mark at one end of the value alone.
    pub(crate) unclosed: Option<Span>,
    /// The offset in the file of a second directive in the value.
    pub(crate) second_directive: Option<u32>,
    /// The span of a second colon or a `=` before the value, with white space after it.
    pub(crate) extra_separator: Option<Span>,
    /// Whether it has a preference in the words of Content-Usage.
    pub(crate) has_usage_words: bool,
}

impl ValueShape {
    /// The shape of the value at this span.
    pub(super) fn new(value: &[u8], span: Span) -> Self {
        let second = second_directive(value).and_then(|at| u32::try_from(at).ok());
        Self {
            quoted: unquoted(value).and_then(|(start, end)| {
                let at = |at: usize| Some(span.start.saturating_add(u32::try_from(at).ok()?));
                Some(Span::new(at(start)?, at(end)?))
            }),
            unclosed: unclosed(value).and_then(|(start, end)| {
                let at = |at: usize| Some(span.start.saturating_add(u32::try_from(at).ok()?));
                Some(Span::new(at(start)?, at(end)?))
            }),
            second_directive: second.map(|at| span.start.saturating_add(at)),
            extra_separator: extra_separator(value, span),
            has_usage_words: memchr::memmem::find(value, b"train-ai=").is_some(),
        }
    }
}

/// The signs that separate a field from its value in other files, at the start of a value.
fn extra_separator(value: &[u8], span: Span) -> Option<Span> {
    if !matches!(value, [b':' | b'=', ..]) {
        return None;
    }
    let is_sign = |byte: &u8| b":=>".contains(byte) || byte.is_ascii_whitespace();
    let len = value.iter().position(|byte| !is_sign(byte)).unwrap_or(value.len());
    Some(Span::new(span.start, span.start.saturating_add(u32::try_from(len).ok()?)))
}

const DIRECTIVES: [&str; 5] = ["user-agent:", "disallow:", "allow:", "sitemap:", "crawl-delay:"];

/// Where a second directive begins in a value.
fn second_directive(value: &[u8]) -> Option<usize> {
    // The usual value has no colon, or only a URL's.
    memchr::memchr(b':', value)?;
    let lower = value.to_ascii_lowercase();
    let after_space = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| lower.get(before));
        before.is_none_or(u8::is_ascii_whitespace)
    };
    let found = DIRECTIVES
        .iter()
        .filter_map(|name| memchr::memmem::find_iter(&lower, name.as_bytes()).find(after_space));
    found.min()
}
