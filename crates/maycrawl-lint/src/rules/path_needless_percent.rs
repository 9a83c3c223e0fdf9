//! The rule `path-needless-percent`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A letter, digit, `-`, `.`, `_` or `~` is percent-encoded.
    ///
    /// ## Why
    ///
    /// URLs hold these as they are. RFC 9309 has them decoded on both sides
    /// ([section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)); Google's parser
    /// does not, and there `/%7Euser` does not match `/~user`.
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
    /// Unsafe: it is decoded. Crawlers that compare the text find it then.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /~user/
    /// ```
    "path-needless-percent", "P008", Note, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for rule in file.rules().filter(|rule| rule.can_match()) {
        let decoded = decoded(&rule.value);
        if decoded != rule.value {
            out.push(
                Report::new(
                    rule.span,
                    "crawlers like Google's do not decode this, and URLs do not hold it",
                    format!("write {}", lossy(&decoded)),
                )
                .in_dialects([
                    "google",
                    "google-parser",
                    "google-2012",
                    "bing",
                    "yandex",
                    "cautious",
                ])
                .fix(Fix::unsafe_("decode it", vec![Edit::replace(rule.span, decoded)])),
            );
        }
    }
}

/// The value with what needs no encoding decoded.
fn decoded(value: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(value.len());
    let mut rest = value;
    while let [first, tail @ ..] = rest {
        let octet = match (first, tail) {
            (b'%', [high, low, ..]) => str::from_utf8(&[*high, *low])
                .ok()
                .and_then(|digits| u8::from_str_radix(digits, 16).ok())
                .filter(|octet| octet.is_ascii_alphanumeric() || b"-._~".contains(octet)),
            _ => None,
        };
        let taken = if octet.is_some() { 3 } else { 1 };
        decoded.push(octet.unwrap_or(*first));
        rest = rest.get(taken..).unwrap_or_default();
    }
    decoded
}
