//! The rule `encoding-look-alike`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A field's name, a crawler's name or a path contains a letter of another alphabet that looks
    /// like a Latin one, or a full-width colon follows the field.
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
    /// Unsafe: the fix writes Latin letters and a plain colon. Crawlers then obey the line.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// In a name, reported if the catalogue knows it in Latin letters; in a path, as a warning without
    /// a fix, if a word mixes such letters with Latin ones. The message shows them as code points.
    Encoding, "encoding-look-alike", "E005", Error, Text(check)
}

/// Letters of other alphabets, and the Latin ones that they look like.
const ALIKE: [(char, char); 61] = [
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
    ('х', 'x'),
    ('Х', 'X'),
    ('у', 'y'),
    ('У', 'Y'),
    ('к', 'k'),
    ('К', 'K'),
    ('В', 'B'),
    ('ј', 'j'),
    ('Ј', 'J'),
    ('һ', 'h'),
    ('ԛ', 'q'),
    ('ӏ', 'l'),
    ('ν', 'v'),
    ('ρ', 'p'),
    ('τ', 't'),
    ('κ', 'k'),
    ('Β', 'B'),
    ('Ε', 'E'),
    ('Η', 'H'),
    ('Κ', 'K'),
    ('Μ', 'M'),
    ('Ν', 'N'),
    ('Ρ', 'P'),
    ('Τ', 'T'),
    ('Χ', 'X'),
    ('Υ', 'Y'),
    ('Ζ', 'Z'),
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
        let text = String::from_utf8_lossy(line.get(span));
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
                "{} contains letters that only look like {plain:?}, so crawlers ignore the line",
                shown(name)
            )
        };
        let colon = if wide_colon { ":" } else { "" };
        let fix = Edit::replace(odd, format!("{plain}{colon}"));
        out.push(
            Diagnostic::new(odd, what, "type the name again, in Latin letters with a plain colon")
                .fix(Fix::activating("write it in plain letters", vec![fix])),
        );
    }
    names(file, out);
    paths(file, out);
}

/// Reports names of known crawlers with letters of other alphabets.
fn names(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for agent in file.agents().filter(|agent| !agent.value.is_ascii()) {
        let Ok(name) = str::from_utf8(&agent.value) else { continue };
        let plain = latin(name);
        let Some(crawler) = file.catalogue.find(&plain).filter(|_| plain != name) else { continue };
        let right = crawler.token();
        out.push(
            Diagnostic::new(
                agent.span,
                format!(
                    "{} contains letters that only look like {right}, so {right} ignores this group",
                    shown(name)
                ),
                format!("write {right} in Latin letters"),
            )
            .fix(Fix::activating(format!("write {right}"), vec![Edit::replace(agent.span, right)])),
        );
    }
}

/// Reports paths that mix Latin letters with others that look like them in one word.
fn paths(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| !rule.value.is_ascii()) {
        let Ok(path) = str::from_utf8(&rule.value) else { continue };
        let words = path.split(|char: char| !char.is_alphanumeric());
        let is_mixed = |word: &&str| {
            let plain = latin(word);
            plain != *word
                && plain.is_ascii()
                && word.bytes().any(|byte| byte.is_ascii_alphabetic())
        };
        let Some(word) = words.into_iter().find(is_mixed) else { continue };
        out.push(
            Diagnostic::new(
                rule.span,
                format!(
                    "{} contains letters of another alphabet that only look like {:?}, so the rule matches other URLs",
                    shown(word),
                    latin(word)
                ),
                "type the path again, if its URLs contain Latin letters alone",
            )
            .severity(Severity::Warning),
        );
    }
}

/// A text with the code points of letters that look like Latin ones.
fn shown(text: &str) -> String {
    text.chars().fold(String::new(), |mut shown, char| {
        if latin_letter(char).is_some() {
            shown.push_str(&code_point(char));
        } else {
            shown.push_str(&lossy(char.encode_utf8(&mut [0; 4]).as_bytes()));
        }
        shown
    })
}

/// The Latin letter or ASCII sign that a character looks like.
fn latin_letter(char: char) -> Option<char> {
    const FULL_WIDTH: u32 = 0xFEE0;
    if matches!(char, '\u{FF01}'..='\u{FF5E}') {
        return char::from_u32(u32::from(char) - FULL_WIDTH);
    }
    ALIKE.iter().find(|(alike, _)| *alike == char).map(|(_, latin)| *latin)
}

/// The text with Latin letters in place of those that look like them.
fn latin(text: &str) -> String {
    text.chars().map(|char| latin_letter(char).unwrap_or(char)).collect()
}
