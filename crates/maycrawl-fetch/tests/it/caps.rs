//! Where a dialect's cap cuts a file, an answer over HTTP means what the file means.

use std::fmt::Write as _;

use maycrawl::{Agent, Dialect, Robots, dialect::Preset, robots::RuleKind};
use maycrawl_fetch::{Body, Needs, Request};

use crate::coding::gzip;
use crate::site::exchange;
use crate::ways::{After, Page, Way, Web};

/// The cap of most dialects.
const CAP: usize = 512_000;

/// How much is read for a dialect without a cap.
const MOST: usize = 8 << 20;

const PATHS: [&str; 8] = ["/", "/a", "/b", "/x/", "/x/public.html", "/x/other", "/private/a", "/ä"];

/// Comments up to a length, in lines that end so.
fn filler(len: usize, line_end: &str) -> Vec<u8> {
    let line = format!("#{}{line_end}", "-".repeat(1022));
    let mut bytes = line.repeat(len / line.len()).into_bytes();
    let last = len - bytes.len();
    if last > 0 {
        bytes.extend("#".repeat(last - line_end.len().min(last)).bytes());
        bytes.extend(&line_end.as_bytes()[..line_end.len().min(last)]);
    }
    bytes
}

const RULES: &str = "User-agent: *\nDisallow: /x/\nDisallow: /private/\nAllow: /x/public\n";

/// A file of which a text begins so many bytes before the cap.
fn cut(cap: usize, before: usize, text: &str) -> Vec<u8> {
    let start = filler(cap - before - RULES.len(), "\n");
    [RULES.as_bytes(), &start, text.as_bytes()].concat()
}

/// A file of a length that ends in a rule.
fn of_length(len: usize, line_end: &str) -> Vec<u8> {
    let rule = format!("Disallow: /b{line_end}");
    let start = filler(len - RULES.len() - rule.len(), "\n");
    [RULES.as_bytes(), &start, rule.as_bytes()].concat()
}

/// Files around the cap, with names.
fn files(cap: usize) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for more in [-2_i64, -1, 0, 1, 2, 1000, 100_000] {
        let len = usize::try_from(i64::try_from(cap).unwrap() + more).unwrap();
        for line_end in ["", "\n", "\r\n"] {
            files.push((format!("{len} bytes, {line_end:?}"), of_length(len, line_end)));
        }
    }
    for (before, text) in [
        (11, "Disallow: /a-long-path-of-no-harm\n"),
        (12, "Disallow: /a-long-path-of-no-harm\n"),
        (10, "Disallow: /a-long-path-of-no-harm\n"),
        (3, "Disallow: /a-long-path-of-no-harm\n"),
        (10, "Allow: /x/public.html\n"),
        (8, "Allow: /x/other.html\nDisallow: /b"),
        // Just before, in and after line ends.
        (12, "Disallow: /b\nDisallow: /a\n"),
        (13, "Disallow: /b\nDisallow: /a\n"),
        (12, "Disallow: /b\rDisallow: /a\r"),
        (13, "Disallow: /b\rDisallow: /a\r"),
        (12, "Disallow: /b\r\nDisallow: /a\r\n"),
        (13, "Disallow: /b\r\nDisallow: /a\r\n"),
        (14, "Disallow: /b\r\nDisallow: /a\r\n"),
        // In a comment, a character, a field, a line of an agent.
        (5, "# a comment\nDisallow: /b\n"),
        (12, "Disallow: /ä\n"),
        (4, "Disallow: /b\n"),
        (13, "User-agent: OurBot\nDisallow: /\n"),
        (13, "User-agent: *\nDisallow: /\n"),
    ] {
        files.push((format!("{text:?} {before} before the cap"), cut(cap, before, text)));
    }
    let long = [&b"User-agent: *\nDisallow: /"[..], &b"a".repeat(cap + 88_000)].concat();
    files.push(("one line of rule".into(), long));
    files.push(("one line of comment".into(), vec![b'#'; cap + 88_000]));
    files
}

