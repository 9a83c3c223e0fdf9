//! The rule `path-regex`: its page, what it finds, and what mends it.

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
    "path-regex", "P010", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for rule in file.rules().filter(|rule| looks_like_regex(&rule.value)) {
        out.push(Report::new(
            rule.span,
            "this looks like a regular expression, but only * and a final $ are special",
            "say it with * and $",
        ));
    }
}

/// Whether a value holds what only a regular expression would.
pub(super) fn looks_like_regex(value: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(value, part).is_some();
    let has_choice = has(b"|") && has(b"(") && has(b")");
    let has_class = has(b"[0-9]") || has(b"[a-z]") || has(b"[A-Z]") || has(b"[^");
    let escapes = [&b"\\."[..], b"\\/", b"\\?", b"\\d", b"\\w", b"\\s", b"\\-"];
    has(b".*\\")
        || has(b"(.*)")
        || has(b".+")
        || has_choice
        || has_class
        || value.starts_with(b"^")
        || escapes.iter().any(|escape| has(escape))
}
