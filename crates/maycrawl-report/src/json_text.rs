//! JSON as it is printed: the same values, and safe on a terminal.
//!
//! Strings come from files and sites that nobody vouches for. JSON itself escapes
//! the control characters of ASCII; this escapes the others too, and what would turn
//! or break the text around it. A parser reads the same string either way.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

/// Writes a value over several lines, indented, and ends the last.
pub fn write_pretty(out: &mut (impl Write + ?Sized), value: &impl Serialize) -> io::Result<()> {
    write(out, value, PrettyFormatter::new())
}

/// Writes a value in one line, and ends it.
///
/// ```
/// let mut out = Vec::new();
/// maycrawl_report::json_text::write_line(&mut out, &["/\u{202E}gnp.exe"]).unwrap();
/// assert_eq!(out, b"[\"/\\u202egnp.exe\"]\n");
/// ```
pub fn write_line(out: &mut (impl Write + ?Sized), value: &impl Serialize) -> io::Result<()> {
    write(out, value, CompactFormatter)
}

fn write(
    out: &mut (impl Write + ?Sized),
    value: &impl Serialize,
    formatter: impl Formatter,
) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Escaping(formatter)))?;
    out.write_all(b"\n")
}

/// Formats as another does, with more escapes in strings.
struct Escaping<F>(F);

/// Whether a character that JSON may hold as it is must be escaped to be safe.
const fn is_unsafe(char: char) -> bool {
    matches!(
        char,
        // Controls that JSON leaves alone.
        '\u{7F}'..='\u{9F}'
            // Line ends of Unicode.
            | '\u{2028}' | '\u{2029}'
            // What changes the direction of text.
            | '\u{61C}' | '\u{200E}' | '\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}'
    )
}

/// Passes calls on to the formatter within.
macro_rules! as_within {
    ($($name:ident($($argument:ident: $type:ty),*);)+) => {
        $(
            fn $name<W: ?Sized + Write>(&mut self, out: &mut W $(, $argument: $type)*) -> io::Result<()> {
                self.0.$name(out $(, $argument)*)
            }
        )+
    };
}

impl<F: Formatter> Formatter for Escaping<F> {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, char)) = rest.char_indices().find(|(_, char)| is_unsafe(*char)) {
            let (safe, from_char) = rest.split_at_checked(at).unwrap_or((rest, ""));
            self.0.write_string_fragment(out, safe)?;
            write!(out, "\\u{:04x}", u32::from(char))?;
            rest = from_char.get(char.len_utf8()..).unwrap_or_default();
        }
        self.0.write_string_fragment(out, rest)
    }

    // What lays out a value; the rest is the same in every formatter.
    as_within! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Asserts how a string is written, and that it is read as it was.
    #[track_caller]
    fn check(string: &str, expected: &str) {
        let mut out = Vec::new();
        write_line(&mut out, &string).unwrap();
        assert_eq!(String::from_utf8_lossy(&out), format!("\"{expected}\"\n"));
        assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), string);
    }

    #[test]
    fn what_plays_tricks_is_escaped() {
        check("/a\u{202E}b", "/a\\u202eb");
        check("\u{7F}\u{80}\u{9B}[2J\u{9F}\u{A0}", "\\u007f\\u0080\\u009b[2J\\u009f\u{A0}");
        check("\u{2028}\u{2029}", "\\u2028\\u2029");
        check("\u{61C}\u{200E}\u{200F}", "\\u061c\\u200e\\u200f");
        check("\u{202A}\u{2066}\u{2069}\u{206A}", "\\u202a\\u2066\\u2069\u{206A}");
        check("\t\x1B\"é😀\\", "\\t\\u001b\\\"é😀\\\\");
    }

    #[test]
    fn the_rest_is_as_ever() {
        let value = json!({"a": [1, 2.5, null, true, [], {}], "b\u{80}": {"c": "d"}, "e": "\n"});
        let mut out = Vec::new();
        write_pretty(&mut out, &value).unwrap();
        let usual = serde_json::to_string_pretty(&value).unwrap() + "\n";
        assert_eq!(String::from_utf8_lossy(&out), usual.replace('\u{80}', "\\u0080"));
        assert_eq!(serde_json::from_slice::<Value>(&out).unwrap(), value);
        out.clear();
        write_line(&mut out, &value).unwrap();
        let usual = serde_json::to_string(&value).unwrap() + "\n";
        assert_eq!(String::from_utf8_lossy(&out), usual.replace('\u{80}', "\\u0080"));
    }
}
