//! The rule `syntax-missing-colon`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A directive has no colon.
    ///
    /// ## Why
    ///
    /// The colon is not optional
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). Google's
    /// parser takes two words without one for field and value; many others drop the line.
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
    /// Unsafe: the colon is added. Crawlers that dropped the line obey it then.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    "syntax-missing-colon", "S010", Error, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for line in file.lines() {
        let Some((name, colon)) = field_without_colon(&line) else { continue };
        let (what, is_lenient) = if line.separator_kind() == Separator::Space {
            ("Google reads a line without a colon; many others drop it", true)
        } else {
            ("without a colon this line is not read", false)
        };
        let text = Span::new(line.field().start, line.value().end);
        out.push(
            Report::new(text, what, format!("write {name}:"))
                .where_dialect(|dialect| is_lenient && !dialect.lines.colonless)
                .fix(Fix::unsafe_("add the colon", vec![Edit::replace(colon, ":")])),
        );
    }
}

/// The field with which a line without a colon begins, and where the colon
/// belongs.
pub(super) fn field_without_colon(line: &Line<'_>) -> Option<(&'static str, Span)> {
    if line.separator_kind() == Separator::Colon {
        return None;
    }
    let start = line.field().start;
    let text = line.get(Span::new(start, line.value().end));
    let len = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let name = canonical(Field::google(text.get(..len)?).0)?;
    let at = start + u32::try_from(len).ok()?;
    Some((name, Span::new(at, at)))
}
