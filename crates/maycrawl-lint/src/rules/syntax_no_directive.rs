//! The rule `syntax-no-directive`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line is neither a directive nor a comment.
    ///
    /// ## Why
    ///
    /// Parsers drop what they cannot read without a word
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). If the
    /// line was meant to say something, it does not; if it was meant as a comment, `#` says so.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// block the cart please
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// # block the cart please
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: it is made a comment.
    ///
    /// ```robots
    /// User-agent: *
    /// # block the cart please
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Limits
    ///
    /// What another rule explains better is left to it: HTML, Markdown, a missing colon.
    Syntax, "syntax-no-directive", "S011", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for line in file.lines() {
        let text = text_span(&line);
        let is_empty = text.is_empty() && line.separator().is_empty();
        let has_field = line.separator_kind() == Separator::Colon && !line.field().is_empty();
        if is_empty || has_field || is_explained(file, &line) {
            continue;
        }
        out.push(
            Diagnostic::new(
                text,
                "this is neither a rule nor a comment, so crawlers ignore it",
                "if it is a comment, write # before it; if it is a rule, begin it with Disallow:",
            )
            .fix(Fix::safe("make it a comment", vec![Edit::insert(line.span().start, "# ")])),
        );
    }
}

/// Whether another rule reports the line more exactly.
fn is_explained(file: &File<'_>, line: &Line<'_>) -> bool {
    let text = line.get(text_span(line));
    let explains = |shape| {
        matches!(
            shape,
            LineShape::NoColon { .. }
                | LineShape::Fence
                | LineShape::Markup
                | LineShape::ForeignComment { .. }
        )
    };
    file.shapes_of(line).any(explains)
        || (line.number() == 1 && file.broken_mark().is_some())
        || text.contains(&0)
        || memchr::memmem::find(text, "：".as_bytes()).is_some()
}
