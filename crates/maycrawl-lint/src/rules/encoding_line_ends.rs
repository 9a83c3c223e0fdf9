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
    /// Safe: every line ends with LF. Unicode separators are left to you.
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
    "encoding-line-ends", "E004", Note, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    let source = file.source();
    let ends = || file.lines().map(|line| line.line_end()).filter(|end| !end.is_empty());
    let first = ends().next().map(|end| end.of(source));
    let odd = ends().find(|end| end.of(source) == b"\r" || Some(end.of(source)) != first);
    if let Some(odd) = odd {
        let name = match odd.of(source) {
            b"\r" => "CR alone",
            b"\n" => "LF, but others do not",
            _ => "CRLF, but others do not",
        };
        let report =
            Report::new(odd, format!("this line ends with {name}"), "end every line with LF");
        let not_lf = ends().filter(|end| end.of(source) != b"\n");
        let edits = not_lf.map(|end| Edit::replace(end, "\n")).collect();
        out.push(report.fix(Fix::safe("end every line with LF", edits)));
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
                Report::new(
                    span,
                    "a Unicode separator ends no line, so this belongs to the value before it",
                    "write what follows on a line of its own",
                )
                .severity(Severity::Note),
            );
        }
    }
}
