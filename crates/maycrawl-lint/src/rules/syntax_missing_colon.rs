//! The rule `syntax-missing-colon`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A directive has no colon, or `=` stands in its place.
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
    /// Unsafe: the fix adds the colon, in place of a `=` if there is one. Crawlers that ignored the
    /// line then obey it. There is no fix if other words than a path follow `Allow` or `Disallow`.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Syntax, "syntax-missing-colon", "S010", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, shape) in file.shaped_lines() {
        let LineShape::NoColon { field, gap, has_sign } = shape else { continue };
        let is_lenient = line.separator_kind() == Separator::Space && !has_sign;
        let message = match line.separator_kind() {
            _ if has_sign => "= stands where the colon belongs, so crawlers ignore the line",
            Separator::Space => {
                "the colon is missing: Google reads the line, many others ignore it"
            }
            Separator::Colon => {
                "the colon after the field is missing, so crawlers ignore the line or read another value"
            }
            Separator::None => "the colon is missing, so crawlers ignore the line",
        };
        let value = line.get(Span::new(gap.end, text_span(&line).end));
        let edit = if has_sign || line.separator_kind() == Separator::Colon {
            Edit::replace(gap, ": ")
        } else {
            Edit::insert(gap.start, ":")
        };
        let is_path = matches!(value.first(), None | Some(b'/' | b'*' | b'?' | b'.' | b'$'));
        // Other words after Allow or Disallow may be a sentence.
        let is_sentence = matches!(field, "Allow" | "Disallow") && !is_path;
        let title = if has_sign { "write a colon" } else { "add the colon" };
        let fix = (!is_sentence).then(|| Fix::activating(title, vec![edit]));
        out.push(
            Diagnostic::new(text_span(&line), message, format!("write {field}:"))
                .where_dialect(|dialect| is_lenient && !dialect.lines.colonless)
                .maybe_fix(fix),
        );
    }
}
