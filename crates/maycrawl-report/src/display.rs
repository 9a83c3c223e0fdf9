//! How things are called in sentences.

use maycrawl::{Agent, Document, robots::RuleKind};

use crate::file::shown;

/// What a person calls an agent: its first token.
///
/// The agent `*`, which has no group of its own, is "a crawler without a group
/// of its own".
pub fn agent_name(agent: &Agent) -> String {
    match agent.tokens().next() {
        None | Some(b"*") => "a crawler without a group of its own".into(),
        Some(b"") => "a crawler without a name".into(),
        Some(token) => shown(token),
    }
}

/// A rule as it would be written in a file.
pub(crate) fn rule_text(kind: RuleKind, value: &[u8]) -> String {
    format!("{}: {}", kind.name(), shown(value)).trim_end().into()
}

/// A text broken into lines of at most so many columns.
pub fn fill(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let is_full = lines.last().is_some_and(|line| line.len() + 1 + word.len() > width);
        if is_full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

/// A whole file as text that is safe on a terminal: its lines as [`shown`] shows
/// them, each with the line end that it has. A CR alone would let a line hide the
/// one before it, so that becomes a line feed.
pub fn shown_file(bytes: &[u8]) -> String {
    let document = Document::parse(bytes);
    let mut text = shown(document.bom().of(bytes));
    for line in document.lines() {
        text.push_str(&shown(line.text()));
        text.push_str(match line.get(line.line_end()) {
            b"" => "",
            b"\r\n" => "\r\n",
            _ => "\n",
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &[u8], expected: &str) {
        assert_eq!(shown_file(file), expected);
    }

    #[test]
    fn a_file_is_shown_with_its_lines_and_without_its_tricks() {
        check(
            b"User-agent: *\r\nDisallow: /a\n\n# \xC3\xA9",
            "User-agent: *\r\nDisallow: /a\n\n# é",
        );
        check(b"Disallow: /\x1B[2J\x00\x07\x7F\n", "Disallow: /␛[2J␀␇␡\n");
        check("# \u{202E}\u{9B}\n".as_bytes(), "# \u{FFFD}\u{FFFD}\n");
        check(b"Disallow: /\rAllow: /\r", "Disallow: /\nAllow: /\n");
        check(b"", "");
    }
}
