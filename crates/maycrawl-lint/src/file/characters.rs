//! Invisible characters and quotation marks.

use maycrawl::lines::Span;

use crate::text::invisible_name;

/// Quotation marks that open and close.
const QUOTES: [(&str, &str); 7] =
    [("\"", "\""), ("'", "'"), ("`", "`"), ("“", "”"), ("‘", "’"), ("„", "“"), ("«", "»")];

/// An invisible character, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Invisible {
    pub(crate) char: char,
    pub(crate) name: &'static str,
    pub(crate) span: Span,
}

/// The invisible characters of a text that starts at this offset.
pub(crate) fn invisible(text: &[u8], start: u32) -> Vec<Invisible> {
    if text.is_ascii() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut at = start;
    for chunk in text.utf8_chunks() {
        let mut before = [' '; 2];
        let mut chars = chunk.valid().chars().peekable();
        while let Some(char) = chars.next() {
            let span = Span::new(at, at + char_len(char));
            at = span.end;
            let is_part = is_encoded_twice(before, char, chars.peek().copied());
            before = [before[1], char];
            if let Some(name) = invisible_name(char).filter(|_| !is_part) {
                found.push(Invisible { char, name, span });
            }
        }
        at = at.saturating_add(u32::try_from(chunk.invalid().len()).unwrap_or(0));
    }
    found
}

/// Whether a character is a part of one that was encoded twice, given the two before it and the one
/// after it: the bytes of UTF-8 as letters of Latin-1.
const fn is_encoded_twice(before: [char; 2], char: char, after: Option<char>) -> bool {
    const fn goes_on(char: char) -> bool {
        matches!(char, '\u{80}'..='\u{BF}')
    }
    let is_second = match before[1] {
        '\u{C2}'..='\u{DF}' => true,
        '\u{E0}'..='\u{F4}' => matches!(after, Some(after) if goes_on(after)),
        _ => false,
    };
    let is_third = matches!(before[0], '\u{E0}'..='\u{F4}') && goes_on(before[1]);
    goes_on(char) && (is_second || is_third)
}

/// The length of a character in UTF-8.
fn char_len(char: char) -> u32 {
    match char.len_utf8() {
        1 => 1,
        2 => 2,
        3 => 3,
        _ => 4,
    }
}

/// Where a quotation mark stands at one end of a value, if the value contains no other mark.
pub(super) fn unclosed(value: &[u8]) -> Option<(usize, usize)> {
    let text = str::from_utf8(value).ok()?;
    let is_mark = |char: char| matches!(char, '"' | '\'' | '`' | '“' | '”' | '‘' | '„' | '«' | '»');
    let mut marks = text.match_indices(is_mark);
    let (at, mark) = marks.next()?;
    let is_at_end = at == 0 || at + mark.len() == text.len();
    (is_at_end && marks.next().is_none() && text.len() > mark.len())
        .then_some((at, at + mark.len()))
}

/// Where the text inside the quotation marks around a value begins and ends.
pub(super) fn unquoted(value: &[u8]) -> Option<(usize, usize)> {
    let value = str::from_utf8(value).ok()?;
    QUOTES.iter().find_map(|(open, close)| {
        value.strip_prefix(open)?.strip_suffix(close)?;
        Some((open.len(), value.len() - close.len()))
    })
}
