//! `maycrawl fetch`: the story of asking, over a server on loopback.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::json::validate;
use crate::{folder, run};

/// A server that answers each path, or host and path, by bytes, until the test ends.
fn serve(replies: &'static [(&'static str, &'static str)]) -> SocketAddr {
    counting(replies, &Arc::default())
}

/// The same, and counts the requests.
pub(crate) fn counting(
    replies: &'static [(&'static str, &'static str)],
    count: &Arc<AtomicUsize>,
) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let count = Arc::clone(count);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            count.fetch_add(1, Ordering::SeqCst);
            let mut head = [0; 4096];
            let len = stream.read(&mut head).unwrap_or(0);
            let head = String::from_utf8_lossy(&head[..len]).into_owned();
            let path = head.split(' ').nth(1).unwrap_or_default();
            let host = head.lines().find_map(|line| line.strip_prefix("host: "));
            let place = format!("{}{path}", host.unwrap_or_default());
            let reply = replies.iter().find(|(known, _)| *known == place || *known == path);
            let reply = reply.map_or(
                "HTTP/1.1 404 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                |one| one.1,
            );
            // A client may have seen enough.
            let _ = stream.write_all(reply.as_bytes());
        }
    });
    address
}

/// What `fetch` prints for a host that is sent to the server, and its status.
fn fetch(server: SocketAddr, args: &[&str]) -> crate::Ran {
    let resolve = format!("*:{server}");
    let common = ["fetch", "--allow-private", "--resolve", &resolve];
    run(common.iter().chain(args))
}

