//! `maycrawl check` of many sites, each asked for its own file.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::fetch::{FILE, counting};
use crate::json::validate;
use crate::{Ran, folder, run, run_with};

const DOWN: &str = "HTTP/1.1 503 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
const AWAY: &str = "HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1:25/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// A host for each thing that can come of asking.
const SITES: &[(&str, &str)] = &[
    ("one.example/robots.txt", FILE),
    ("two.example/robots.txt", FILE),
    ("down.example/robots.txt", DOWN),
    ("away.example/robots.txt", AWAY),
];

fn check(server: SocketAddr, args: &[&str], stdin: &str) -> Ran {
    let resolve = format!("*:{server}");
    let common = ["check", "--allow-private", "--resolve", &resolve];
    run_with(common.iter().chain(args), stdin.as_bytes())
}

const URLS: &str = "\
http://one.example/a/b
http://down.example/a
http://one.example/c
http://none.example/a
nonsense
http://away.example/
http://two.example/a?b
";

#[test]
fn each_url_is_asked_of_its_own_site() {
    let count = Arc::default();
    let server = counting(SITES, &count);
    let ran = check(server, &["--agent", "GPTBot", "--urls", "-", "--format", "tsv"], URLS);
    assert_eq!((ran.code, &*ran.stderr), (1, ""));
    insta::assert_snapshot!(ran.stdout, @"
    agent	url	verdict	line	reason	rule
    GPTBot	http://one.example/a/b	disallow	2	disallow-rule	Disallow: /a
    GPTBot	http://down.example/a	later	0	unreachable	
    GPTBot	http://one.example/c	allow	0	no-match	
    GPTBot	http://none.example/a	allow	0	unavailable	
    GPTBot	nonsense	unasked	0	unasked	
    GPTBot	http://away.example/	unasked	0	unasked	
    GPTBot	http://two.example/a?b	disallow	2	disallow-rule	Disallow: /a
    ");
    // A request for each site.
    assert_eq!(count.load(Ordering::SeqCst), 5);
    let table = check(server, &["--agent", "GPTBot", "--urls", "-"], URLS);
    assert_eq!(table.code, 1);
    assert!(table.stdout.contains("http://down.example/a   later"), "{}", table.stdout);
}

#[test]
fn lines_of_json_go_in_and_out() {
    let server = counting(SITES, &Arc::default());
    let list = "{\"id\": 7, \"url\": \"http://one.example/a\"}\n\"http://down.example/\"\n";
    let ran = check(server, &["--urls", "-", "--format", "jsonl"], list);
    let lines: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &lines {
        validate(line, "check-line");
    }
    assert_eq!(lines[0]["robots_url"], "http://one.example/robots.txt");
    assert_eq!(lines[0]["rule"]["line"], 2);
    assert_eq!(
        (&lines[1]["verdict"], &lines[1]["reason"]),
        (&"later".into(), &"unreachable".into())
    );
    let named = "{\"id\": \"http://one.example/c\", \"url\": 7}\n";
    let ran = check(server, &["--urls", "-", "--column", "id"], named);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for (list, expected) in [
        (named, "no member that holds a URL, such as \"url\""),
        ("{\"url\": \"http://one.example/c\"", "standard input:1: no line of JSON"),
    ] {
        let ran = check(server, &["--urls", "-"], list);
        assert!(ran.code == 2 && ran.stderr.contains(expected), "{}", ran.stderr);
    }
    let whole =
        check(server, &["--format", "json", "http://one.example/a", "http://two.example/a"], "");
    let document: Value = serde_json::from_str(&whole.stdout).unwrap();
    validate(&document, "check");
    assert_eq!(document["answers"].as_array().unwrap().len(), 2);
}

/// What is given by hand is meant: there a refusal is an error.
#[test]
fn a_url_that_is_given_must_be_one_that_may_be_asked() {
    let server = counting(SITES, &Arc::default());
    for url in ["http://away.example/", "http://one.example:25/", "/a"] {
        let ran = check(server, &[url], "");
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{url}");
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
    let ran = run(["check", &format!("http://{server}/")]);
    assert!(ran.code == 2 && ran.stderr.contains("no public address"), "{}", ran.stderr);
    let of_origin = check(server, &["--origin", "http://one.example", "/a", "--quiet"], "");
    assert_eq!((of_origin.code, &*of_origin.stderr), (1, ""));
}

/// Wherever a run is cut off, going on gives the same file.
#[test]
fn a_run_goes_on_where_it_stopped() {
    let server = counting(SITES, &Arc::default());
    let files = folder(&[("urls.txt", URLS.as_bytes())]);
    let path = |name: &str| files.path().join(name).to_str().unwrap().to_owned();
    let (urls, answers) = (path("urls.txt"), path("answers"));
    for format in ["tsv", "jsonl"] {
        let args = [
            "--urls", &urls, "--format", format, "--resume", &answers, "-a", "GPTBot", "-a",
            "MyBot",
        ];
        let _ = fs::remove_file(&answers);
        let first = check(server, &args, "");
        assert_eq!((first.code, &*first.stdout), (1, ""), "{}", first.stderr);
        let whole = fs::read(&answers).unwrap();
        let printed = check(server, &[&args[..4], &args[6..]].concat(), "");
        assert!(printed.stdout.as_bytes() == whole);
        for cut in [0, 1, 20, 37, 60, 100, whole.len() / 2, whole.len() - 1, whole.len()] {
            fs::write(&answers, &whole[..cut]).unwrap();
            let again = check(server, &args, "");
            assert_eq!(again.code, 1, "{format}, {cut}: {}", again.stderr);
            assert!(fs::read(&answers).unwrap() == whole, "{format}, {cut}");
        }
        // Other questions are not mixed in, and what is no list of answers stays as it is.
        let others = ["--urls", "-", "--format", format, "--resume", &answers];
        let other_agents = check(server, &others, URLS);
        assert!(other_agents.code == 2 && fs::read(&answers).unwrap() == whole);
        let fewer = check(server, &[&others[..], &args[6..]].concat(), "http://one.example/a/b\n");
        assert!(fewer.code == 2 && fewer.stderr.contains("more URLs"), "{}", fewer.stderr);
        for foreign in ["precious", "precious\n", "{\"version\":1,\"mine\":true}\n"] {
            fs::write(&answers, foreign).unwrap();
            let ran = check(server, &args, "");
            assert!(ran.code == 2 && ran.stderr.contains("Nothing was changed"), "{}", ran.stderr);
            assert_eq!(fs::read_to_string(&answers).unwrap(), foreign);
        }
    }
    let text = check(server, &["--urls", &urls, "--resume", &answers], "");
    assert!(text.code == 2 && text.stderr.contains("--format jsonl"), "{}", text.stderr);
}

/// A row holds no TAB of a URL, and the URL is found again all the same.
#[test]
fn a_run_goes_on_over_urls_with_control_characters() {
    let server = counting(SITES, &Arc::default());
    let list =
        "{\"url\":\"http://one.example/a\\tb\"}\n{\"url\":\"http://one.example/c\\u0085\"}\n";
    let files = folder(&[("urls.jsonl", list.as_bytes())]);
    let path = |name: &str| files.path().join(name).to_str().unwrap().to_owned();
    let (urls, answers) = (path("urls.jsonl"), path("answers"));
    for format in ["tsv", "jsonl"] {
        let _ = fs::remove_file(&answers);
        let args = ["--urls", &urls, "--format", format, "--resume", &answers];
        let first = check(server, &args, "");
        let whole = fs::read_to_string(&answers).unwrap();
        assert!(!whole.contains(['\u{85}', '\x1B']) && whole.lines().count() >= 2, "{whole}");
        let again = check(server, &args, "");
        assert_eq!((again.code, &*again.stderr), (first.code, ""), "{format}");
        assert_eq!(fs::read_to_string(&answers).unwrap(), whole);
    }
}

#[test]
fn what_comes_can_be_kept() {
    let count: Arc<AtomicUsize> = Arc::default();
    let server = counting(SITES, &count);
    let files = folder(&[("text", b"User-agent: *\n")]);
    let path = |name: &str| files.path().join(name).to_str().unwrap().to_owned();
    let cache = path("cache");
    for _ in 0..2 {
        let ran = check(server, &["--cache", &cache, "--urls", "-", "-q"], URLS);
        assert_eq!((ran.code, &*ran.stderr), (1, ""));
    }
    // The site that is refused leaves nothing to keep.
    assert_eq!(count.load(Ordering::SeqCst), 6);
    let other = ["--cache", &cache, "--user-agent", "OtherBot/1.0", "-q", "http://one.example/c"];
    assert_eq!(check(server, &other, "").code, 0);
    assert_eq!(count.load(Ordering::SeqCst), 7);
    for (name, expected) in [("text", "no store of maycrawl"), ("no/cache", "unable to open")] {
        let ran = check(server, &["--cache", &path(name), "http://one.example/c"], "");
        assert!(ran.code == 2 && ran.stderr.contains(expected), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
    assert!(!Path::new(&path("no")).exists());
}

#[test]
fn a_sitemap_may_be_a_url() {
    const INDEX: &str = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<sitemapindex><sitemap><loc>http://one.example/1.xml</loc></sitemap><sitemap><loc>/etc/passwd</loc></sitemap></sitemapindex>";
    const MAP: &str = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<urlset><url><loc>http://one.example/a</loc></url><url><loc>http://two.example/c</loc></url></urlset>";
    const MOVED: &str = "HTTP/1.1 301 Moved\r\nLocation: /index.xml\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let server = counting(
        &[("/robots.txt", FILE), ("/sitemap.xml", MOVED), ("/index.xml", INDEX), ("/1.xml", MAP)],
        &Arc::default(),
    );
    let ran = check(server, &["--sitemap", "http://one.example/sitemap.xml"], "");
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stdout.starts_with("1 of 2 answers are no\n"), "{}", ran.stdout);
    assert!(ran.stderr.contains("/etc/passwd is not read: it is no URL"), "{}", ran.stderr);
    let none = check(server, &["--sitemap", "http://one.example/no.xml"], "");
    assert!(none.code == 2 && none.stderr.contains("the server answers 404"), "{}", none.stderr);
}
