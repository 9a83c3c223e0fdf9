//! The rule `encoding-invisible-character`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A directive holds a character that cannot be seen: a no-break space, a zero-width space, a
    /// soft hyphen, or a byte order mark in the middle of the file.
    ///
    /// ## Why
    ///
    /// Only space and tab are white space to parsers
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). Before a
    /// field, such a character makes the field unknown; in a path, it is a part of the path, which
    /// then matches nothing. Text pasted from a word processor or a web page often holds them.
    ///
    /// ## Bad
    ///
    /// ```robots escaped
    /// User-agent: *
    /// Disallow: /private/\xC2\xA0
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
    /// Unsafe: the characters are deleted.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Comments are not looked at.
    Encoding, "encoding-invisible-character", "E003", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for line in file.lines() {
        let text = text_span(&line);
        let found = invisible(line.get(text), text.start);
        let Some((name, first)) = found.first() else { continue };
        let report = Diagnostic::new(
            *first,
            format!("an invisible {name} stands here and counts as part of the line"),
            "delete it",
        );
        let edits = found.iter().map(|(_, span)| Edit::replace(*span, "")).collect();
        out.push(report.fix(Fix::unsafe_("delete the invisible characters", edits)));
    }
}
