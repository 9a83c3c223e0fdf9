//! The rule `syntax-markup`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A line is HTML, a script, or an error message of the server.
    ///
    /// ## Why
    ///
    /// Something wrote into the file, or before it: a plug-in, an error message of PHP, an
    /// advertisement, or somebody else. Parsers drop such lines
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), but one
    /// on the same line as a directive makes that unreadable, and what wrote it may write more.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// <script src="https://cdn.example/x.js"></script>
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// There is no fix: mend what writes it.
    "syntax-markup", "S008", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for line in file.lines() {
        let text = Span::new(line.field().start, line.value().end);
        let what = match line.get(text) {
            text if is_markup(text) => "this is markup, not a directive",
            text if is_message(text) => "this is an error message of the server",
            _ => continue,
        };
        out.push(Report::new(text, what, "find out what writes it, and stop it there"));
    }
}

/// Whether a text is an HTML tag or a processing instruction.
pub(super) fn is_markup(text: &[u8]) -> bool {
    match text {
        [b'<', b'!', b'-', ..] => false,
        [b'<', b'/' | b'?' | b'!', ..] => true,
        [b'<', second, ..] => second.is_ascii_alphabetic() && text.contains(&b'>'),
        _ => false,
    }
}

/// Whether a text is a message as PHP and its kin print it.
pub(super) fn is_message(text: &[u8]) -> bool {
    let begins = ["warning:", "notice:", "fatal error:", "parse error:", "deprecated:"];
    let lower = text.to_ascii_lowercase();
    begins.iter().any(|begin| lower.starts_with(begin.as_bytes()))
}
