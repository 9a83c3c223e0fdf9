//! The rule `sitemap-not-absolute`: its page, its check and its fix.

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
    Sitemap, "sitemap-not-absolute", "M001", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::Sitemap) {
        let value = line.get(entry.directive.value);
        if Value::parse(Field::Sitemap, value).is_ok() || entry.shape.quoted.is_some() {
            continue;
        }
        let span = Span::new(
            entry.directive.name.start,
            entry.directive.value.end.max(line.separator().end),
        );
        let what = if value.is_empty() {
            "the URL is missing"
        } else {
            "this is no whole URL, so search engines do not find the sitemap"
        };
        out.push(Diagnostic::new(span, what, "write the whole URL, with https:// and the host"));
    }
}
