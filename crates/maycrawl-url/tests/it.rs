//! Which robots.txt governs a URL.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

use maycrawl::dialect::Preset;
use maycrawl_url::{ErrorKind, Origin, Target};

#[test]
fn what_is_no_url_is_refused_with_its_reason() {
    #[track_caller]
    fn check(url: &str, kind: ErrorKind) {
        assert_eq!(Target::parse(url).unwrap_err().kind(), kind, "{url}");
    }
    check("", ErrorKind::NotAbsolute);
    check("example.com/a", ErrorKind::NotAbsolute);
    check("/a", ErrorKind::NotAbsolute);
    check("//example.com/a", ErrorKind::NotAbsolute);
    check("https://", ErrorKind::Host);
    check("https://exa mple.com/", ErrorKind::Host);
    check("https://xn--a.example/", ErrorKind::Host);
    check("https://[::1/", ErrorKind::Host);
    check("https://[fe80::1%25eth0]/", ErrorKind::Host);
    check("https://256.256.256.256/", ErrorKind::Host);
    check("https://example.com:65536/", ErrorKind::Port);
    check("https://example.com:http/", ErrorKind::Port);
    check("mailto:someone@example.com", ErrorKind::Ungoverned);
    check("data:,hello", ErrorKind::Ungoverned);
    check("file:///etc/robots.txt", ErrorKind::Ungoverned);
    check("gopher://example.com/", ErrorKind::Ungoverned);
}

#[test]
fn only_the_robots_txt_of_an_origin_governs_it() {
    let kind = |url: &str| Origin::of_robots_txt(url).unwrap_err().kind();
    assert_eq!(kind("https://example.com/robots.txt?x"), ErrorKind::NotRobotsTxt);
    assert_eq!(kind("https://example.com/Robots.txt"), ErrorKind::NotRobotsTxt);
    assert!(Origin::of_robots_txt("https://example.com/robots.txt#top").is_ok());
}

#[test]
fn origins_are_written_in_one_form() {
    #[track_caller]
    fn check(url: &str, origin: &str, port: u16) {
        let parsed: Origin = url.parse().unwrap();
        assert_eq!((parsed.to_string().as_str(), parsed.port()), (origin, port));
        assert_eq!(parsed.robots_url(), [origin, "/robots.txt"].concat());
    }
    check("https://EXAMPLE.com/a", "https://example.com", 443);
    check("http://example.com:80", "http://example.com", 80);
    check("http://example.com:443", "http://example.com:443", 443);
    check("ftp://user:secret@example.com/", "ftp://example.com", 21);
    check("https://faß.de", "https://xn--fa-hia.de", 443);
    check("https://example。com", "https://example.com", 443);
    check("http://0x7f.1", "http://127.0.0.1", 80);
    check("http://[0:0:0:0:0:0:0:1]:8080", "http://[::1]:8080", 8080);
    check("https://example.com.", "https://example.com.", 443);
    check("https://ex%61mple.com", "https://example.com", 443);
}

#[test]
fn a_target_is_seen_by_rules_in_their_form() {
    let target = Target::parse("https://user@example.com//a/../b?q=%7eä#c").unwrap();
    assert_eq!(target.to_string(), "https://example.com//b?q=%7e%C3%A4");
    for Preset { name, dialect, .. } in Preset::ALL {
        let expected = match *name {
            "rfc9309" => "//b?q=~%C3%A4",
            "google-parser" => "//a/../b?q=%7eä",
            "draft-1996" => "//a/../b?q=~ä",
            _ => "//b?q=%7E%C3%A4",
        };
        assert_eq!(target.rule_path(dialect).as_bytes(), expected.as_bytes(), "{name}");
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let message = Target::parse("example.com").unwrap_err().to_string();
    assert_eq!(message, "not an absolute URL: it has no scheme such as https://");
}
