//! The rule `syntax-markup`: its page, its check and its fix.

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
    /// Reported once a file. There is no fix: mend what writes it. A file without a single directive
    /// is `syntax-error-body`'s.
    Syntax, "syntax-markup", "S008", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let foreign = file.shaped_lines().filter_map(|(line, shape)| match shape {
        LineShape::Markup => Some((line, "HTML")),
        LineShape::ErrorMessage => Some((line, "an error message of a program")),
        _ => None,
    });
    let mut foreign: Vec<_> = foreign.collect();
    foreign.dedup_by_key(|(line, _)| line.number());
    let [(first, what), others @ ..] = foreign.as_slice() else { return };
    let count = match others.len() {
        0 => "this line is".to_owned(),
        more => format!("this line and {more} more are"),
    };
    let mut report = Diagnostic::new(
        text_span(first),
        format!("{count} {what} that something wrote into the file"),
        "find out what writes it, and stop it there",
    );
    for (line, _) in others.iter().take(20) {
        report = report.related(text_span(line), "this too");
    }
    out.push(report);
}
