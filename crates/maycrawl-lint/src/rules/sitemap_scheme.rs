//! The rule `sitemap-scheme`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The URL of a `Sitemap` has a scheme other than http, https and ftp.
    ///
    /// ## Why
    ///
    /// Search engines fetch sitemaps from web servers, over http and https
    /// ([sitemaps.org](https://www.sitemaps.org/protocol.html): its examples are http URLs). They
    /// cannot fetch a URL that begins with `htp:` or `file:`.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: htps://shop.example/sitemap.xml
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
    Sitemap, "sitemap-scheme", "M002", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::Sitemap) {
        let Ok(Value::Sitemap(url)) = Value::parse(Field::Sitemap, line.get(entry.directive.value))
        else {
            continue;
        };
        let scheme =
            url.split(|byte| *byte == b':').next().unwrap_or_default().to_ascii_lowercase();
        if ![&b"http"[..], b"https", b"ftp"].contains(&&*scheme) {
            out.push(Diagnostic::new(
                entry.directive.value,
                format!("no search engine fetches a sitemap that begins with {}:", lossy(&scheme)),
                "write https:// and the host",
            ));
        }
    }
}
