//! The rule `path-regex`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path looks like a regular expression.
    ///
    /// ## Why
    ///
    /// Only `*` and a final `$` are special; every other character stands for itself
    /// ([RFC 9309 section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.3)). In
    /// `/a.*b` the dot is a dot, and `(a|b)` matches only a URL that contains exactly these
    /// characters.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/.*\.pdf$
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/*.pdf$
    /// ```
    ///
    /// ## Limits
    ///
    /// Characters that URLs also contain, such as `+` or single brackets, do not count as
    /// evidence. There is no fix: `*` and `$` cannot express every regular expression.
    Path, "path-regex", "P010", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.is_shaped(PathShape::Regex)) {
        out.push(Diagnostic::new(
            rule.span,
            "this looks like a regular expression, but only * and a final $ are special, so it does not match the pages that you mean",
            "write the path with * and $ alone",
        ));
    }
}
