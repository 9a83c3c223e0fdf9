//! The rule `syntax-wrong-comment`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A comment in the style of another language has no effect: rules between `<!--` and `-->`
    /// still apply, and text after `//` at the end of a line is part of the path.
    ///
    /// ## Why
    ///
    /// Only `#` begins a comment
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). The rules
    /// that somebody wanted to switch off still block, and a path with a comment in it matches
    /// nothing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/ // no carts
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/ # no carts
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: `#` is written before a comment that follows a value.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/ # // no carts
    /// ```
    ///
    /// ## Limits
    ///
    /// `syntax-foreign-comment` reports comments that hide no rule.
    Syntax, "syntax-wrong-comment", "S020", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, shape) in file.shaped_lines() {
        match shape {
            LineShape::ForeignComment { mark, hidden: Some(hidden) } => {
                let Some(rule) = file.line(hidden.first) else { continue };
                let last = hidden.last;
                out.push(
                    Diagnostic::new(
                        text_span(&line),
                        format!(
                            "{mark} does not begin a comment in a robots.txt, so the rules up to line {last} still apply"
                        ),
                        "write # before each line that should not apply, or delete it",
                    )
                    .related(text_span(&rule), "this rule applies"),
                );
            }
            LineShape::ForeignCommentAfterValue { mark, start } => out.push(
                Diagnostic::new(
                    Span::new(start, line.value().end),
                    format!(
                        "{mark} does not begin a comment in a robots.txt, so this is part of the value"
                    ),
                    "begin comments with #",
                )
                .fix(Fix::unsafe_("write # before it", vec![Edit::insert(start, "# ")])),
            ),
            _ => {}
        }
    }
}
