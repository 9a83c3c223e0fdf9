//! The rule `syntax-wrong-comment`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A comment is written as in another language: `//`, `;`, `/* */` or `<!-- -->`.
    ///
    /// ## Why
    ///
    /// Only `#` begins a comment
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). The others
    /// are dropped as lines that cannot be read, so that they do no harm at the start of a line;
    /// after a path they are part of it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// // keep crawlers out of the cart
    /// User-agent: *
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// # keep crawlers out of the cart
    /// User-agent: *
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe at the start of a line: `# ` is put before it. Unsafe after a value.
    ///
    /// ```robots
    /// # // keep crawlers out of the cart
    /// User-agent: *
    /// Disallow: /cart/
    /// ```
    Syntax, "syntax-wrong-comment", "S020", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, shape) in file.shaped_lines() {
        match shape {
            LineShape::ForeignComment { mark } => {
                let text = text_span(&line);
                out.push(
                    Diagnostic::new(
                        text,
                        format!("{mark} begins no comment in robots.txt; the line is dropped as unreadable"),
                        "begin comments with #",
                    )
                    .fix(Fix::safe("put # before it", vec![Edit::insert(text.start, "# ")])),
                );
            }
            LineShape::ForeignCommentAfterValue { mark, start } => out.push(
                Diagnostic::new(
                    Span::new(start, line.value().end),
                    format!("{mark} begins no comment in robots.txt, so this is part of the value"),
                    "begin comments with #",
                )
                .fix(Fix::unsafe_("put # before it", vec![Edit::insert(start, "# ")])),
            ),
            _ => {}
        }
    }
}
