//! The rule `path-needless-percent`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A letter, digit, `-`, `.`, `_` or `~` is percent-encoded.
    ///
    /// ## Why
    ///
    /// URLs usually contain these characters as they are. Under RFC 9309, crawlers decode them on
    /// both sides ([section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)).
    /// Google's parser does not: for Google, `/%7Euser` does not match `/~user`.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /%7Euser/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /~user/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the character is decoded. Crawlers that compare the text then match it.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /~user/
    /// ```
    Path, "path-needless-percent", "P008", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.can_match()) {
        let decoded = decoded(&rule.value);
        if decoded != rule.value {
            out.push(
                Diagnostic::new(
                    rule.span,
                    "Google does not decode this, so for Google the rule does not match URLs with the plain character",
                    format!("write {}", lossy(&decoded)),
                )
                .where_dialect(|dialect| {
                    matches!(dialect.paths.normalise, UrlForm::Google | UrlForm::Parser)
                })
                .fix(Fix::unsafe_("decode the character", vec![Edit::replace(rule.span, decoded)])),
            );
        }
    }
}

/// The value without needless percent-encoding.
fn decoded(value: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(value.len());
    let mut rest = value;
    while let [first, tail @ ..] = rest {
        let byte = match (first, tail) {
            (b'%', [high, low, ..]) => str::from_utf8(&[*high, *low])
                .ok()
                .and_then(|digits| u8::from_str_radix(digits, 16).ok())
                .filter(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(byte)),
            _ => None,
        };
        let taken = if byte.is_some() { 3 } else { 1 };
        decoded.push(byte.unwrap_or(*first));
        rest = rest.get(taken..).unwrap_or_default();
    }
    decoded
}
