//! The rule `syntax-junk-before-field`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// Something stands before a field's name: a list's bullet or number, a quotation mark, an
    /// asterisk.
    ///
    /// ## Why
    ///
    /// The field is the whole text before the colon
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), so
    /// `- Disallow` is an unknown field, and crawlers ignore the line.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// - Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix deletes the text before the field's name. Crawlers then obey the line.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// Disallow: /private/
    /// ```
    /// ## Limits
    ///
    /// `syntax-foreign-comment` reports what begins a comment in another language, such as `//`.
    Syntax, "syntax-junk-before-field", "S005", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, shape) in file.shaped_lines() {
        let LineShape::Junk { junk, field } = shape else { continue };
        let edits = vec![Edit::replace(Span::new(junk.start, line.separator().start), field)];
        out.push(
            Diagnostic::new(
                junk,
                format!(
                    "{:?} stands before {field}, so crawlers ignore the line",
                    lossy(line.get(junk)).trim()
                ),
                format!("begin the line with {field}:"),
            )
            .fix(Fix::activating("delete the text before the field", edits)),
        );
    }
}
