//! The rule `syntax-quotes`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A value stands in quotation marks.
    ///
    /// ## Why
    ///
    /// Values are not quoted
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)): the
    /// marks are part of the value. A quoted path does not begin with `/` and matches nothing, and
    /// a quoted agent name matches no crawler.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: "/private/"
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
    /// Unsafe: the fix deletes the marks. Crawlers then obey the line.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Syntax, "syntax-quotes", "S014", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (_, entry) in file.directive_lines() {
        let Some(mark) = entry.shape.unclosed else { continue };
        if canonical(entry.directive.field).is_some() {
            out.push(
                Diagnostic::new(
                    entry.directive.value,
                    "the quotation mark is part of the value, so crawlers look for it in URLs and names",
                    "write the value without it",
                )
                .fix(Fix::activating("delete the mark", vec![Edit::replace(mark, "")])),
            );
        }
    }
    for (line, entry) in file.directive_lines() {
        let Some(inner) = entry.shape.quoted else { continue };
        let edit = Edit::replace(entry.directive.value, line.get(inner));
        out.push(
            Diagnostic::new(
                entry.directive.value,
                "the quotation marks are part of the value, so it matches nothing",
                "write the value without them",
            )
            .fix(Fix::activating("delete the marks", vec![edit])),
        );
    }
}
