//! The rule `encoding-look-alike`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A field's name contains a letter of another alphabet that looks like a Latin one, or a
    /// full-width colon follows the name.
    ///
    /// ## Why
    ///
    /// Field names and the colon are ASCII
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)).
    /// `Disаllow` with a Cyrillic `а` is an unknown field, so crawlers ignore the line, though it
    /// looks right.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// Disаllow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix writes Latin letters and a plain colon.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// The rule does not look at values, because paths may contain letters of any alphabet.
    Encoding, "encoding-look-alike", "E005", Error, Text(check)
}

/// Letters of other alphabets, and the Latin ones that they look like.
const ALIKE: [(char, char); 34] = [
    ('а', 'a'),
    ('А', 'A'),
    ('е', 'e'),
    ('Е', 'E'),
    ('о', 'o'),
    ('О', 'O'),
    ('с', 'c'),
    ('С', 'C'),
    ('р', 'p'),
    ('Р', 'P'),
    ('т', 't'),
    ('Т', 'T'),
    ('і', 'i'),
    ('І', 'I'),
    ('ѕ', 's'),
    ('Ѕ', 'S'),
    ('М', 'M'),
    ('м', 'm'),
    ('Н', 'H'),
    ('ԁ', 'd'),
    ('ԝ', 'w'),
    ('ο', 'o'),
    ('Ο', 'O'),
    ('α', 'a'),
    ('Α', 'A'),
    ('ι', 'i'),
    ('Ι', 'I'),
    ('ω', 'w'),
    ('‐', '-'),
    ('‑', '-'),
    ('–', '-'),
    ('—', '-'),
    ('−', '-'),
    ('：', ':'),
];

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for line in file.lines().filter(|line| !line.text().is_ascii()) {
        let span = Span::new(line.field().start, line.value().end);
        let text = lossy(line.get(span));
        // A field ends at a colon, of either width.
        let colon = text.find([':', '：']);
        let name_len =
            colon.unwrap_or_else(|| text.find(char::is_whitespace).unwrap_or(text.len()));
        let Some((name, rest)) = text.split_at_checked(name_len) else { continue };
        let plain = latin(name);
        let wide_colon = rest.starts_with('：');
        let is_known = canonical(Field::exact(plain.trim().as_bytes())).is_some();
        if !is_known || (plain == name && !wide_colon) {
            continue;
        }
        let len = name_len + if wide_colon { '：'.len_utf8() } else { 0 };
        let Ok(len) = u32::try_from(len) else { continue };
        let odd = Span::new(span.start, span.start.saturating_add(len).min(span.end));
        let what = if wide_colon && plain == name {
            "this is a full-width colon, so crawlers ignore the line".to_owned()
        } else {
            format!(
                "{name:?} contains letters that only look like {plain:?}, so crawlers ignore the line"
            )
        };
        let colon = if wide_colon { ":" } else { "" };
        let fix = Edit::replace(odd, format!("{plain}{colon}"));
        out.push(
            Diagnostic::new(odd, what, "type the name again, in Latin letters with a plain colon")
                .fix(Fix::unsafe_("write it in plain letters", vec![fix])),
        );
    }
}

/// The text with Latin letters in place of those that look like them.
fn latin(text: &str) -> String {
    let plain =
        |char: char| ALIKE.iter().find(|(alike, _)| *alike == char).map(|(_, latin)| *latin);
    text.chars().map(|char| plain(char).unwrap_or(char)).collect()
}
