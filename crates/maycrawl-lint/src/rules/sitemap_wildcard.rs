//! The rule `sitemap-wildcard`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `Sitemap` holds a `*`.
    ///
    /// ## Why
    ///
    /// Wildcards stand in `Allow` and `Disallow` only
    /// ([Google](https://developers.google.com/search/docs/crawling-indexing/robots/create-robots-txt)).
    /// The URL is fetched as it is, star and all.
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
                "a sitemap's URL has no wildcards, so crawlers ask for one with a * in it",
                "name each sitemap, or an index of them",
            ));
        }
    }
}
