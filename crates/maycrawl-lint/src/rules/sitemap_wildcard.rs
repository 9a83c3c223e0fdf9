//! The rule `sitemap-wildcard`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The URL of a `Sitemap` contains a `*`.
    ///
    /// ## Why
    ///
    /// Wildcards work only in `Allow` and `Disallow`
    /// ([Google](https://developers.google.com/search/docs/crawling-indexing/robots/create-robots-txt)).
    /// Crawlers request the URL as it is, with the `*`.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/sitemap-*.xml
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/sitemap-index.xml
    /// ```
    Sitemap, "sitemap-wildcard", "M005", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::Sitemap) {
        let value = line.get(entry.directive.value);
        if value.contains(&b'*') {
            out.push(Diagnostic::new(
                entry.directive.value,
                "wildcards do not work in a Sitemap line: crawlers request this URL with the * in it and find nothing",
                "name each sitemap, or a sitemap index",
            ));
        }
    }
}
