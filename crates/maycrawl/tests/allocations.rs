//! What is allocated: nothing by the one-shot check for common input, and by the rest
//! as much as it says.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

use allocation_counter::measure;
use maycrawl::{Agent, Dialect, Robots, UrlPath, dialect::Preset};

const FILE: &str = "# A usual file\r\nUser-agent: *\r\nDisallow: /cart/\r\nDisallow: /*?sort=\r\n\
    Allow: /cart/help$\r\n\r\nUser-agent: Googlebot\r\nDisallow: /tmp/index.html\r\n\r\n\
    Sitemap: https://example.com/sitemap.xml\r\n";

#[test]
fn the_one_shot_check_allocates_nothing_for_common_input() {
    for Preset { name, dialect, .. } in Preset::ALL {
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

/// Asserts that a value says within a quarter how many bytes making it has left.
#[track_caller]
fn check<T>(make: impl FnOnce() -> T, heap_bytes: impl Fn(&T) -> usize) -> T {
    let mut value = None;
    let counted = measure(|| value = Some(make())).bytes_current;
    let value = value.unwrap();
    let (counted, said) = (usize::try_from(counted).unwrap(), heap_bytes(&value));
    assert!(counted.abs_diff(said) <= counted / 4, "{said} of {counted}");
    value
}

#[test]
fn files_and_rules_say_how_much_memory_they_hold() {
    let rules_of = |n: usize, rule: fn(usize) -> String| -> String {
        let rules: String = (0..n).map(rule).collect();
        format!("User-agent: *\n{rules}")
    };
    let literal = rules_of(13_800, |index| format!("Disallow: /some/folder/number/{index}/\n"));
    let open =
        rules_of(8_000, |index| format!("Disallow: /*/{index}*.html$\nAllow: /%7e{index}\n"));
    assert!((490_000..512_000).contains(&literal.len()), "{}", literal.len());
    let lines = format!("{FILE}{}", "Sitemap: https://example.com/a.xml\n".repeat(14_000));
    for file in [FILE, &literal, &open, &lines, ""] {
        let agent = Agent::token("MyBot");
        let robots = check(|| Robots::parse(file, &Dialect::GOOGLE), Robots::heap_bytes);
        let ask = |times: usize| {
            check(
                || {
                    let rules = robots.rules(&agent);
                    for _ in 0..times {
                        let _ = rules.check_url("/some/folder/7/a.html");
                    }
                    rules
                },
                maycrawl::Rules::heap_bytes,
            )
        };
        let path = UrlPath::parse("/some/folder/7/a.html", &Dialect::GOOGLE);
        // As they are made, and with what later verdicts compile.
        let (made, asked) = (ask(1).heap_bytes(), ask(20).heap_bytes());
        assert!(made <= asked);
        let explained = check(
            || {
                let rules = robots.rules(&agent);
                rules.check_all([&path]).for_each(drop);
                let _ = rules.explain_url("/some/folder/7/a.html");
                rules
            },
            maycrawl::Rules::heap_bytes,
        );
        assert!(made <= explained.heap_bytes());
    }
}
