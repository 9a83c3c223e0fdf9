//! The rule `path-bad-percent`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path holds a `%` that no two hexadecimal digits follow.
    ///
    /// ## Why
    ///
    /// `%` begins an encoded octet
    /// ([RFC 3986 section 2.1](https://www.rfc-editor.org/rfc/rfc3986.html#section-2.1)). A lone one
    /// is compared as it is, and URLs hold `%25` for a percent sign.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /100%/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /100%25/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: `%` is written as `%25`.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /100%25/
    /// ```
    Path, "path-bad-percent", "P006", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.can_match()) {
        let is_bad = |at: &usize| {
            let digits = rule.value.get(at + 1..at + 3);
            !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        };
        let found: Vec<_> = memchr::memchr_iter(b'%', &rule.value).filter(is_bad).collect();
        let spans = found.iter().filter_map(|at| Some(rule.span.start + u32::try_from(*at).ok()?));
        let spans: Vec<_> = spans.map(|at| Span::new(at, at + 1)).collect();
        let Some(first) = spans.first() else { continue };
        let edits = spans.iter().map(|span| Edit::replace(*span, "%25")).collect();
        out.push(
            Diagnostic::new(
                *first,
                "no two hexadecimal digits follow this %",
                "write %25 for a percent sign",
            )
            .fix(Fix::unsafe_("write %25", edits)),
        );
    }
}
