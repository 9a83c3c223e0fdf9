//! The rule `syntax-markup`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line is HTML, a script, or an error message from the server.
    ///
    /// ## Why
    ///
    /// Something wrote the line into the file: a plug-in, a PHP error, an advertisement, or an
    /// intruder. Parsers drop such lines
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), but on
    /// the same line as a directive such text makes the directive unreadable. Whatever wrote this
    /// line may add others.
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
    /// Reported once per file; an error for a document in RTF. There is no fix: stop the program that writes the line.
    /// `syntax-error-body` reports a file without a single directive.
    Syntax, "syntax-markup", "S008", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if file.source().starts_with(b"{\\rtf") {
        let span = file.lines().next().map(|line| line.span()).unwrap_or_default();
        out.push(
            Diagnostic::new(
                span,
                "this is an RTF document: crawlers read its formatting as part of names and paths",
                "save the file as plain text",
            )
            .severity(Severity::Error),
        );
        return;
    }
    let foreign = file.shaped_lines().filter_map(|(line, shape)| match shape {
        LineShape::Markup => Some((line, "HTML")),
        LineShape::ErrorMessage => Some((line, "an error message")),
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
        format!("{count} {what} that does not belong in the file; crawlers ignore such lines"),
        "find out what writes it into the file, and stop it",
    );
    for (line, _) in others.iter().take(20) {
        report = report.related(text_span(line), "this too");
    }
    out.push(report);
}
