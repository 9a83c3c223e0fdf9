//! The rule `syntax-no-directive`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line is neither a directive nor a comment.
    ///
    /// ## Why
    ///
    /// Parsers silently drop what they cannot read
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
    /// Reported once a file. Nothing is said where most lines are of a binary file or of a web page. A
    /// file without any directive is no robots.txt; it has no fix.
    Syntax, "syntax-no-directive", "S011", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let is_noise = |line: &Line<'_>| {
        let text = text_span(line);
        let is_empty = text.is_empty() && line.separator().is_empty();
        let has_field = line.separator_kind() == Separator::Colon && !line.field().is_empty();
        !is_empty && !has_field && !is_explained(file, line)
    };
    let noise: Vec<_> = file.lines().filter(is_noise).collect();
    let [first, others @ ..] = noise.as_slice() else { return };
    let known = file.directives.iter().filter(|entry| entry.directive.field != Field::Other);
    let known = known.count();
    if known < noise.len() && is_foreign(file) {
        return;
    }
    let is_slip = |shape| {
        matches!(
            shape,
            LineShape::NoColon { .. } | LineShape::Misspelt { .. } | LineShape::Junk { .. }
        )
    };
    if known == 0 && !file.shaped_lines().any(|(_, shape)| is_slip(shape)) {
        out.push(Diagnostic::new(
            text_span(first),
            "this is not a robots.txt: no line of it is a rule, so crawlers ignore all of it",
            "serve the rules as plain text; if there are none, answer with status 404",
        ));
        return;
    }
    let title = if others.is_empty() { "make it a comment" } else { "make them comments" };
    let edits = noise.iter().map(|line| Edit::insert(line.span().start, "# ")).collect();
    let report = Diagnostic::new(
        text_span(first),
        "this is neither a rule nor a comment, so crawlers ignore it",
        "if it is a comment, write # before it; if it is a rule, write Disallow: and a path that begins with /; otherwise delete it",
    );
    let others = others.iter().map(text_span);
    out.push(report.also(others, "nor is this").fix(Fix::safe(title, edits)));
}

/// Whether other rules say that the file is none: it is binary, or holds HTML.
fn is_foreign(file: &File<'_>) -> bool {
    let is_control = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t' | b'\r' | b'\n');
    let is_binary = file.lines().any(|line| line.get(text_span(&line)).iter().any(is_control));
    is_binary || file.shaped_lines().any(|(_, shape)| shape == LineShape::Markup)
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
