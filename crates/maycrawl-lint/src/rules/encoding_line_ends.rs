//! The rule `encoding-line-ends`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file mixes line ends, or ends its lines with CR alone, or holds characters that look
    /// like a line end and are none (NEL, U+2028, U+2029).
    ///
    /// ## Why
    ///
    /// LF, CR and CRLF end a line
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), but not
    /// every tool knows CR alone, and to such a tool the file is one line. The Unicode separators
    /// end no line for any crawler: what follows them belongs to the value before them.
    ///
    /// ## Bad
    ///
    /// ```robots escaped
    /// User-agent: *\rDisallow: /a
    /// Disallow: /b
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a
    /// Disallow: /b
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: every line ends as the first does, or with LF if that ends with CR alone. Unicode
    /// separators are left to you.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a
    /// Disallow: /b
    /// ```
    ///
    /// ## Limits
    ///
    /// CRLF throughout is as good as LF throughout.
    Encoding, "encoding-line-ends", "E004", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let source = file.source();
    let ends = || file.lines().map(|line| line.line_end()).filter(|end| !end.is_empty());
    let usual = file.line_end();
    if let Some(odd) = ends().find(|end| end.of(source) != usual) {
        let name = match odd.of(source) {
            b"\r" => "CR alone",
            b"\n" => "LF, but others with CRLF",
            _ => "CRLF, but others with LF",
        };
        let usual_name = if usual == b"\n" { "LF" } else { "CRLF" };
        let todo = format!("end every line with {usual_name}");
        let report = Diagnostic::new(odd, format!("this line ends with {name}"), &*todo);
        let others = ends().filter(|end| end.of(source) != usual);
        let edits = others.map(|end| Edit::replace(end, usual)).collect();
        out.push(report.fix(Fix::safe(todo, edits)));
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
                    "a Unicode separator ends no line, so this belongs to the value before it",
                    "write what follows on a line of its own",
                )
                .severity(Severity::Note),
            );
        }
    }
}
