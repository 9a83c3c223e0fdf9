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
    /// // parsers skip a line that they cannot read
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
    /// A line that begins like such a comment and contains no rule does no harm and is not
    /// reported.
    Syntax, "syntax-wrong-comment", "S020", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, shape) in file.shaped_lines() {
        match shape {
            LineShape::ForeignComment { mark } => {
                let Some(end) = closing(mark) else { continue };
                let Some((rule, last)) = hidden_rule(file, &line, end) else { continue };
                let text = text_span(&rule);
                out.push(
                    Diagnostic::new(
                        text_span(&line),
                        format!(
                            "{mark} does not begin a comment in a robots.txt, so the rules up to line {last} still apply"
                        ),
                        "write # before each line that should not apply, or delete it",
                    )
                    .related(text, "this rule applies"),
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

/// What ends a comment over several lines.
fn closing(mark: &str) -> Option<&'static [u8]> {
    match mark {
        "/*" => Some(b"*/"),
        "<!--" => Some(b"-->"),
        _ => None,
    }
}

/// The first rule between the line that begins a comment and the one that ends it, with the
/// number of that; `None` where nothing ends it.
fn hidden_rule<'a>(file: &File<'a>, begin: &Line<'_>, end: &[u8]) -> Option<(Line<'a>, u32)> {
    let has_end = |line: &Line<'_>| memchr::memmem::find(line.text(), end).is_some();
    if has_end(begin) {
        return None;
    }
    let mut rule = None;
    for line in file.lines().skip(begin.number() as usize) {
        if has_end(&line) {
            return rule.map(|rule| (rule, line.number()));
        }
        let entry = file.directives.binary_search_by_key(&line.number(), |entry| entry.line).ok();
        let field = entry.and_then(|at| file.directives.get(at)).map(|entry| entry.directive.field);
        if rule.is_none()
            && matches!(field, Some(Field::Allow | Field::Disallow | Field::UserAgent))
        {
            rule = Some(line);
        }
    }
    None
}
