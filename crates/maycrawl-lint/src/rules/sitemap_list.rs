//! The rule `sitemap-list`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `Sitemap` line lists several URLs.
    ///
    /// ## Why
    ///
    /// A `Sitemap` line has one URL
    /// ([sitemaps.org](https://www.sitemaps.org/protocol.html#submit_robots)). Crawlers read two as a
    /// single URL, which does not exist.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/pages.xml https://shop.example/news.xml
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/pages.xml
    /// Sitemap: https://shop.example/news.xml
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix gives each URL a line of its own. Crawlers then find the sitemaps.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/pages.xml
    /// Sitemap: https://shop.example/news.xml
    /// ```
    Sitemap, "sitemap-list", "M008", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::Sitemap) {
        let value = line.get(entry.directive.value);
        let is_between = |byte: &u8| matches!(byte, b',' | b';' | b' ' | b'\t');
        let urls: Vec<_> = value.split(is_between).filter(|url| !url.is_empty()).collect();
        let are_urls = urls.iter().all(|url| Value::parse(Field::Sitemap, url).is_ok());
        if urls.len() < 2 || !are_urls {
            continue;
        }
        let begin = [file.line_end(), b"Sitemap: "].concat();
        let edits = vec![Edit::replace(entry.directive.value, urls.join(&begin[..]))];
        out.push(
            Diagnostic::new(
                entry.directive.value,
                format!("crawlers read these {} URLs as one, which does not exist", urls.len()),
                "write a Sitemap line for each URL",
            )
            .fix(Fix::activating("give each URL a line of its own", edits)),
        );
    }
}
