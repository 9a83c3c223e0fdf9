//! The rule `syntax-quotes`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A value stands in quotation marks.
    ///
    /// ## Why
    ///
    /// Values are not quoted
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)): the marks
    /// are part of the value, so the path does not begin with `/` and matches nothing, and the
    /// agent is nobody's name.
    ///
    /// ## Bad
    ///
    /// ```robots also=path-no-leading-slash
    /// User-agent: *
    /// Disallow: "/private/"
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
    /// Unsafe: the marks are taken away.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    "syntax-quotes", "S014", Error, check
}

/// Quotation marks that open and close.
const QUOTES: [(&str, &str); 7] =
    [("\"", "\""), ("'", "'"), ("`", "`"), ("“", "”"), ("‘", "’"), ("„", "“"), ("«", "»")];

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for (line, placed) in file.placed() {
        let value = line.get(placed.directive.value);
        let Some(inner) = inner(value) else { continue };
        let edit = Edit::replace(placed.directive.value, inner);
        out.push(
            Report::new(
                placed.directive.value,
                "quotation marks are part of the value, which then matches nothing",
                "write the value without them",
            )
            .fix(Fix::unsafe_("take the marks away", vec![edit])),
        );
    }
}

/// The value inside of its quotation marks.
pub(super) fn inner(value: &[u8]) -> Option<&str> {
    let value = str::from_utf8(value).ok()?;
    let mut marks = QUOTES.iter();
    marks.find_map(|(open, close)| value.strip_prefix(open)?.strip_suffix(close))
}
