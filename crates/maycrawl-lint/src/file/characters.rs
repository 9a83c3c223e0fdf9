//! Invisible characters and quotation marks.

use maycrawl::lines::Span;

const INVISIBLE: [(char, &str); 11] = [
    ('\u{A0}', "no-break space"),
    ('\u{AD}', "soft hyphen"),
    ('\u{180E}', "Mongolian vowel separator"),
    ('\u{200B}', "zero-width space"),
    ('\u{200C}', "zero-width non-joiner"),
    ('\u{200D}', "zero-width joiner"),
    ('\u{200E}', "left-to-right mark"),
    ('\u{200F}', "right-to-left mark"),
    ('\u{202F}', "narrow no-break space"),
    ('\u{2060}', "word joiner"),
    ('\u{FEFF}', "byte order mark"),
];

/// Quotation marks that open and close.
const QUOTES: [(&str, &str); 7] =
    [("\"", "\""), ("'", "'"), ("`", "`"), ("“", "”"), ("‘", "’"), ("„", "“"), ("«", "»")];

/// The invisible characters of a text that starts at this offset, with their names.
pub(crate) fn invisible(text: &[u8], start: u32) -> Vec<(&'static str, Span)> {
    if text.is_ascii() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut at = start;
    for chunk in text.utf8_chunks() {
        for char in chunk.valid().chars() {
            let end = at + char_len(char);
            if let Some((_, name)) = INVISIBLE.iter().find(|(invisible, _)| *invisible == char) {
                found.push((*name, Span::new(at, end)));
            }
            at = end;
        }
        at = at.saturating_add(u32::try_from(chunk.invalid().len()).unwrap_or(0));
    }
    found
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

/// Where the text inside the quotation marks around a value begins and ends.
pub(super) fn unquoted(value: &[u8]) -> Option<(usize, usize)> {
    let value = str::from_utf8(value).ok()?;
    QUOTES.iter().find_map(|(open, close)| {
        value.strip_prefix(open)?.strip_suffix(close)?;
        Some((open.len(), value.len() - close.len()))
    })
}
