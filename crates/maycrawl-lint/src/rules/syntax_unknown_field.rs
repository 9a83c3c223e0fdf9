//! The rule `syntax-unknown-field`: its page, what it finds, and what mends it.

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
    "syntax-unknown-field", "S018", Note, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for (line, placed) in file.of_field(Field::Other) {
        if line.separator_kind() != Separator::Colon || is_explained(&line) {
            continue;
        }
        let name = lossy(line.get(placed.directive.name));
        out.push(Report::new(
            placed.directive.name,
            format!("no crawler is known to read the field {name:?}"),
            "take it away, or put # before it if it is a comment",
        ));
    }
}

/// Whether another rule has something better to say about a line.
fn is_explained(line: &Line<'_>) -> bool {
    let name = line.get(line.field());
    let text = line.get(Span::new(line.field().start, line.value().end));
    super::syntax_misspelt_field::meant(name).is_some()
        || super::syntax_junk_before_field::junk_and_field(line).is_some()
        || super::syntax_bare_url::is_bare_url(line)
        || super::syntax_markup::is_markup(text)
        || super::syntax_markup::is_message(text)
        || super::syntax_wrong_comment::mark(text).is_some()
        || !name.is_ascii()
}
