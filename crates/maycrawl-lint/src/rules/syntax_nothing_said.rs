//! The rule `syntax-nothing-said`: its page, its check and its fix.

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
    Syntax, "syntax-nothing-said", "S012", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let says = |entry: &DirectiveEntry| {
        let field = entry.directive.field;
        matches!(field, Field::UserAgent | Field::Sitemap | Field::License)
    };
    if !file.directives.iter().any(says) {
        out.push(Diagnostic::new(
            Span::new(0, 0),
            "the file says nothing, so everything is allowed",
            "if that is meant, say it: User-agent: * and an empty Disallow:",
        ));
    }
}
