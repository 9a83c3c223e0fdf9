//! The rule `encoding-control-character`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line contains a control character, such as NUL or a vertical tab.
    ///
    /// ## Why
    ///
    /// The grammar has no such character, and
    /// [RFC 9309 section 3](https://www.rfc-editor.org/rfc/rfc9309.html#section-3) asks parsers
    /// to reject it. Google's parser ends the line at NUL and keeps most others, so crawlers
    /// disagree about what the line says.
    ///
    /// ## Bad
    ///
    /// ```robots escaped
    /// User-agent: *
    /// Disallow: /a\x01b/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /ab/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix deletes the characters.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /ab/
    /// ```
    ///
    /// ## Limits
    ///
    /// The rule does not look at comments, because no parser reads them.
    Encoding, "encoding-control-character", "E002", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for line in file.lines() {
        let end = if line.comment().is_empty() { line.span().end } else { line.comment().start };
        let text = Span::new(line.span().start, end);
        let is_control = |byte: &u8| *byte < b' ' && *byte != b'\t';
        let found = line.get(text).iter().zip(text.start..).filter(|(byte, _)| is_control(byte));
        let found: Vec<_> = found.map(|(byte, at)| (*byte, Span::new(at, at + 1))).collect();
        let Some((byte, first)) = found.first() else { continue };
        let report = Diagnostic::new(
            *first,
            format!(
                "the line contains the control character U+{byte:04X}, so some crawlers cannot read it"
            ),
            "delete the character",
        );
        let edits = found.iter().map(|(_, span)| Edit::replace(*span, "")).collect();
        out.push(report.fix(Fix::activating("delete the control characters", edits)));
    }
}
