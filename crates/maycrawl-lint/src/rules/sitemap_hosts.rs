//! The rule `sitemap-hosts`: its page, its check and its fix.

use std::collections::BTreeMap;

use crate::prelude::*;

rule! {
    /// Some sitemaps of a site are on `www.` and some are not, or some begin with `http:` and some with
    /// `https:`.
    ///
    /// ## Why
    ///
    /// To a search engine, a site is one host and one scheme, and a sitemap should be on the same
    /// host as its URLs ([sitemaps.org](https://www.sitemaps.org/protocol.html#location)). A
    /// second form of the address is usually left over from a move to https, or to or from `www.`.
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
    /// Reported once per file. Other hosts are not reported: a sitemap may be on a sister site or
    /// with another service, if you have proved to the search engine that you own both.
    Sitemap, "sitemap-hosts", "M007", Note, Text(check)
}

/// Where some of a site's sitemaps are.
struct Address {
    /// The scheme and the host, such as `https://www.shop.example`.
    text: String,
    /// The host without `www.`.
    site: String,
    count: usize,
    first: Span,
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut addresses: Vec<Address> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (line, entry) in file.of_field(Field::Sitemap) {
        let value = line.get(entry.directive.value);
        if !matches!(Value::parse(Field::Sitemap, value), Ok(Value::Sitemap(_))) {
            continue;
        }
        let Some(url) = UrlParts::of(value) else { continue };
        let scheme = lossy(value).split(':').next().unwrap_or_default().to_ascii_lowercase();
        let text = format!("{scheme}://{}", lossy(url.host).to_ascii_lowercase());
        let at = *known.entry(text.clone()).or_insert(addresses.len());
        match addresses.get_mut(at) {
            Some(address) => address.count += 1,
            None => addresses.push(Address {
                text,
                site: lossy(&url.site()),
                count: 1,
                first: entry.directive.value,
            }),
        }
    }
    let mut sites: BTreeMap<&str, Vec<&Address>> = BTreeMap::new();
    for address in &addresses {
        sites.entry(&address.site).or_default().push(address);
    }
    let mixed = sites.into_values().filter(|addresses| addresses.len() > 1);
    let Some(mixed) = mixed.min_by_key(|addresses| addresses.first().map(|one| one.first.start))
    else {
        return;
    };
    let [first, second, others @ ..] = mixed.as_slice() else { return };
    let counted: Vec<_> =
        mixed.iter().map(|one| format!("{} on {}", one.count, one.text)).collect();
    out.push(
        Diagnostic::new(
            second.first,
            format!(
                "the Sitemap lines write the address of one site in several ways: {}",
                listed(&counted)
            ),
            "in all of them, write the address that your visitors see",
        )
        .related(first.first, "the first sitemap")
        .also(others.iter().map(|one| one.first), "another way"),
    );
}
