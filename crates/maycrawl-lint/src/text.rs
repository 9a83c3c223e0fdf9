//! Bytes of a file in sentences and lines.

use maycrawl::Document;

/// Bytes as text for a sentence. What nobody sees is written as its code point, such as `<U+202E>`.
pub(crate) fn lossy(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    if bytes.is_ascii() {
        return text.into_owned();
    }
    text.chars().fold(String::with_capacity(text.len()), |mut shown, char| {
        match invisible_name(char) {
            Some(_) => shown.push_str(&code_point(char)),
            None => shown.push(char),
        }
        shown
    })
}

/// A character as its code point: `<U+202E>`.
pub(crate) fn code_point(char: char) -> String {
    format!("<U+{:04X}>", u32::from(char))
}

/// The name of a character that nobody sees, or that changes the direction of the text.
pub(crate) const fn invisible_name(char: char) -> Option<&'static str> {
    Some(match char {
        '\u{A0}' => "no-break space",
        '\u{AD}' => "soft hyphen",
        '\u{34F}' => "grapheme joiner",
        '\u{61C}' => "Arabic letter mark",
        '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' => "Hangul filler",
        '\u{17B4}' | '\u{17B5}' => "Khmer vowel",
        '\u{180B}'..='\u{180D}' | '\u{FE00}'..='\u{FE0F}' => "variation selector",
        '\u{180E}' => "Mongolian vowel separator",
        '\u{2000}'..='\u{200A}' | '\u{205F}' | '\u{3000}' => "wide or narrow space",
        '\u{200B}' => "zero-width space",
        '\u{200C}' => "zero-width non-joiner",
        '\u{200D}' => "zero-width joiner",
        '\u{200E}' => "left-to-right mark",
        '\u{200F}' => "right-to-left mark",
        '\u{2028}' => "line separator",
        '\u{2029}' => "paragraph separator",
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => "change of direction",
        '\u{202F}' => "narrow no-break space",
        '\u{2060}' => "word joiner",
        '\u{2061}'..='\u{2064}' => "mathematical operator",
        '\u{206A}'..='\u{206F}' => "format character",
        '\u{FEFF}' => "byte order mark",
        '\u{E0000}'..='\u{E0FFF}' => "tag character",
        _ => return None,
    })
}

/// Names in a sentence: `a`, `a and b`, `a, b and c`, `a, b, c and 4 others`.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    const MOST: usize = 4;
    let name = |at: usize| names.get(at).map_or("", AsRef::as_ref);
    match names.len() {
        0 => String::new(),
        1 => name(0).into(),
        count if count <= MOST => {
            let first: Vec<_> = (0..count - 1).map(name).collect();
            format!("{} and {}", first.join(", "), name(count - 1))
        }
        count => {
            let first: Vec<_> = (0..MOST - 1).map(name).collect();
            format!("{} and {} others", first.join(", "), count - (MOST - 1))
        }
    }
}

/// The line end that a file uses: its first; LF if it has none, or CR alone.
pub(crate) fn line_end(document: &Document) -> &[u8] {
    let ends = document.lines().map(|line| line.line_end().of(document.source()));
    let first = ends.into_iter().find(|end| !end.is_empty());
    first.filter(|end| *end != b"\r").unwrap_or(b"\n")
}
