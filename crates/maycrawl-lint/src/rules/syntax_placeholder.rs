//! The rule `syntax-placeholder`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A template's placeholder was left in the file: `example.com`, `yourdomain.com`,
    /// `[your-site]`.
    ///
    /// ## Why
    ///
    /// `example.com` is reserved for documentation
    /// ([RFC 2606](https://www.rfc-editor.org/rfc/rfc2606.html)); a sitemap there does not exist.
    /// A template that was copied and not filled in says nothing about your site.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://www.yourdomain.com/sitemap.xml
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/sitemap.xml
    /// ```
    ///
    /// ## Limits
    ///
    /// Only the values of `Sitemap`, `License` and `Host` are checked.
    Syntax, "syntax-placeholder", "S013", Warning, Text(check)
}

const PLACEHOLDERS: [&str; 12] = [
    "://example.com",
    "://www.example.com",
    "://example.org",
    "://www.example.org",
    "yourdomain",
    "your-domain",
    "yoursite",
    "your-site",
    "yourwebsite",
    "your-website",
    "mydomain.com",
    "domain.tld",
];

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.directive_lines() {
        if !matches!(entry.directive.field, Field::Sitemap | Field::License | Field::Host) {
            continue;
        }
        let value = lossy(line.get(entry.directive.value)).to_ascii_lowercase();
        let is_bracketed = value.contains('[') && value.contains(']') && !value.contains("://[");
        let is_marked = is_bracketed || value.contains("{{") || value.contains("%%");
        if is_marked || PLACEHOLDERS.iter().any(|placeholder| value.contains(placeholder)) {
            out.push(Diagnostic::new(
                entry.directive.value,
                "this is a placeholder from a template, not an address of your site",
                "write the address of your site, or delete the line",
            ));
        }
    }
}
