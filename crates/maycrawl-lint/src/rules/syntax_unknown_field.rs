//! The rule `syntax-unknown-field`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A field is none that crawlers know.
    ///
    /// ## Why
    ///
    /// Crawlers drop fields that they do not know
    /// ([RFC 9309 section 2.2.4](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.4)). That
    /// is harmless, unless you rely on it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Robot-mood: cheerful
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// A name that is nearly a known one is misspelt, and another rule's.
    Syntax, "syntax-unknown-field", "S018", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::Other) {
        if line.separator_kind() != Separator::Colon || is_explained(file, &line) {
            continue;
        }
        let name = lossy(line.get(entry.directive.name));
        out.push(Diagnostic::new(
            entry.directive.name,
            format!("no crawler is known to read the field {name:?}"),
            "take it away, or put # before it if it is a comment",
        ));
    }
}

/// Whether another rule reports the line more exactly.
fn is_explained(file: &File<'_>, line: &Line<'_>) -> bool {
    let explains = |shape| {
        matches!(
            shape,
            LineShape::Misspelt { .. }
                | LineShape::Junk { .. }
                | LineShape::BareUrl
                | LineShape::Markup
                | LineShape::ErrorMessage
                | LineShape::ForeignComment { .. }
        )
    };
    file.shapes_of(line).any(explains) || !line.get(line.field()).is_ascii()
}
