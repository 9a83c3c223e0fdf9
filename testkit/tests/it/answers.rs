//! Each answer that two files can differ in is compared.

use maycrawl::Agent;
use testkit::answers::difference;

/// Asserts that a file that says nothing and one of this line differ so.
#[track_caller]
fn check(line: &str, expected: &str) {
    let agents = [Agent::token("Foo"), Agent::token("*")];
    let of = |line: &str| format!("User-agent: *\n{line}\nDisallow: /a\n");
    let (before, after) = (of(""), of(line));
    let find = |one: &str, other: &str| {
        difference(one.as_bytes(), other.as_bytes(), &agents, &["/a", "/b"])
    };
    let found = find(&before, &after).unwrap_or_default();
    assert!(found.starts_with(expected), "{line}: {found:?}");
    assert_eq!(find(&after, &after), None, "{line}");
    assert_eq!(find(&after, &of(&format!("{line}\n{line}"))), None, "{line} twice");
}

#[test]
fn every_answer_is_compared() {
    check("Disallow: /b", "the verdict differs on");
    check("Crawl-delay: 5", "the crawl delay differs for");
    check("Request-rate: 1/5", "the request rate differs for");
    check("Visit-time: 0100-0200", "the visit times differ for");
    check("Content-Signal: ai-train=no", "Content-Signal differs for");
    check("Content-Usage: /b train-ai=n", "Content-Usage differs on");
    check("Sitemap: https://example.com/map.xml", "the sitemaps differ in");
    check("License: https://example.com/license.xml", "the licences differ in");
}
