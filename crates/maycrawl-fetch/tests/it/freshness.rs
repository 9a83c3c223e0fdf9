//! How long an answer holds, by its `Cache-Control`.

use maycrawl::access::Freshness;
use maycrawl_fetch::Headers;

#[track_caller]
fn check(values: &[&str], max_age: Option<u64>, no_store: bool) {
    let headers = Headers::of(values.iter().map(|value| ("Cache-Control", value))).unwrap();
    let expected = Freshness { max_age, no_store, ..Freshness::NONE };
    assert_eq!(headers.freshness(), expected, "{values:?}");
}

/// RFC 9111 section 5.2: an argument may be a quoted string, and a comma in it
/// separates nothing.
#[test]
fn arguments_may_be_quoted() {
    check(&["private=\"a, max-age=1\", max-age=3600"], Some(3600), false);
    check(&["private=\"a, no-store\", max-age=3600"], Some(3600), false);
    check(&["private=\"a\\\", max-age=1\", max-age=3600"], Some(3600), false);
    check(&["max-age=\"600\""], Some(600), false);
    check(&["private=\"a", "max-age=3600"], Some(3600), false);
    check(&["private=\"never closed, max-age=1"], None, false);
}

/// RFC 9111 section 5.2.2.4: with an argument it is about the headers that it names.
#[test]
fn no_cache_of_a_header_is_not_about_the_answer() {
    check(&["no-cache=\"Set-Cookie\", max-age=600"], Some(600), false);
    check(&["no-cache=\"Set-Cookie, no-store\", max-age=600"], Some(600), false);
    check(&["no-cache, max-age=600"], Some(600), true);
    check(&["No-Store"], None, true);
}
