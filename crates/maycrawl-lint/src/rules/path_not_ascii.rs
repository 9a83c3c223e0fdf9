//! The rule `path-not-ascii`: its page, its check and its fix.

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
    ///
    /// ## Pedantic
    ///
    /// Every crawler that we know encodes such letters itself: the fix changes no verdict in any
    /// dialect.
    Path, "path-not-ascii", "P005", Note, Text(check), pedantic
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.can_match() && !rule.value.is_ascii()) {
        let text = str::from_utf8(&rule.value).ok();
        let Some(text) = text.filter(|_| !rule.is_shaped(PathShape::Invisible)) else { continue };
        let encoded: String = text
            .bytes()
            .map(|byte| {
                if byte.is_ascii() { char::from(byte).to_string() } else { format!("%{byte:02X}") }
            })
            .collect();
        out.push(
            Diagnostic::new(
                rule.span,
                "a crawler that does not encode this path finds it in no URL",
                "write it percent-encoded",
            )
            .fix(Fix::safe("percent-encode it", vec![Edit::replace(rule.span, encoded)])),
        );
    }
}
