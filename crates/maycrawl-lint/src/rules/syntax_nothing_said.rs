//! The rule `syntax-nothing-said`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// The file says nothing: it has no group, no sitemap and no licence.
    ///
    /// ## Why
    ///
    /// A file without groups allows everything
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)), as no
    /// file would. That may be meant; an empty file is also what a failed deployment leaves behind.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// # robots.txt
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow:
    /// ```
    "syntax-nothing-said", "S012", Note, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    let says = |placed: &Placed| {
        let field = placed.directive.field;
        matches!(field, Field::UserAgent | Field::Sitemap | Field::License)
    };
    if !file.directives.iter().any(says) {
        out.push(Report::new(
            Span::new(0, 0),
            "the file says nothing, so everything is allowed",
            "if that is meant, say it: User-agent: * and an empty Disallow:",
        ));
    }
}
