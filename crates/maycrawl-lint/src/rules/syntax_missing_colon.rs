//! The rule `syntax-missing-colon`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A directive has no colon.
    ///
    /// ## Why
    ///
    /// The colon is not optional
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). Google's
    /// parser reads two words without a colon as a field and a value; many others drop the line.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow /private/
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
    /// Unsafe: the colon is added. Crawlers that dropped the line then obey it.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Syntax, "syntax-missing-colon", "S010", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, shape) in file.shaped_lines() {
        let LineShape::NoColon { field, colon } = shape else { continue };
        let (message, is_lenient) = if line.separator_kind() == Separator::Space {
            ("the colon is missing: Google reads the line, many others ignore it", true)
        } else {
            ("the colon is missing, so crawlers ignore the line", false)
        };
        let edit = Edit::replace(Span::new(colon, colon), ":");
        out.push(
            Diagnostic::new(text_span(&line), message, format!("write {field}:"))
                .where_dialect(|dialect| is_lenient && !dialect.lines.colonless)
                .fix(Fix::unsafe_("add the colon", vec![edit])),
        );
    }
}
