//! The part of a URL that rules see.

use maycrawl::{Dialect, UrlPath, pattern::Pattern};

/// The path in rfc9309, google, google-parser and draft-1996; an empty
/// expectation stands for "as before".
#[track_caller]
fn check(text: &str, expected: [&str; 4]) {
    let dialects = [Dialect::RFC9309, Dialect::GOOGLE, Dialect::GOOGLE_PARSER, Dialect::DRAFT_1996];
    let mut before = "";
    for (dialect, expected) in dialects.iter().zip(expected) {
        let expected = if expected.is_empty() { before } else { expected };
        let path = UrlPath::parse(text, dialect);
        let found = path.as_bytes().escape_ascii().to_string();
        assert_eq!(found, expected, "{text:?} in {dialect}");
        before = expected;
    }
}

#[test]
fn a_path_is_taken_from_a_url_or_a_path() {
    check("https://example.com/a?b", ["/a?b", "", "", ""]);
    check("https://example.com", ["/", "", "", ""]);
    check("https://example.com?q", ["/?q", "", "", ""]);
    check("https://user:pw@example.com:8443/a", ["/a", "", "", ""]);
    check("HTTPS://EXAMPLE.COM/A", ["/A", "", "", ""]);
    check("/a?b", ["/a?b", "", "", ""]);
    check("/", ["/", "", "", ""]);
    check("foo://host/a\\b", ["/a%5Cb", "/a\\\\b", "/a\\\\b", ""]);
}

#[test]
fn other_text_is_read_as_googles_parser_reads_it() {
    check("", ["/", "", "", ""]);
    check("example.com/a", ["/a", "", "", ""]);
    check("example.com", ["/", "", "", ""]);
    check("a?b", ["/?b", "", "", ""]);
    check("a;b", ["/;b", "", "", ""]);
    check("a#/b", ["/", "", "", ""]);
    check("9http://host/a", ["/a", "", "", ""]);
    check("mailto:a@b", ["/", "", "", ""]);
    check("x/../../b", ["/b", "", "/../../b", ""]);
}

#[test]
fn two_slashes_begin_a_path_but_for_googles_parser() {
    check("//a/b", ["//a/b", "//a/b", "/b", "//a/b"]);
}

#[test]
fn dot_segments_are_resolved() {
    check("/a/../b", ["/b", "", "/a/../b", ""]);
    check("/a/./b", ["/a/b", "", "/a/./b", ""]);
    check("/a/b/..", ["/a/", "", "/a/b/..", ""]);
    check("/a/b/.", ["/a/b/", "", "/a/b/.", ""]);
    check("/../..", ["/", "", "/../..", ""]);
    check("/a/%2e%2E/b", ["/b", "", "/a/%2e%2E/b", "/a/../b"]);
    check("/a/.%2e/b", ["/b", "", "/a/.%2e/b", "/a/../b"]);
    check("/a//../b", ["/a/b", "", "/a//../b", ""]);
    check("/...", ["/...", "", "", ""]);
    check("/a?x/../y", ["/a?x/../y", "", "", ""]);
}

#[test]
fn what_a_url_cannot_hold_is_encoded() {
    check("/a b\"<>`{}", ["/a%20b%22%3C%3E%60%7B%7D", "", "/a b\\\"<>`{}", ""]);
    check("/^|", ["/%5E%7C", "/%5E|", "/^|", ""]);
    check("/?a b\"<>", ["/?a%20b%22%3C%3E", "", "/?a b\\\"<>", ""]);
    check("/?^`{|}", ["/?%5E%60%7B%7C%7D", "/?^`{|}", "/?^`{|}", ""]);
    check("/it's?it's", ["/it\\'s?it\\'s", "", "", ""]);
    check("/é?é", ["/%C3%A9?%C3%A9", "", "/\\xc3\\xa9?\\xc3\\xa9", ""]);
    check("/*$", ["/%2A%24", "/*$", "/*$", ""]);
    check("/\x7F", ["/%7F", "", "/\\x7f", ""]);
}

#[test]
fn escapes_are_brought_to_one_form() {
    check("/%7ea%2f%3f", ["/~a%2F%3F", "/%7Ea%2F%3F", "/%7ea%2f%3f", "/~a%2F?"]);
    check("/%zz%", ["/%zz%", "", "", ""]);
    check("/a%%34%31", ["/a%41", "/a%%34%31", "/a%%34%31", "/a%41"]);
    check("/%25", ["/%25", "/%25", "/%25", "/%"]);
}

#[test]
fn white_space_and_backslashes_are_read_as_browsers_read_them() {
    check(" \thttps://example.com/a\n", ["/a", "", "/a\\n", ""]);
    check("https://example.com/a\tb\r\nc", ["/abc", "", "/a\\tb\\r\\nc", ""]);
    check("https:\\\\example.com\\a", ["/a", "", "/", ""]);
    check("https:example.com/a", ["/a", "", "", ""]);
}

#[test]
fn a_fragment_is_dropped() {
    check("https://example.com/a#b?c", ["/a", "", "", ""]);
    check("https://example.com#/b", ["/", "", "", ""]);
    check("/a?#b", ["/a?", "", "", ""]);
}

/// A path of one form asked of a pattern of another is normalised anew.
#[test]
fn a_path_is_never_compared_in_the_wrong_form() {
    let pattern = Pattern::parse("/%7Ea", &Dialect::RFC9309);
    let path = UrlPath::parse("/~a", &Dialect::GOOGLE_PARSER);
    assert!(pattern.matches(&path));
}

#[test]
fn a_rule_in_normal_form_has_its_own_length() {
    #[track_caller]
    fn check(value: &str, rfc: u32, google: u32) {
        assert_eq!(Pattern::parse(value, &Dialect::RFC9309).len(), rfc, "{value}");
        assert_eq!(Pattern::parse(value, &Dialect::GOOGLE).len(), google, "{value}");
    }
    check("/a", 2, 2);
    check("/%62", 2, 4);
    check("/é", 7, 7);
    check("/ツ", 10, 10);
    check("/a b", 6, 4);
    check("/a^", 5, 3);
    check("/a$b", 6, 4);
    check("/a*$", 4, 4);
    check("/a\tb", 6, 4);
}

/// Which part of a path each piece of a pattern matches.
#[test]
fn pieces_say_what_they_matched() {
    #[track_caller]
    fn check(pattern: &str, path: &str, expected: &str) {
        let google = &Dialect::GOOGLE;
        let (pattern, path) = (Pattern::parse(pattern, google), UrlPath::parse(path, google));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let pieces = pattern.pieces(&path).unwrap_or_default();
        let found: Vec<_> = pieces
            .into_iter()
            .map(|one| {
                format!(
                    "{}={}",
                    text(&pattern.as_bytes()[one.piece]),
                    text(&path.as_bytes()[one.path])
                )
            })
            .collect();
        assert_eq!(found.join(" "), expected);
    }
    check("/a", "/ab", "/a=/a");
    check("/a$", "/a", "/a=/a $=");
    check("/*/print", "/a/b/print/c", "/=/ *=a/b /print=/print");
    check("*.gif$", "/a.gif.gif", "*=/a.gif .gif=.gif $=");
    check("/a*", "/abc", "/a=/a *=");
    check("/**b", "/ab", "/=/ *= *=a b=b");
    check("*$", "/a", "*=/a $=");
    check("/b", "/a", "");
}
