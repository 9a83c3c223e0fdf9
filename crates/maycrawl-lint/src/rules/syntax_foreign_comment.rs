//! The rule `syntax-foreign-comment`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line is a comment in the style of another language, such as `// Disallow: /a/` or
    /// `<!-- menu -->`.
    ///
    /// ## Why
    ///
    /// Only `#` begins a comment
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). Crawlers
    /// ignore such a line only because they cannot read it. `#` says so to everyone.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    /// // Disallow: /drafts/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    /// # Disallow: /drafts/
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: the fix writes `#` before each such line, which stays a comment.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    /// # // Disallow: /drafts/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once per file. `syntax-wrong-comment` reports a comment over several lines if
    /// crawlers read a rule inside it, and a comment after a value.
    Syntax, "syntax-foreign-comment", "S023", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let is_it = |shape: &LineShape| {
        matches!(
            shape,
            LineShape::ForeignComment { hidden: None, .. }
                | LineShape::InForeignComment { hides_rules: false }
        )
    };
    let lines: Vec<_> = file.shaped_lines().filter(|(_, shape)| is_it(shape)).collect();
    let [(first, shape), others @ ..] = lines.as_slice() else { return };
    let mark = match shape {
        LineShape::ForeignComment { mark, .. } => mark,
        _ => "this",
    };
    let title = if others.is_empty() { "write # before it" } else { "write # before them" };
    let start = |line: &Line<'_>| text_span(line).start;
    let edits = lines.iter().map(|(line, _)| Edit::insert(start(line), "# ")).collect();
    out.push(
        Diagnostic::new(
            text_span(first),
            format!(
                "{mark} does not begin a comment in a robots.txt; crawlers ignore the line because they cannot read it"
            ),
            "write # before it",
        )
        .also(others.iter().map(|(line, _)| text_span(line)), "this is such a comment too")
        .fix(Fix::safe(title, edits)),
    );
}