/// What a file says and leaves unread, as far as it can be compared.
fn meaning(robots: &Robots) -> String {
    let mut text = format!("refused: {}\n", robots.is_refused());
    for group in robots.groups() {
        for agent in group.agents() {
            let value = String::from_utf8_lossy(agent.value());
            _ = writeln!(text, "{}: User-agent {value}", agent.line());
        }
        for rule in group.rules() {
            let kind = if rule.kind() == RuleKind::Allow { "Allow" } else { "Disallow" };
            let value = String::from_utf8_lossy(rule.value());
            let value: String = value.chars().take(100).collect();
            _ = writeln!(text, "{}: {kind} {value} at {:?}", rule.line(), rule.span());
        }
    }
    for agent in ["OurBot", "Other"] {
        let rules = robots.rules(&Agent::token(agent));
        for path in PATHS {
            _ = writeln!(text, "{agent} {path} {:?}", rules.check_url(path));
        }
    }
    text
}

/// Asks for each file, once for the dialects without a cap and once for the others, and
/// compares what each dialect makes of the answer and of the bytes themselves.
async fn check(way: Way, files: Vec<(String, Vec<u8>)>, is_coded: bool, dialects: &[&Dialect]) {
    let pages: Vec<_> = files.iter().map(|(_, bytes)| bytes.clone()).collect();
    let web = Web::start(way, After::Close, move |place| {
        let number: usize = place.rsplit('/').next().unwrap().parse().unwrap();
        if is_coded {
            Page::file(gzip(&pages[number])).with("content-encoding", "gzip")
        } else {
            Page::file(pages[number].clone())
        }
    })
    .await;
    let transport = web.transport();
    let mut needs: Vec<_> = dialects.iter().map(|dialect| Needs::of(dialect).bytes).collect();
    needs.sort_unstable();
    needs.dedup();
    for (number, (name, bytes)) in files.iter().enumerate() {
        for most in &needs {
            let url = way.url(&format!("site.example/{number}")).parse().unwrap();
            let response = exchange(&transport, &Request::new(url, *most)).await.unwrap();
            assert_eq!(response.body.is_cut, bytes.len() > *most, "{name}");
            // Of those that need less, one shows that more does not matter.
            let is_asked = |dialect: &&&Dialect| {
                let needed = Needs::of(dialect).bytes;
                needed == *most || ***dialect == Dialect::GOOGLE && needed < *most
            };
            for dialect in dialects.iter().filter(is_asked) {
                compare(&response.body, bytes, dialect, &format!("{name} [{dialect}]"));
            }
        }
    }
}

#[track_caller]
fn compare(body: &Body, bytes: &[u8], dialect: &Dialect, name: &str) {
    // What no dialect caps is cut by the fetcher, after a line.
    let end = bytes.iter().take(MOST).rposition(|byte| matches!(byte, b'\n' | b'\r'));
    let read = match dialect.fetch.body_cap {
        None if bytes.len() > MOST => &bytes[..end.map_or(0, |end| end + 1)],
        _ => bytes,
    };
    let (fetched, given) = (body.parse(dialect), Robots::parse(read, dialect));
    assert_eq!(meaning(&fetched), meaning(&given), "{name}");
    // How much is unread is only known of what came.
    assert_eq!(fetched.unread() > 0, given.unread() > 0, "{name}");
}

fn presets() -> Vec<&'static Dialect> {
    Preset::ALL.iter().map(|Preset { dialect, .. }| dialect).collect()
}

fn without_cap() -> Vec<&'static Dialect> {
    let mut dialects = presets();
    dialects.retain(|dialect| dialect.fetch.body_cap.is_none());
    assert!(!dialects.is_empty());
    dialects
}

#[tokio::test]
async fn a_cut_file_means_the_same_over_http_and_as_bytes() {
    let files = files(CAP);
    assert!(files.len() >= 40, "{}", files.len());
    check(Way::Http, files, false, &presets()).await;
}

#[tokio::test]
async fn a_cut_file_means_the_same_when_it_is_coded() {
    let mut number = 0;
    let mut files = files(CAP);
    files.retain(|_| {
        number += 1;
        number % 4 == 0
    });
    check(Way::H2, files, true, &presets()).await;
}

/// Dialects without a cap read as much as a fetcher keeps.
#[tokio::test]
async fn what_is_far_too_large_is_cut_after_a_line() {
    let files = vec![
        ("as much as is kept".into(), of_length(MOST, "")),
        ("one byte more".into(), of_length(MOST + 1, "\n")),
        ("a rule across the end".into(), cut(MOST, 11, "Disallow: /a-long-path\n")),
        ("a line end at the end".into(), cut(MOST, 13, "Disallow: /b\nDisallow: /a\n")),
    ];
    check(Way::Http, files, false, &without_cap()).await;
}
