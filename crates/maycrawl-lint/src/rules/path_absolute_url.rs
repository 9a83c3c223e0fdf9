//! The rule `path-absolute-url`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path is a whole URL.
    ///
    /// ## Why
    ///
    /// Rules hold for the host from which the file comes, and only the path of a URL is compared
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). No path
    /// begins with `https:`, so the rule matches nothing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: https://shop.example/cart/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: scheme and host are taken away.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    /// ```
    Path, "path-absolute-url", "P002", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.is_shaped(PathShape::Url)) {
        let path = path(&rule.value);
        out.push(
            Diagnostic::new(
                rule.span,
                "this is a whole URL; only paths are compared, so the rule matches nothing",
                format!("write {}", lossy(&path)),
            )
            .fix(Fix::unsafe_("write the path alone", vec![Edit::replace(rule.span, path)])),
        );
    }
}

fn path(url: &[u8]) -> Vec<u8> {
    let after = memchr::memmem::find(url, b"//").map_or(0, |at| at + 2);
    let rest = url.get(after..).unwrap_or_default();
    let slash = memchr::memchr(b'/', rest);
    slash.and_then(|at| rest.get(at..)).map_or_else(|| b"/".to_vec(), <[u8]>::to_vec)
}
