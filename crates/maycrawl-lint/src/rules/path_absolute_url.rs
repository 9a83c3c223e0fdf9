//! The rule `path-absolute-url`: its page, what it finds, and what mends it.

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
    "path-absolute-url", "P002", Error, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for rule in file.rules().filter(|rule| is_url(&rule.value)) {
        let path = path(&rule.value);
        out.push(
            Report::new(
                rule.span,
                "this is a whole URL; only paths are compared, so the rule matches nothing",
                format!("write {}", lossy(&path)),
            )
            .fix(Fix::unsafe_("write the path alone", vec![Edit::replace(rule.span, path)])),
        );
    }
}

/// Whether a value begins like a URL.
pub(super) fn is_url(value: &[u8]) -> bool {
    let lower = value.get(..8.min(value.len())).unwrap_or_default().to_ascii_lowercase();
    lower.starts_with(b"http://") || lower.starts_with(b"https://")
}

fn path(url: &[u8]) -> Vec<u8> {
    let after = memchr::memmem::find(url, b"//").map_or(0, |at| at + 2);
    let rest = url.get(after..).unwrap_or_default();
    let slash = memchr::memchr(b'/', rest);
    slash.and_then(|at| rest.get(at..)).map_or_else(|| b"/".to_vec(), <[u8]>::to_vec)
}
