//! The rule `sitemap-hosts`: its page, its check and its fix.

use std::collections::BTreeMap;

use crate::prelude::*;

rule! {
    /// The sitemaps are on several hosts, or some begin with `http:` and some with `https:`.
    ///
    /// ## Why
    ///
    /// A site is one host and one scheme to a search engine, and a sitemap should be where its URLs
    /// are ([sitemaps.org](https://www.sitemaps.org/protocol.html#location)). A second spelling is
    /// usually what a move to https, or to or from www, left behind; a foreign host what a template
    /// or another site left behind.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://www.shop.example/sitemap.xml
    /// Sitemap: http://shop.example/news.xml
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://www.shop.example/sitemap.xml
    /// Sitemap: https://www.shop.example/news.xml
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once a file. Hosts below one domain are left alone, and so are hosts of services,
    /// such as `video.service.example`. A sitemap may be on another host if both are yours.
    Sitemap, "sitemap-hosts", "M007", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    // The first sitemap of each origin, in the file's order.
    let mut origins: Vec<(String, String, Span)> = Vec::new();
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for (line, entry) in file.of_field(Field::Sitemap) {
        let value = line.get(entry.directive.value);
        if !matches!(Value::parse(Field::Sitemap, value), Ok(Value::Sitemap(_))) {
            continue;
        }
        let Some(url) = UrlParts::of(value) else { continue };
        let scheme = lossy(value).split(':').next().unwrap_or_default().to_ascii_lowercase();
        let host = lossy(url.host).to_ascii_lowercase();
        let count = counts.entry((scheme.clone(), host.clone())).or_default();
        *count += 1;
        if *count == 1 {
            origins.push((scheme, host, entry.directive.value));
        }
    }
    let Some((scheme, host, first)) = origins.first() else { return };
    let plain = |host: &str| host.strip_prefix("www.").unwrap_or(host).to_owned();
    let other = origins.iter().skip(1).find_map(|(other_scheme, other_host, span)| {
        let is_same_site = plain(other_host) == plain(host);
        let what = match () {
            () if is_same_site && other_host != host => {
                format!("some sitemaps are on {host} and some on {other_host}")
            }
            () if is_same_site => {
                format!("some sitemaps begin with {scheme}: and some with {other_scheme}:")
            }
            () if domain(other_host) != domain(host) && domain(other_host) == plain(other_host) => {
                format!("one sitemap is on {host} and one on {other_host}")
            }
            () => return None,
        };
        let todo = if is_same_site {
            "write all of them as your visitors see the address"
        } else {
            "if one of the hosts is not yours, delete its line"
        };
        Some((what, todo, *span))
    });
    if let Some((what, todo, span)) = other {
        out.push(Diagnostic::new(span, what, todo).related(*first, "the first sitemap"));
    }
}

/// The last two labels of a host, or three where the last two are as in `co.uk`.
fn domain(host: &str) -> String {
    const SECOND: [&str; 10] = ["co", "com", "org", "net", "gov", "edu", "ac", "or", "ne", "go"];
    let host = host.split(':').next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let from_end = |at: usize| labels.len().checked_sub(at).and_then(|at| labels.get(at));
    let is_country = from_end(1).is_some_and(|label| label.len() == 2);
    let is_second = is_country && from_end(2).is_some_and(|label| SECOND.contains(label));
    let count = if is_second { 3 } else { 2 };
    labels.get(labels.len().saturating_sub(count)..).unwrap_or_default().join(".")
}
