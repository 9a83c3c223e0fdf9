//! The rule `encoding-not-utf8`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule, agent or sitemap holds octets that are not UTF-8.
    ///
    /// ## Why
    ///
    /// The file is UTF-8
    /// ([RFC 9309 section 2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3)). `/café`
    /// in Latin-1 is read as `/caf%E9`, while browsers and crawlers ask for `/caf%C3%A9`, so the
    /// rule matches nothing.
    ///
    /// ## Bad
    ///
    /// ```robots escaped
    /// User-agent: *
    /// Disallow: /caf\xE9/
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
    /// Unsafe: each octet is taken for Latin-1 and written as percent-encoded UTF-8.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /caf%C3%A9/
    /// ```
    ///
    /// ## Limits
    ///
    /// Comments are not looked at. Which encoding was meant cannot be known; Latin-1 is the most
    /// common.
    Encoding, "encoding-not-utf8", "E006", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for line in file.lines() {
        let value = line.get(line.value());
        if value.is_ascii() || str::from_utf8(value).is_ok() {
            continue;
        }
        let fixed: String = value
            .iter()
            .map(
                |byte| {
                    if byte.is_ascii() { char::from(*byte).to_string() } else { encoded(*byte) }
                },
            )
            .collect();
        out.push(
            Diagnostic::new(
                line.value(),
                "this is not UTF-8, so it names no URL that a crawler asks for",
                "save the file as UTF-8",
            )
            .fix(Fix::unsafe_("read it as Latin-1", vec![Edit::replace(line.value(), fixed)])),
        );
    }
}

/// A character of Latin-1 as percent-encoded UTF-8.
fn encoded(byte: u8) -> String {
    let mut buffer = [0; 4];
    let utf8 = char::from(byte).encode_utf8(&mut buffer);
    let encoded: Vec<_> = utf8.bytes().map(|byte| format!("%{byte:02X}")).collect();
    encoded.concat()
}
