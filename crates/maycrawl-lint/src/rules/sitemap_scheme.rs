//! The rule `sitemap-scheme`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A `Sitemap` is of a scheme other than http, https and ftp.
    ///
    /// ## Why
    ///
    /// Sitemaps are fetched from web servers, over http and https
    /// ([sitemaps.org](https://www.sitemaps.org/protocol.html): its examples are http URLs). `htp:`
    /// and `file:` lead nowhere.
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
    "sitemap-scheme", "M002", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for (line, placed) in file.of_field(Field::Sitemap) {
        let Ok(Value::Sitemap(url)) =
            Value::parse(Field::Sitemap, line.get(placed.directive.value))
        else {
            continue;
        };
        let scheme =
            url.split(|octet| *octet == b':').next().unwrap_or_default().to_ascii_lowercase();
        if ![&b"http"[..], b"https", b"ftp"].contains(&&*scheme) {
            out.push(Report::new(
                placed.directive.value,
                format!("no search engine fetches {}: URLs", lossy(&scheme)),
                "write https:// and the host",
            ));
        }
    }
}