/// The text without what differs from run to run: times.
fn timeless(text: &str) -> String {
    let lines = text.lines().map(|line| match line {
        line if line.ends_with(" ms)") => {
            line.rsplit_once(" (").map_or(line, |(line, _)| line).to_owned()
        }
        line if line.contains("; valid until ") => {
            let (start, rest) = line.split_once("; valid until ").unwrap();
            format!("{start}; valid until T {}", &rest[rest.find('(').unwrap()..])
        }
        line if line.starts_with("  from the cache") => "  from the cache, fetched on T".into(),
        line => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

pub(crate) const FILE: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nCache-Control: max-age=3600\r\nContent-Length: 26\r\nConnection: close\r\n\r\nUser-agent: *\nDisallow: /a";

#[test]
fn a_file_and_the_way_to_it() {
    let server = serve(&[
        (
            "/robots.txt",
            "HTTP/1.1 301 Moved\r\nLocation: http://www.site.example/r\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        ),
        ("/r", FILE),
    ]);
    let ran = fetch(server, &["http://site.example/any/page"]);
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    insta::assert_snapshot!(timeless(&ran.stdout), @"
    http://site.example/robots.txt
      http://site.example/robots.txt 301 to http://www.site.example/r
      http://www.site.example/r 200
      26 bytes, text/plain
    = 200 after a redirect: the rules of the file apply; valid until T (60 min)
    = Cache-Control: max-age=3600
    = warning: a redirect leads to another host, www.site.example; the file found there applies to http://site.example
    ");
    let shown = fetch(server, &["--show", "http://site.example"]);
    assert_eq!(shown.stdout, "User-agent: *\nDisallow: /a");
    let files = folder(&[]);
    let path = files.path().join("robots.txt");
    let saved = fetch(server, &["--save", path.to_str().unwrap(), "http://site.example"]);
    assert_eq!(saved.code, 0);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), shown.stdout);
    std::fs::write(&path, "mine").unwrap();
    let taken = fetch(server, &["--save", path.to_str().unwrap(), "http://site.example"]);
    assert!(taken.code == 2 && taken.stderr.contains("already exists"), "{}", taken.stderr);
    assert_eq!(std::fs::read(&path).unwrap(), b"mine");
    let json = fetch(server, &["--format", "json", "--all-dialects", "http://site.example"]);
    let document: Value = serde_json::from_str(&json.stdout).unwrap();
    validate(&document, "fetch");
    assert_eq!(document["fetched"][0]["outcomes"].as_array().unwrap().len(), 8);
}

#[test]
fn what_is_no_file_is_told_in_words() {
    let server = serve(&[("/none/robots.txt", "")]);
    let ran = fetch(server, &["http://site.example"]);
    insta::assert_snapshot!(timeless(&ran.stdout), @"
    http://site.example/robots.txt
      http://site.example/robots.txt 404
    = 404 Not Found: there is no robots.txt, so everything may be crawled; valid until T (24 h)
    ");
    // The file is not empty: there is none.
    let resolve = format!("*:{server}");
    let line = [
        "check",
        "--allow-private",
        "--resolve",
        &resolve,
        "--robots",
        "http://site.example",
        "/a",
    ];
    let checked = run(line);
    assert!(
        checked.code == 0 && checked.stderr.contains("there is no robots.txt"),
        "{}",
        checked.stderr
    );
    assert!(!checked.stderr.contains("is empty"), "{}", checked.stderr);
    let shown = fetch(server, &["--show", "http://site.example"]);
    assert_eq!((shown.code, &*shown.stdout), (2, ""));
    assert!(shown.stderr.contains("; there is no file to show"), "{}", shown.stderr);
    let failing = serve(&[(
        "/robots.txt",
        "HTTP/1.1 503 No\r\nRetry-After: 600\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    )]);
    let ran = fetch(failing, &["http://site.example"]);
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(timeless(&ran.stdout), @"
    http://site.example/robots.txt
      http://site.example/robots.txt 503
    = 503 Service Unavailable: nothing may be crawled for 12 hours; after that, Google crawls as if there were no robots.txt, unless it fetched the file before: that copy applies for up to 30 days; valid until T (10 min)
    = Retry-After: 600
    ");
}

#[test]
fn what_documents_disagree_about_or_leave_open_is_told() {
    let refusing = serve(&[(
        "/robots.txt",
        "HTTP/1.1 403 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    )]);
    let ran = fetch(refusing, &["http://site.example"]);
    let line = "\n= sources disagree: RFC 9309 and Google take 401 and 403 for a missing file; ";
    assert!(ran.stdout.contains(line), "{}", ran.stdout);
    let truncated = serve(&[(
        "/robots.txt",
        "HTTP/1.1 200 OK\r\nContent-Length: 90\r\nConnection: close\r\n\r\nUser-agent: *",
    )]);
    for (dialect, is_open) in [("google-2012", true), ("rfc9309", false)] {
        let ran = fetch(truncated, &["--dialect", dialect, "http://site.example"]);
        let says = ran.stdout.contains("google-2012 does not define this");
        assert_eq!(says, is_open, "{}", ran.stdout);
        let ran =
            fetch(truncated, &["--dialect", dialect, "--format", "json", "http://site.example"]);
        let document: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(document["fetched"][0]["outcomes"][0]["undefined"], is_open, "{document}");
    }
}

#[test]
fn what_may_not_be_asked_is_refused() {
    let server = serve(&[("/robots.txt", FILE)]);
    for (url, expected) in [
        (
            format!("http://{server}/"),
            "127.0.0.1 is not a public address (allow it with --allow-net 127.0.0.1/32 or --allow-private)",
        ),
        (
            "http://site.example:25/".to_owned(),
            "browsers block port 25, so web sites do not use it (allow it with --allow-port 25)",
        ),
        ("file:///etc/passwd".to_owned(), "no robots.txt applies to this URL"),
        ("site.example".to_owned(), "give a URL such as https://example.com"),
        ("https://site.example:99999/".to_owned(), "the port of the URL is not valid"),
    ] {
        let ran = run(["fetch", &url]);
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{url}");
        assert!(ran.stderr.contains(expected) && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    }
    let wrong = run(["fetch", "--resolve", "nonsense", "http://site.example"]);
    assert!(
        wrong.code == 2 && wrong.stderr.contains("write a host and an address"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn a_site_that_cannot_be_asked_stops_no_other() {
    let server = serve(&[("/robots.txt", FILE)]);
    let ran = fetch(server, &["http://site.example:25", "http://site.example"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("browsers block port 25"), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    assert!(ran.stdout.starts_with("http://site.example/robots.txt\n"), "{}", ran.stdout);
    let variants = fetch(server, &["--variants", "http://site.example:25", "http://site.example"]);
    assert_eq!(variants.code, 2);
    assert!(variants.stdout.contains("as Googlebot"), "{}", variants.stdout);
}

/// Other commands read a site's file as they read one that lies here.
#[test]
fn commands_take_urls_for_files() {
    let server = serve(&[("/robots.txt", FILE)]);
    let resolve = format!("*:{server}");
    let net = ["--allow-private", "--resolve", &resolve];
    let run = |args: &[&str]| run(args.iter().chain(&net));
    let check =
        run(&["check", "--format", "tsv", "http://site.example/a/b", "http://site.example/c"]);
    assert_eq!(check.code, 1, "{}", check.stderr);
    let verdicts: Vec<_> =
        check.stdout.lines().skip(1).map(|row| row.split('\t').nth(2).unwrap()).collect();
    assert_eq!(verdicts, ["disallow", "allow"], "{}", check.stdout);
    // What another site serves is not this file's to say.
    let elsewhere =
        run(&["check", "--robots", "http://site.example/new.txt", "http://other.example/c"]);
    assert_eq!(
        (elsewhere.code, &*elsewhere.stderr),
        (
            1,
            "maycrawl: reading http://site.example/robots.txt, where crawlers look for it, and not http://site.example/new.txt\n"
        )
    );
    assert!(elsewhere.stdout.contains("out of scope"), "{}", elsewhere.stdout);
    let policy = run(&["policy", "http://site.example"]);
    assert!(
        policy.code == 0 && policy.stdout.contains("http://site.example/robots.txt"),
        "{}",
        policy.stderr
    );
    let lint = run(&["lint", "http://site.example"]);
    assert_eq!(lint.code, 0, "{}", lint.stdout);
    let changed = run(&[
        "check",
        "--robots",
        "examples/staging.txt",
        "--against",
        "http://site.example",
        "/c",
    ]);
    assert_eq!(changed.code, 1, "{}", changed.stderr);
}

#[test]
fn a_site_that_cannot_be_asked_is_no_yes() {
    let server = serve(&[(
        "/robots.txt",
        "HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    )]);
    let resolve = format!("*:{server}");
    let net = ["--allow-private", "--resolve", &resolve];
    let run = |args: &[&str]| run(args.iter().chain(&net));
    let check = run(&["check", "http://site.example/a"]);
    assert_eq!((check.code, &*check.stderr), (1, ""));
    let (answer, date) = check.stdout.rsplit_once("after ").unwrap();
    assert!(date.ends_with(" GMT\n"), "{date}");
    insta::assert_snapshot!(answer, @"
    later: http://site.example/a for a crawler without a group of its own
      = why: 500 Internal Server Error: nothing may be crawled for 12 hours; after
             that, Google crawls as if there were no robots.txt, unless it fetched
             the file before: that copy applies for up to 30 days
      = retry: ask again
    ");
    assert_eq!(run(&["lint", "http://site.example"]).code, 1);
    // Nothing there is everything allowed.
    let check = run(&["check", "--dialect", "yandex", "http://site.example/a"]);
    assert_eq!(check.code, 0, "{}", check.stderr);
}

#[test]
fn a_crawler_is_answered_too() {
    let server = serve(&[("/robots.txt", FILE)]);
    let ran =
        fetch(server, &["--agent", "Googlebot", "http://site.example/a", "http://site.example/b"]);
    for line in [
        "= Googlebot, http://site.example/a: disallow: `Disallow: /a` on line 2",
        "= Googlebot, http://site.example/b: allow: ",
    ] {
        assert!(ran.stdout.contains(line), "{}", ran.stdout);
    }
    let json =
        fetch(server, &["--agent", "Googlebot", "--format", "json", "http://site.example/a"]);
    let document: Value = serde_json::from_str(&json.stdout).unwrap();
    validate(&document, "fetch");
    assert_eq!(document["fetched"][0]["answers"][0]["verdict"], "disallow");
}

#[test]
fn variants_of_a_site_are_compared() {
    let server = serve(&[("/robots.txt", FILE)]);
    let ran = fetch(server, &["--variants", "http://site.example"]);
    let (_, end) = ran.stdout.split_once("They give different answers").unwrap();
    assert_eq!(
        end,
        "; each file applies to its own origin only:\n  \
         http://site.example, http://www.site.example, http://site.example as Googlebot, \
         http://site.example as a browser: a file of 26 bytes\n  \
         https://site.example, https://www.site.example: no file\n"
    );
}

const BUSY: &str = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// Each agent has its answer, whatever came.
#[test]
fn agents_are_answered_without_a_file() {
    let server = serve(&[("busy.example/robots.txt", BUSY), ("ok.example/robots.txt", FILE)]);
    let ran = fetch(
        server,
        &["--fail", "--agent", "Googlebot", "--agent", "YandexBot", "http://busy.example/a"],
    );
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(timeless(&ran.stdout), @"
    http://busy.example/robots.txt
      http://busy.example/robots.txt 503
    = google: 503 Service Unavailable: nothing may be crawled for 12 hours; after that, Google crawls as if there were no robots.txt, unless it fetched the file before: that copy applies for up to 30 days; valid until T (30 s)
    = yandex: 503 Service Unavailable: everything may be crawled in the meantime; valid until T (30 s)
    = Googlebot, http://busy.example/a: later: 503 Service Unavailable: nothing may be crawled for 12 hours; after that, Google crawls as if there were no robots.txt, unless it fetched the file before: that copy applies for up to 30 days
    = YandexBot (read as yandex), http://busy.example/a: allow: 503 Service Unavailable: everything may be crawled in the meantime
    ");
    let ran = fetch(server, &["--fail", "--agent", "Googlebot", "http://none.example/a"]);
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(timeless(&ran.stdout), @"
    http://none.example/robots.txt
      http://none.example/robots.txt 404
    = 404 Not Found: there is no robots.txt, so everything may be crawled; valid until T (24 h)
    = Googlebot, http://none.example/a: allow: 404 Not Found: there is no robots.txt, so everything may be crawled
    ");
    let ran = fetch(server, &["--fail", "--quiet", "http://ok.example/a"]);
    assert_eq!((ran.code, &*ran.stdout), (0, ""));
}

#[test]
fn what_comes_from_a_cache_is_marked() {
    let server = serve(&[("/robots.txt", FILE)]);
    let files = folder(&[]);
    let cache = files.path().join("cache.db");
    let args = ["--cache", cache.to_str().unwrap(), "http://ok.example/"];
    assert!(!fetch(server, &args).stdout.contains("cache,"));
    insta::assert_snapshot!(timeless(&fetch(server, &args).stdout), @"
    http://ok.example/robots.txt
      from the cache, fetched on T
      http://ok.example/robots.txt 200
      26 bytes, text/plain
    = 200: the rules of the file apply; valid until T (60 min)
    = Cache-Control: max-age=3600
    ");
}

/// A redirect to what the guard refuses shows the way to it.
#[test]
fn a_refusal_shows_the_way() {
    let server = serve(&[
        (
            "/robots.txt",
            "HTTP/1.1 301 Moved\r\nLocation: /r\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        ),
        (
            "/r",
            "HTTP/1.1 301 Moved\r\nLocation: http://site.example:22/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        ),
    ]);
    let ran = fetch(server, &["http://site.example/"]);
    assert_eq!(ran.code, 2);
    let way = "; redirects: http://site.example/robots.txt 301 to /r";
    assert!(ran.stderr.contains(way), "{}", ran.stderr);
}

/// A site that fails is a finding; a missing file is none.
#[test]
fn a_site_is_linted_whatever_it_answers() {
    let server = serve(&[("busy.example/robots.txt", BUSY)]);
    let resolve = format!("*:{server}");
    let lint = |url| run(["lint", "--allow-private", "--resolve", &resolve, url]);
    let busy = lint("http://busy.example/");
    assert_eq!(busy.code, 1);
    insta::assert_snapshot!(busy.stderr, @"maycrawl: http://busy.example/robots.txt: 503 Service Unavailable: nothing may be crawled for 12 hours; after that, Google crawls as if there were no robots.txt, unless it fetched the file before: that copy applies for up to 30 days");
    insta::assert_snapshot!(busy.stdout, @"
    error[access-server-error]: the server answered 503: crawlers stop fetching the
                                site
    --> http://busy.example/robots.txt:1
     = affects: google, google-parser, rfc9309, google-2012, draft-1996, bing,
                cautious
     = why: A crawler that cannot learn the rules must treat the whole site as
            blocked (RFC 9309 section 2.3.1.4). Google stops crawling for twelve
            hours, and treats 429 like a 5xx status.
     = help: make the server answer 200 with the file, or 404 if there is none

    http://busy.example/robots.txt: 1 error; score 0 of 100, broken
    ");
    let none = lint("http://none.example/");
    assert_eq!(none.code, 0);
    insta::assert_snapshot!(none.stderr, @"maycrawl: http://none.example/robots.txt: 404 Not Found: there is no robots.txt, so everything may be crawled");
    insta::assert_snapshot!(none.stdout, @"http://none.example/robots.txt: no findings");
}
