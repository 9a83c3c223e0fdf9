//! The rule `syntax-space-before-colon`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// There is white space before a colon.
    ///
    /// ## Why
    ///
    /// RFC 9309 allows it
    /// ([section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), and the large
    /// crawlers read it, but simple parsers that split a line at `: ` do not.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent : *
    /// Disallow: /private/
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
    /// Safe: the white space is deleted.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Pedantic
    ///
    /// Every crawler we know of reads the field: the fix changes no verdict in any dialect.
    Syntax, "syntax-space-before-colon", "S015", Note, Text(check), pedantic
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for line in file.lines().filter(|line| line.separator_kind() == Separator::Colon) {
        let space = Span::new(line.field().end, line.separator().start);
        let is_known = canonical(Field::exact(line.get(line.field()))).is_some();
        if space.is_empty() || !is_known {
            continue;
        }
        out.push(
            Diagnostic::new(
                space,
                "a simple parser may not read a field with a space before its colon",
                "put the colon right after the field",
            )
            .fix(Fix::safe("delete the white space", vec![Edit::replace(space, "")])),
        );
    }
}
