//! The rule `encoding-invisible-character`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line contains an invisible character: a no-break space, a zero-width space, a soft
    /// hyphen, a change of direction, a tag, or a byte order mark in the middle of the file.
    ///
    /// ## Why
    ///
    /// Only space and tab are white space to parsers
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). Before
    /// a field, such a character makes the field unknown. In a path, it becomes a part of the
    /// path, and the rule then matches nothing. Text pasted from a word processor or a web page
    /// often contains such characters.
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
    /// Unsafe: the fix deletes the characters. Crawlers then obey the line.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// The rule does not look at comments, nor at letters that were encoded twice, which contain such
    /// characters.
    Encoding, "encoding-invisible-character", "E003", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for line in file.lines() {
        let text = text_span(&line);
        let found = invisible(line.get(text), text.start);
        let Some(first) = found.first() else { continue };
        let report = Diagnostic::new(
            first.span,
            format!(
                "the line contains an invisible {} ({}), so crawlers misread it: {}",
                first.name,
                code_point(first.char),
                lossy(line.get(text))
            ),
            "delete the character",
        );
        let edits = found.iter().map(|one| Edit::replace(one.span, "")).collect();
        out.push(report.fix(Fix::activating("delete the invisible characters", edits)));
    }
}
