//! The rule `syntax-junk-before-field`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// Something stands before a field's name: a list's bullet or number, a quotation mark, an
    /// asterisk.
    ///
    /// ## Why
    ///
    /// The field is the whole text before the colon
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), so
    /// `- Disallow` is an unknown field, and the line says nothing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// - Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: it is taken away.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// Disallow: /private/
    /// ```
    "syntax-junk-before-field", "S005", Error, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for line in file.lines() {
        let Some((junk, name)) = junk_and_field(&line) else { continue };
        let edits = vec![Edit::replace(Span::new(junk.start, line.separator().start), name)];
        out.push(
            Report::new(
                junk,
                format!(
                    "{:?} before the field {name} makes it an unknown one",
                    lossy(line.get(junk)).trim()
                ),
                "begin the line with the field",
            )
            .fix(Fix::unsafe_("take it away", edits)),
        );
    }
}

/// What stands before a known field's name, and the name as it is usually
/// written; `None` for a line that is in order, or whose field is another.
pub(super) fn junk_and_field(line: &Line<'_>) -> Option<(Span, &'static str)> {
    if line.separator_kind() != Separator::Colon {
        return None;
    }
    let field = line.get(line.field());
    let is_letter = |octet: &u8| octet.is_ascii_alphabetic();
    let start = field.iter().position(is_letter)?;
    let end = field.iter().rposition(is_letter)? + 1;
    let name = canonical(Field::exact(field.get(start..end)?))?;
    let is_junk = |text: &[u8]| text.is_ascii() || str::from_utf8(text).is_ok_and(is_bullet);
    let (before, after) = (field.get(..start)?, field.get(end..)?);
    let is_clean = before.is_empty() && after.is_empty();
    // A comment that quotes a directive is none of this rule's business.
    let is_comment = [&b"//"[..], b";", b"<!--", b"/*"].iter().any(|mark| before.starts_with(mark));
    if is_clean || is_comment || !is_junk(before) || !after.iter().all(u8::is_ascii) {
        return None;
    }
    let len = u32::try_from(start).ok()?;
    let junk = if before.is_empty() {
        line.field()
    } else {
        Span::new(line.field().start, line.field().start + len)
    };
    Some((junk, name))
}

/// Whether a text is a bullet or a quotation mark, with white space.
fn is_bullet(text: &str) -> bool {
    text.chars().all(|char| char.is_whitespace() || "•·‣▪–—“”„«‘’".contains(char))
}
