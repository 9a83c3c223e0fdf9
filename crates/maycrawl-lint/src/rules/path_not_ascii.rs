//! The rule `path-not-ascii`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path contains letters other than ASCII.
    ///
    /// ## Why
    ///
    /// RFC 9309 allows such letters, unencoded or percent-encoded
    /// ([section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)), but a simple
    /// crawler that compares the unencoded text with an encoded URL finds no match.
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
    /// Every crawler we know of encodes such letters itself: the fix changes no verdict in any
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
                "a crawler that does not percent-encode this path matches no URL with it",
                "write it percent-encoded",
            )
            .fix(Fix::safe("percent-encode it", vec![Edit::replace(rule.span, encoded)])),
        );
    }
}
