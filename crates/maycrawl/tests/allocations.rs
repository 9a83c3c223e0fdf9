//! The one-shot check allocates nothing for common input.
#![allow(missing_docs, reason = "a test names itself")]

use allocation_counter::measure;
use maycrawl::Dialect;

const FILE: &str = "# A usual file\r\nUser-agent: *\r\nDisallow: /cart/\r\nDisallow: /*?sort=\r\n\
    Allow: /cart/help$\r\n\r\nUser-agent: Googlebot\r\nDisallow: /tmp/index.html\r\n\r\n\
    Sitemap: https://example.com/sitemap.xml\r\n";

#[test]
fn the_one_shot_check_allocates_nothing_for_common_input() {
    for (name, dialect) in Dialect::PRESETS {
        for url in ["https://example.com/", "https://example.com/a/b.html?sort=up", "/cart/help"] {
            for token in ["MyBot", "Googlebot"] {
                let allocated = measure(|| {
                    let _ = dialect.is_allowed(FILE, token, url);
                });
                assert_eq!(allocated.count_total, 0, "{name} {token} {url}");
            }
        }
    }
}

/// Only what is not in normal form has to be rewritten.
#[test]
fn what_is_not_in_normal_form_is_allocated() {
    let allocated = measure(|| {
        let _ = Dialect::GOOGLE.is_allowed(FILE, "MyBot", "https://example.com/ä");
    });
    assert!(allocated.count_total > 0);
}
