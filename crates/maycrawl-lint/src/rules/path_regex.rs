//! The rule `path-regex`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path looks like a regular expression.
    ///
    /// ## Why
    ///
    /// Only `*` and a final `$` are special; every other sign stands for itself
    /// ([RFC 9309 section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.3)). In
    /// `/a.*b` the dot is a dot, and `(a|b)` matches only a URL with these very signs.
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
    /// Signs that URLs hold too, such as `+` or single brackets, are no evidence. There is no fix:
    /// not every expression can be said with `*` and `$`.
    Path, "path-regex", "P010", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.is_shaped(PathShape::Regex)) {
        out.push(Diagnostic::new(
            rule.span,
            "this is a regular expression, but only * and a final $ are special, so it matches no page",
            "write it with * and $",
        ));
    }
}
