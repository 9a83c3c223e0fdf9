//! The rule `encoding-invisible-character`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A directive holds a character that cannot be seen: a no-break space, a zero-width space, a
    /// soft hyphen, or a byte order mark in the middle of the file.
    ///
    /// ## Why
    ///
    /// Only space and tab are white space to parsers
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). Before a
    /// field, such a character makes the field unknown; in a path, it is a part of the path, which
    /// then matches nothing. Text pasted from a word processor or a web page often holds them.
    ///
    /// ## Bad
    ///
    /// ```robots escaped
    /// User-agent: *
    /// Disallow: /private/\xC2\xA0
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the characters are taken away.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Comments are not looked at.
    "encoding-invisible-character", "E003", Error, check
}

/// Invisible characters and their names.
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

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for line in file.lines() {
        let text = Span::new(line.field().start, line.value().end);
        let found = found(line.get(text), text.start);
        let Some((name, first)) = found.first() else { continue };
        let report = Report::new(
            *first,
            format!("there is an invisible {name} here, and it counts as text"),
            "take it away",
        );
        let edits = found.iter().map(|(_, span)| Edit::replace(*span, "")).collect();
        out.push(report.fix(Fix::unsafe_("take the invisible characters away", edits)));
    }
}

/// Whether a text holds an invisible character.
pub(super) fn is_in(text: &[u8]) -> bool {
    !found(text, 0).is_empty()
}

/// The invisible characters in a text that begins at an offset.
fn found(text: &[u8], start: u32) -> Vec<(&'static str, Span)> {
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

/// The octets of a character in UTF-8.
fn char_len(char: char) -> u32 {
    match char.len_utf8() {
        1 => 1,
        2 => 2,
        3 => 3,
        _ => 4,
    }
}
