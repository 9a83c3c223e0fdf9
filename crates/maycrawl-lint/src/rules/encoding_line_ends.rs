//! The rule `encoding-line-ends`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line ends with CR alone, or contains a character that looks like a line end but is not
    /// one (NEL, U+2028, U+2029).
    ///
    /// ## Why
    ///
    /// LF, CR and CRLF end a line
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), but a
    /// tool that does not know CR alone reads the file as one line. Crawlers do not end a line at
    /// a Unicode separator: what follows it belongs to the value before it.
    ///
    /// ## Bad
    ///
    /// ```robots escaped
    /// User-agent: *\rDisallow: /x
    /// Disallow: /y
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /x
    /// Disallow: /y
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: the fix replaces each CR that stands alone with the line end of the first line, or
    /// with LF if the first line ends with CR too. It leaves Unicode separators to you.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /x
    /// Disallow: /y
    /// ```
    ///
    /// ## Limits
    ///
    /// An error where a Unicode separator hides a directive. CRLF is as good as LF, and a mixture of both does no harm.
    Encoding, "encoding-line-ends", "E004", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let source = file.source();
    let ends = || file.lines().map(|line| line.line_end()).filter(|end| end.of(source) == b"\r");
    let usual = file.line_end();
    if let Some(odd) = ends().next() {
        let name = if usual == b"\n" { "LF" } else { "CRLF" };
        let edits = ends().map(|end| Edit::replace(end, usual)).collect();
        out.push(
            Diagnostic::new(
                odd,
                "this line ends with CR alone; simple parsers do not see where it ends",
                format!("end every line with {name}"),
            )
            .fix(Fix::safe(format!("end every line with {name}"), edits)),
        );
    }
    for line in file.lines() {
        let value = line.get(line.value());
        let at = ["\u{85}", "\u{2028}", "\u{2029}"]
            .iter()
            .filter_map(|separator| memchr::memmem::find(value, separator.as_bytes()))
            .min();
        if let Some(at) = at.and_then(|at| u32::try_from(at).ok()) {
            let span = Span::new(line.value().start + at, line.value().end);
            out.push(
                Diagnostic::new(
                    span,
                    "a Unicode separator does not end a line, so this is part of the value before it",
                    "put it on a line of its own",
                )
                .severity(if value.contains(&b':') { Severity::Error } else { Severity::Note }),
            );
        }
    }
}
