//! From bytes to lines, from a line to field and value.

use maycrawl::{
    Dialect,
    dialect::{ControlByte, FieldMatch},
};

/// What one line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Only white space, not even a comment.
    Blank,
    /// A comment, or a line that is read as one.
    Nothing,
    /// A field and its value as written, without white space around it.
    Record(Field, Vec<u8>),
}

/// The fields that matter here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// `User-agent`
    UserAgent,
    /// `Allow`
    Allow,
    /// `Disallow`
    Disallow,
    /// `Sitemap`
    Sitemap,
    /// Any other, with its name as written.
    Unknown(Vec<u8>),
}

/// All lines of a body, without their ends (RFC 9309 section 2.2: CR, LF or
/// CR LF). What follows the last line end is a line too.
pub(super) fn split_lines(body: &[u8]) -> Vec<Vec<u8>> {
    let mut rest = body;
    // google/robotstxt skips a BOM and also the beginning of one.
    for byte in *b"\xEF\xBB\xBF" {
        match rest.split_first() {
            Some((&first, tail)) if first == byte => rest = tail,
            _ => break,
        }
    }

    let mut lines = vec![Vec::new()];
    let mut last = 0;
    for &byte in rest {
        match byte {
            b'\n' if last == b'\r' => {}
            b'\n' | b'\r' => lines.push(Vec::new()),
            _ => lines.last_mut().expect("there is a line").push(byte),
        }
        last = byte;
    }
    lines
}

/// Reads one line, given without its end.
pub fn read_line(line: &[u8], dialect: &Dialect) -> Line {
    let knobs = &dialect.lines;
    let cap = knobs.line_cap.map_or(usize::MAX, |cap| cap as usize);
    let mut line: Vec<u8> = line.iter().copied().take(cap).collect();
    if knobs.control_byte == ControlByte::AsGoogle {
        // google/robotstxt handles lines as C strings.
        line = before(&line, b"\0");
    }
    let said = before(&line, b"#");
    if knobs.control_byte == ControlByte::RejectLine && said.iter().any(|&o| is_control(o)) {
        return Line::Nothing;
    }
    if line.iter().all(|&byte| is_white(byte)) {
        return Line::Blank;
    }

    let said = trim(&said);
    let (name, value) = if said.contains(&b':') {
        split_at_first(&said, b":")
    } else if knobs.colonless && words(&said) == 2 {
        split_at_first(&said, b" \t")
    } else {
        return Line::Nothing;
    };
    let (name, value) = (trim(&name), trim(&value));
    if name.is_empty() {
        return Line::Nothing;
    }
    let field = match knobs.field_match {
        FieldMatch::Exact => exact_field(&name),
        FieldMatch::GooglePrefix => google_field(&name),
    };
    Line::Record(field, value)
}

fn exact_field(name: &[u8]) -> Field {
    match name.to_ascii_lowercase().as_slice() {
        b"user-agent" => Field::UserAgent,
        b"allow" => Field::Allow,
        b"disallow" => Field::Disallow,
        b"sitemap" => Field::Sitemap,
        _ => Field::Unknown(name.to_vec()),
    }
}

/// As google/robotstxt, in its order, with the misspellings it accepts.
fn google_field(name: &[u8]) -> Field {
    let lower = name.to_ascii_lowercase();
    let begins = |known: &[&str]| known.iter().any(|start| lower.starts_with(start.as_bytes()));
    if begins(&["user-agent", "useragent", "user agent"]) {
        Field::UserAgent
    } else if begins(&["allow"]) {
        Field::Allow
    } else if begins(&["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"]) {
        Field::Disallow
    } else if begins(&["sitemap", "site-map"]) {
        Field::Sitemap
    } else {
        Field::Unknown(name.to_vec())
    }
}

/// RFC 9309 section 2.2 allows no control byte but TAB and the line ends.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0x00..=0x08 | 0x0B | 0x0C | 0x0E..=0x1F)
}

/// ASCII white space as C's `isspace` has it.
pub(super) fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0B | 0x0C | b'\r')
}

/// How many words a space or TAB separates; other white space is no separator.
fn words(text: &[u8]) -> usize {
    text.split(|byte| b" \t".contains(byte)).filter(|word| !word.is_empty()).count()
}

/// What comes before the first of `marks`, or everything.
fn before(text: &[u8], marks: &[u8]) -> Vec<u8> {
    text.iter().copied().take_while(|byte| !marks.contains(byte)).collect()
}

/// What comes before and after the first of `marks`.
fn split_at_first(text: &[u8], marks: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let head = before(text, marks);
    let tail = text.iter().copied().skip(head.len() + 1).collect();
    (head, tail)
}

fn trim(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    while text.last().is_some_and(|&byte| is_white(byte)) {
        text.pop();
    }
    while text.first().is_some_and(|&byte| is_white(byte)) {
        text.remove(0);
    }
    text
}
