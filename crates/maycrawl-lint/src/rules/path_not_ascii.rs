//! The rule `path-not-ascii`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A rule's path holds letters other than ASCII.
    ///
    /// ## Why
    ///
    /// They may stand as they are or percent-encoded
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)); simple
    /// crawlers compare the text with an encoded URL and find nothing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /übersicht/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /%C3%BCbersicht/
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: they are percent-encoded.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /%C3%BCbersicht/
    /// ```
    "path-not-ascii", "P005", Note, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for rule in file.rules().filter(|rule| rule.can_match() && !rule.value.is_ascii()) {
        let is_hidden = super::encoding_invisible_character::is_in(&rule.value);
        let Some(text) = str::from_utf8(&rule.value).ok().filter(|_| !is_hidden) else { continue };
        let encoded: String = text
            .bytes()
            .map(|octet| {
                if octet.is_ascii() {
                    char::from(octet).to_string()
                } else {
                    format!("%{octet:02X}")
                }
            })
            .collect();
        out.push(
            Report::new(
                rule.span,
                "simple crawlers do not find this path in an encoded URL",
                "write it percent-encoded",
            )
            .fix(Fix::safe("percent-encode it", vec![Edit::replace(rule.span, encoded)])),
        );
    }
}
