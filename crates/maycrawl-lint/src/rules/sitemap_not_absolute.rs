//! The rule `sitemap-not-absolute`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A `Sitemap` is no absolute URL.
    ///
    /// ## Why
    ///
    /// The value is a full URL
    /// ([sitemaps.org](https://www.sitemaps.org/protocol.html#submit_robots),
    /// [Google](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#sitemap)).
    /// Whoever does not resolve a path does not find the sitemap.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: /sitemap.xml
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
    /// There is no fix: a file does not say on which host it lies.
    "sitemap-not-absolute", "M001", Error, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for (line, placed) in file.of_field(Field::Sitemap) {
        let value = line.get(placed.directive.value);
        if Value::parse(Field::Sitemap, value).is_ok()
            || super::syntax_quotes::inner(value).is_some()
        {
            continue;
        }
        let span = Span::new(
            placed.directive.name.start,
            placed.directive.value.end.max(line.separator().end),
        );
        let what = if value.is_empty() {
            "there is no URL"
        } else {
            "this is no absolute URL, so no sitemap is found"
        };
        out.push(Report::new(span, what, "write the whole URL, with https:// and the host"));
    }
}
