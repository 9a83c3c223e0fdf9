//! Shapes of values: what the value of a directive looks like.

use maycrawl::lines::Span;

use super::characters::unquoted;

/// The shape of a directive's value, whatever its field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ValueShape {
    /// The span inside the quotation marks around the value.
    pub(crate) quoted: Option<Span>,
    /// The offset in the file of a second directive in the value.
    pub(crate) second_directive: Option<u32>,
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
            second_directive: second.map(|at| span.start.saturating_add(at)),
            has_usage_words: memchr::memmem::find(value, b"train-ai=").is_some(),
        }
    }
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
