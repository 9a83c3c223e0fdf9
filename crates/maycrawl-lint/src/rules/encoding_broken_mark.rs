//! The rule `encoding-broken-mark`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file begins with `ï»¿`: a byte order mark that was encoded a second time.
    ///
    /// ## Why
    ///
    /// Google skips a byte order mark
    /// ([file format](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#file-format)),
    /// but these are three letters to every crawler, and the first line is lost. If that is the
    /// first `User-agent`, no crawler follows the rules of its group.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// ï»¿User-agent: *
    /// Disallow: /private/
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
    /// Unsafe: the letters are deleted. The first line counts then.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// An error where the first line is a directive; a note where it is a comment.
    Encoding, "encoding-broken-mark", "E008", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(mark) = file.broken_mark() else { return };
    let Some(line) = file.lines().next() else { return };
    let rest = line.get(Span::new(mark.end, line.span().end)).trim_ascii_start();
    let name: Vec<u8> = rest.iter().copied().take_while(|byte| *byte != b':').collect();
    let field = canonical(Field::google(name.trim_ascii()).0).filter(|_| !rest.starts_with(b"#"));
    let (what, is_lost) = match field {
        Some("User-agent") => (
            "these letters hide the first User-agent, so no crawler follows the rules below it",
            true,
        ),
        Some(_) => ("these letters hide the first line, so no crawler reads it", true),
        None => ("the file begins with letters that no editor shows", false),
    };
    let report = Diagnostic::new(mark, what, "save the file as UTF-8 without a byte order mark");
    let report = if is_lost { report } else { report.severity(Severity::Note) };
    out.push(report.fix(Fix::unsafe_("delete the letters", vec![Edit::replace(mark, "")])));
}
