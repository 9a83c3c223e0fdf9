//! The rule `path-percent-case`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A percent-encoded byte is written with lower-case hex digits.
    ///
    /// ## Why
    ///
    /// Upper case is the normal form
    /// ([RFC 3986 section 6.2.2.1](https://www.rfc-editor.org/rfc/rfc3986.html#section-6.2.2.1)).
    /// A crawler that does not normalise the rule and the URL compares the text and finds a
    /// difference.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /caf%c3%a9/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /caf%C3%A9/
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: the digits are written in upper case.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /caf%C3%A9/
    /// ```
    ///
    /// ## Pedantic
    ///
    /// No crawler we know of distinguishes upper-case from lower-case digits: the fix changes no
    /// verdict in any dialect.
    Path, "path-percent-case", "P007", Note, Text(check), pedantic
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.can_match()) {
        let mut upper = rule.value.clone();
        for at in memchr::memchr_iter(b'%', &rule.value) {
            let digits = upper.get_mut(at + 1..at + 3);
            if let Some(digits) = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                digits.make_ascii_uppercase();
            }
        }
        if upper != rule.value {
            out.push(
                Diagnostic::new(
                    rule.span,
                    "the hex digits of an encoded byte are lower case; the normal form is upper case",
                    format!("write {}", lossy(&upper)),
                )
                .fix(Fix::safe("write the hex digits in upper case", vec![Edit::replace(rule.span, upper)])),
            );
        }
    }
}
