//! The rule `syntax-no-directive`: its page, what it finds, and what mends it.

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
    "syntax-no-directive", "S011", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for line in file.lines() {
        let text = Span::new(line.field().start, line.value().end);
        let is_empty = text.is_empty() && line.separator().is_empty();
        let has_field = line.separator_kind() == Separator::Colon && !line.field().is_empty();
        if is_empty || has_field || is_explained(&line) {
            continue;
        }
        out.push(
            Report::new(
                text,
                "this is neither a directive nor a comment, and crawlers drop it",
                "put # before it if it is a comment, or write a field and a colon",
            )
            .fix(Fix::safe("make it a comment", vec![Edit::insert(line.span().start, "# ")])),
        );
    }
}

/// Whether another rule has something better to say about a line.
fn is_explained(line: &Line<'_>) -> bool {
    let text = line.get(Span::new(line.field().start, line.value().end));
    super::syntax_missing_colon::field_without_colon(line).is_some()
        || super::syntax_markdown::is_fence(line)
        || super::syntax_markup::is_markup(text)
        || super::syntax_wrong_comment::mark(text).is_some()
        || text.contains(&0)
        || memchr::memmem::find(text, "：".as_bytes()).is_some()
}
