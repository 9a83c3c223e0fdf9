//! The rule `syntax-wrong-comment`: its page, what it finds, and what mends it.

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
    "syntax-wrong-comment", "S020", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for line in file.lines() {
        let text = Span::new(line.field().start, line.value().end);
        if let Some(mark) = mark(line.get(text)) {
            out.push(
                Report::new(
                    text,
                    format!(
                        "{mark} begins no comment in robots.txt; the line is dropped as unreadable"
                    ),
                    "begin comments with #",
                )
                .fix(Fix::safe("put # before it", vec![Edit::insert(text.start, "# ")])),
            );
        } else if let Some((mark, at)) = mark_after_value(&line) {
            let start = line.value().start + at;
            out.push(
                Report::new(
                    Span::new(start, line.value().end),
                    format!("{mark} begins no comment in robots.txt, so this is part of the value"),
                    "begin comments with #",
                )
                .fix(Fix::unsafe_("put # before it", vec![Edit::insert(start, "# ")])),
            );
        }
    }
}

/// The mark with which a line begins, if another language's comments do.
pub(super) fn mark(text: &[u8]) -> Option<&'static str> {
    ["//", ";", "/*", "*/", "<!--", "-->"]
        .into_iter()
        .find(|mark| text.starts_with(mark.as_bytes()))
}

/// A mark after a value and white space, and its offset in the value.
fn mark_after_value(line: &Line<'_>) -> Option<(&'static str, u32)> {
    canonical(Field::exact(line.get(line.field())))?;
    let value = line.get(line.value());
    let marks = [" //", " ;", " /*", " <!--"].into_iter();
    let mut found = marks.filter_map(|mark| {
        let at = memchr::memmem::find(value, mark.as_bytes())?;
        Some((mark.trim_start(), u32::try_from(at + 1).ok()?))
    });
    found.next()
}
