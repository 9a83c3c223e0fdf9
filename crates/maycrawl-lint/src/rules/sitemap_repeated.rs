//! The rule `sitemap-repeated`: its page, its check and its fix.

use std::collections::BTreeMap;

use crate::prelude::*;

rule! {
    /// The file names the same sitemap twice.
    ///
    /// ## Why
    ///
    /// Once is enough, and for all crawlers: a sitemap belongs to no group
    /// ([RFC 9309 section 2.2.4](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.4)).
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/sitemap.xml
    /// Sitemap: https://shop.example/sitemap.xml
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
    /// ## Fix
    ///
    /// Safe: the second is deleted.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/sitemap.xml
    /// ```
    Sitemap, "sitemap-repeated", "M003", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<Vec<u8>, Span> = BTreeMap::new();
    for (line, entry) in file.of_field(Field::Sitemap) {
        let value = line.get(entry.directive.value).to_vec();
        let Some(first) = seen.get(&value).filter(|_| !value.is_empty()) else {
            seen.insert(value, entry.directive.value);
            continue;
        };
        out.push(
            Diagnostic::new(
                entry.directive.value,
                "the file names this sitemap twice",
                "delete the line",
            )
            .related(*first, "here")
            .fix(Fix::safe("delete the line", vec![Edit::remove(&line)])),
        );
    }
}
