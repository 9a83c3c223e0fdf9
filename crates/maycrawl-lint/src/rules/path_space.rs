//! The rule `path-space`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path holds a space.
    ///
    /// ## Why
    ///
    /// A URL holds `%20` for it. As we read RFC 9309, both sides are encoded
    /// ([section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)); Google's
    /// parser keeps the rule's space as it is, and then the rule matches nothing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /my files/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /my%20files/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: spaces are written as `%20`.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /my%20files/
    /// ```
    Path, "path-space", "P004", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.can_match() && rule.is_shaped(PathShape::Spaced)) {
        let is_two = rule.value_shape.second_directive.is_some();
        if is_two || rule.is_shaped(PathShape::ForeignComment) {
            continue;
        }
        let text = lossy(&rule.value).replace(' ', "%20").replace('\t', "%09");
        let report = Diagnostic::new(
            rule.span,
            "the path contains a space, so it matches no URL that Google asks for",
            "write the space as %20; if two paths were meant, give each a line",
        )
        .where_dialect(|dialect| {
            matches!(dialect.paths.normalise, UrlForm::Google | UrlForm::Parser)
        });
        out.push(report.fix(Fix::unsafe_("write %20", vec![Edit::replace(rule.span, text)])));
    }
}
