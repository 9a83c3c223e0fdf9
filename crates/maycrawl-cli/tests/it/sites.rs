//! `maycrawl check` of many sites, each asked for its own file.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::fetch::{FILE, counting};
use crate::json::validate;
use crate::{Ran, command, folder, run, run_with};

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

/// Rows without the times of the seventh cell, and these times.
fn without_times(rows: &str) -> (String, Vec<String>) {
    let mut times = Vec::new();
    let rows = rows.lines().map(|row| {
        let mut cells: Vec<_> = row.split('\t').collect();
        assert_eq!(cells.len(), 8, "{row}");
        cells[6] = match cells[6] {
            "" => ".",
            "retry_at" => "retry_at",
            time => {
                times.push(time.to_owned());
                "TIME"
            }
        };
        cells.join(" | ")
    });
    (rows.collect::<Vec<_>>().join("\n"), times)
}

/// The time in so many seconds.
fn rfc3339_in(seconds: u64) -> String {
    let time = SystemTime::now() + Duration::from_secs(seconds);
    humantime::format_rfc3339_seconds(time).to_string()
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
    let (timeless, times) = without_times(&ran.stdout);
    insta::assert_snapshot!(timeless, @"
    agent | url | verdict | line | reason | rule | retry_at | dialect
    GPTBot | http://one.example/a/b | disallow | 2 | disallow-rule | Disallow: /a | . | google
    GPTBot | http://down.example/a | later | 0 | unreachable |  | TIME | google
    GPTBot | http://one.example/c | allow | 0 | no-match |  | . | google
    GPTBot | http://none.example/a | allow | 0 | unavailable |  | . | google
    GPTBot | nonsense | unasked | 0 | unasked | not an absolute URL: it has no scheme such as https:// | . | google
    GPTBot | http://away.example/ | unasked | 0 | unasked | http://away.example/robots.txt redirects to a refused target: browsers block port 25, so web sites do not use it (allow it with --allow-port 25) | . | google
    GPTBot | http://two.example/a?b | disallow | 2 | disallow-rule | Disallow: /a | . | google
    ");
    // The site may be asked again after a while.
    assert!(times.len() == 1 && times[0] >= rfc3339_in(5), "{times:?}");
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
    assert!(lines[1]["retry_at_utc"].as_str().unwrap() >= &*rfc3339_in(5));
    assert!(lines[1]["retry_at"].is_i64() && lines[0]["retry_at"].is_null());
    let named = "{\"id\": \"http://one.example/c\", \"url\": 7}\n";
    let ran = check(server, &["--urls", "-", "--column", "id"], named);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for (list, expected) in [
        ("{\"id\": 1, \"url\": 7}\n", "no member that contains a URL, such as \"url\""),
        ("{\"url\": \"http://one.example/c\"", "standard input:1: not valid JSON (column 30)"),
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

/// A site that may not be asked is an answer like others: not allow, so the status is 1.
#[test]
fn a_url_whose_site_may_not_be_asked_is_unasked() {
    let server = counting(SITES, &Arc::default());
    for url in ["http://away.example/", "http://one.example:25/"] {
        let ran = check(server, &[url], "");
        assert!(ran.code == 1 && ran.stdout.starts_with("unasked: "), "{}", ran.stdout);
        assert!(ran.stderr.starts_with(&format!("maycrawl: {url}: ")), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
    let ran = run(["check", &format!("http://{server}/")]);
    assert!(ran.code == 1 && ran.stderr.contains("not a public address"), "{}", ran.stderr);
    let of_origin = check(server, &["--origin", "http://one.example", "/a", "--quiet"], "");
    assert_eq!((of_origin.code, &*of_origin.stderr), (1, ""));
}

#[test]
fn a_refused_url_stops_no_other() {
    let count = Arc::default();
    let server = counting(SITES, &count);
    let mixed = ["--format", "tsv", "http://away.example/", "http://one.example/c"];
    let ran = check(server, &mixed, "");
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.starts_with("maycrawl: http://away.example/: "), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("\tunasked\t") && ran.stdout.contains("\tallow\t"),
        "{}",
        ran.stdout
    );
    // What is no URL is told before anything is asked.
    count.store(0, Ordering::SeqCst);
    for text in ["/a", "nonsense"] {
        let ran = check(server, &["http://one.example/c", text], "");
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{text}");
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
    assert_eq!(count.load(Ordering::SeqCst), 0);
}

/// Files of answers and lists of URLs, and what comes of runs over them.
struct Runs {
    server: SocketAddr,
    files: tempfile::TempDir,
    format: &'static str,
}

impl Runs {
    fn new(format: &'static str, urls: &str) -> Self {
        let files = folder(&[("urls.txt", urls.as_bytes())]);
        Self { server: counting(SITES, &Arc::default()), files, format }
    }

    fn path(&self, name: &str) -> String {
        self.files.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    fn answers(&self) -> String {
        fs::read_to_string(self.path("answers")).unwrap()
    }

    fn run(&self, args: &[&str]) -> Ran {
        let (urls, answers) = (self.path("urls.txt"), self.path("answers"));
        let common = ["--urls", &urls, "--format", self.format, "--resume", &answers];
        check(self.server, &[&common[..], args].concat(), "")
    }

    /// A run that is refused, with what it says, and changes nothing.
    #[track_caller]
    fn refused(&self, args: &[&str], expected: &str) {
        let before = self.answers();
        let ran = self.run(args);
        let last = ran.stderr.lines().last().unwrap_or_default();
        assert!(ran.code == 2 && last.contains(expected), "{}: {}", ran.code, ran.stderr);
        assert_eq!(self.answers(), before);
    }
}

/// Wherever a run is cut off, going on gives the same file.
#[test]
fn a_run_goes_on_where_it_stopped() {
    let agents = ["-a", "GPTBot", "-a", "MyBot"];
    for format in ["tsv", "jsonl"] {
        let runs = Runs::new(format, URLS);
        let first = runs.run(&agents);
        assert_eq!((first.code, &*first.stdout), (1, ""), "{}", first.stderr);
        let whole = runs.answers();
        let urls = runs.path("urls.txt");
        let args = [&["--urls", &urls, "--format", format][..], &agents].concat();
        let printed = check(runs.server, &args, "").stdout;
        let answers = if format == "tsv" { &whole } else { whole.split_once('\n').unwrap().1 };
        assert_eq!(printed.lines().count(), answers.lines().count());
        for cut in [0, 1, 20, 37, 60, 100, whole.len() / 2, whole.len() - 1, whole.len()] {
            runs.write("answers", &whole[..cut]);
            let again = runs.run(&agents);
            assert_eq!(again.code, 1, "{format}, {cut}: {}", again.stderr);
            assert_eq!(timeless(&runs.answers()), timeless(&whole), "{format}, {cut}");
            // After a crash of the system, the end of a file may be NULs.
            runs.write("answers", whole[..cut].to_owned() + &"\0".repeat(500));
            let again = runs.run(&agents);
            assert_eq!(again.code, 1, "{format}, {cut} and NULs: {}", again.stderr);
            assert_eq!(timeless(&runs.answers()), timeless(&whole), "{format}, {cut} and NULs");
        }
        // Other questions are not mixed in, and what is no list of answers stays as it is.
        runs.refused(
            &["-a", "GPTBot"],
            "started with the crawlers GPTBot, MyBot (this run has GPTBot); use the same options, or name another file",
        );
        runs.write("urls.txt", "http://one.example/a/b\n");
        runs.refused(&agents, "more URLs than this run asks about; name another file");
        runs.write("urls.txt", "http://other.example/\n");
        runs.refused(&agents, "does not match this run; resume with the same URLs and agents as before, or name another file");
        for foreign in ["precious", "precious\n", "{\"version\":1,\"mine\":true}\n"] {
            runs.write("answers", foreign);
            runs.refused(
                &agents,
                &format!("not written by maycrawl check --format {format} --resume; name another file. Nothing was changed"),
            );
        }
    }
    let ran = Runs::new("text", URLS).run(&[]);
    assert!(ran.code == 2 && ran.stderr.contains("--format jsonl"), "{}", ran.stderr);
}

/// Answers without what differs from run to run: when to ask again.
fn timeless(answers: &str) -> String {
    let lines = answers.lines().map(|line| {
        if let Ok(mut line) = serde_json::from_str::<Value>(line) {
            for time in ["retry_at", "retry_at_utc"] {
                if let Some(time) = line.get_mut(time) {
                    *time = Value::Null;
                }
            }
            return line.to_string();
        }
        without_times(line).0
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_run_goes_on_as_it_was_begun() {
    for format in ["tsv", "jsonl"] {
        let runs = Runs::new(format, URLS);
        let begun = ["-a", "GPTBot", "--dialect", "rfc9309", "--user-agent", "A/1"];
        assert_eq!(runs.run(&begun).code, 1);
        let answers = runs.answers();
        let start = match format {
            "tsv" => fs::read_to_string(runs.path("answers.run.json")).unwrap(),
            _ => answers.split_inclusive('\n').next().unwrap().to_owned(),
        };
        let line: Value = serde_json::from_str(&start).unwrap();
        validate(&line, "check-run");
        assert_eq!(
            (&line["run"]["dialect"], &line["run"]["user_agent"]),
            (&"rfc9309".into(), &"A/1".into())
        );
        for (args, expected) in [
            (
                &["-a", "GPTBot", "--user-agent", "A/1"][..],
                "started with --dialect rfc9309 (this run has own); use the same options",
            ),
            (
                &["-a", "GPTBot", "--dialect", "rfc9309"],
                "started with --user-agent \"A/1\" (this run has \"maycrawl",
            ),
            (
                &["-a", "GPTBot", "--dialect", "rfc9309", "--user-agent", "A/1", "--plain"],
                "started without --plain (this run has it)",
            ),
        ] {
            runs.refused(args, expected);
        }
        // As an earlier version wrote it.
        let (rows, expected) = if format == "tsv" {
            fs::remove_file(runs.path("answers.run.json")).unwrap();
            (answers, "answers.run.json is missing")
        } else {
            (
                answers.strip_prefix(&start).unwrap().to_owned(),
                "its first line is an answer, so its options are unknown (an earlier version of maycrawl may have written it); name another file. Nothing was changed",
            )
        };
        runs.write("answers", rows);
        runs.refused(&begun, expected);
        if format == "tsv" {
            runs.write("answers", "agent\turl\tverdict\tline\treason\trule\n");
            runs.refused(&begun, "it has fewer columns");
        }
    }
}

/// Whatever sites and lists write, a run can go on.
#[test]
fn odd_bytes_spoil_no_file_of_answers() {
    const ODD: &str =
        "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nUser-agent: *\nDisallow: /a\t\t\x1b\x07*";
    let list =
        "http://odd.example/c\nhttp://odd.example/a\t\u{7}b%09\nhttp://odd.example/a\x1b\u{85}\n";
    for format in ["tsv", "jsonl"] {
        let odd = counting(&[("odd.example/robots.txt", ODD)], &Arc::default());
        let runs = Runs { server: odd, ..Runs::new(format, list) };
        for _ in 0..2 {
            let ran = runs.run(&[]);
            let is_quiet = ran.stderr.lines().all(|line| line.starts_with("maycrawl: added to "));
            assert!(ran.code < 2 && is_quiet, "{format}: {}", ran.stderr);
        }
        let whole = runs.answers();
        let cut = whole.trim_end().rfind('\n').unwrap() + 5;
        runs.write("answers", &whole[..cut]);
        assert!(runs.run(&[]).code < 2);
        assert_eq!(runs.answers(), whole);
    }
}

#[test]
fn one_run_at_a_time_writes_a_file() {
    let runs = Runs::new("jsonl", URLS);
    let answers = runs.path("answers");
    let resolve = format!("*:{}", runs.server);
    let mut first = command()
        .args(["check", "--allow-private", "--resolve", &resolve, "--urls", "-"])
        .args(["--format", "jsonl", "--resume", &answers])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut list = first.stdin.take().unwrap();
    writeln!(list, "http://one.example/a/b").unwrap();
    // Both lines are written before anything else is waited for.
    while fs::read_to_string(&answers).map_or(0, |lines| lines.lines().count()) < 2 {
        thread::yield_now();
    }
    runs.refused(&[], "; wait until it has finished, or name another file");
    drop(list);
    assert_eq!(first.wait().unwrap().code(), Some(1));
    assert_eq!(runs.run(&[]).code, 1);
}

/// An answer that was `later` is asked for again once its time has come, and the last row
/// of a URL counts.
#[test]
fn later_answers_are_asked_for_again() {
    const URLS: &str = "http://one.example/c\nhttp://down.example/c\nhttp://two.example/c\n";
    for format in ["tsv", "jsonl"] {
        let runs = Runs::new(format, URLS);
        // Nothing comes due within a second.
        let ran = runs.run(&["--retry-later", "1s"]);
        assert_eq!(ran.code, 1);
        for part in [
            "1 URL got no answer yet; the earliest retry is at 2",
            "; to retry in a later run, use --resume FILE with --retry-later",
        ] {
            assert!(ran.stderr.contains(part), "{}", ran.stderr);
        }
        let first = runs.answers();
        // By and by its time comes, and the site is up again.
        let past = if format == "tsv" {
            let cells = first.lines().find_map(|row| row.split("\t\t2").nth(1)).unwrap();
            let time = cells.split('\t').next().unwrap();
            first.replace(&format!("2{time}"), "2001-02-03T04:05:06Z")
        } else {
            let later: Value = serde_json::from_str(first.lines().nth(2).unwrap()).unwrap();
            first.replace(&format!(":{},", later["retry_at"]), ":981173106000,")
        };
        assert_ne!(past, first);
        runs.write("answers", &past);
        let up = counting(&[("/robots.txt", FILE)], &Arc::default());
        let runs = Runs { server: up, ..runs };
        // Nobody asks for it yet.
        assert_eq!((runs.run(&[]).code, runs.answers()), (1, past.clone()));
        let again = runs.run(&["--retry-later=1s"]);
        assert!(again.stderr.ends_with("answers: 1 answer: 1 allowed\n"), "{}", again.stderr);
        assert_eq!(again.code, 0);
        let added = runs.answers().strip_prefix(&past).unwrap().to_owned();
        assert!(added.contains("http://down.example/c") && added.contains("allow"), "{added}");
        assert_eq!(added.lines().count(), 1);
        // A further run finds it answered, also if the list has grown since.
        let whole = runs.answers();
        assert_eq!((runs.run(&["--retry-later=1s"]).code, runs.answers()), (0, whole.clone()));
        runs.write("urls.txt", format!("{URLS}http://three.example/a\n"));
        assert_eq!(runs.run(&["--retry-later=1s"]).code, 1);
        assert_eq!(runs.answers().strip_prefix(&whole).unwrap().lines().count(), 1);
        let grown = runs.answers();
        assert_eq!((runs.run(&[]).code, runs.answers()), (1, grown));
    }
}

#[test]
fn what_is_for_many_sites_is_for_no_file() {
    for (args, expected) in [
        (&["--retry-later=1s"][..], "--retry-later works only if each URL's own site is asked"),
        (&["--unordered"], "--unordered works only if each URL's own site is asked"),
        (&["--retry-later", "/b"], "write a time such as 90s, 10m or 2h"),
        (&["--unordered", "--resume", "answers"], "cannot be used with"),
    ] {
        let ran = run(["check", "--robots", "examples/shop.txt", "/a"].iter().chain(args));
        assert!(ran.code == 2 && ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

/// A slow site holds up no other, if the order does not matter.
#[test]
fn answers_come_as_they_come() {
    let up = counting(&[("/robots.txt", FILE)], &Arc::default());
    // Connections are taken, and never answered.
    let silent = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let silent_host = format!("silent.example:{}", silent.local_addr().unwrap());
    let mut child = command()
        .args(["check", "--allow-private", "--unordered", "--format", "tsv"])
        .args(["--resolve", &silent_host, "--resolve", &format!("*:{up}")])
        .args(["http://silent.example/a", "http://one.example/a", "http://two.example/a"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut rows = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut urls: Vec<_> = (0..3).map(|_| rows.next().unwrap().unwrap()).collect();
    urls.sort();
    assert!(urls[0].contains("one.example") && urls[1].contains("two.example"), "{urls:?}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// After Ctrl-C the answers are there, and a line says how to go on.
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    #[track_caller]
    fn check(resume: &[&str], expected: &str) {
        let up = counting(&[("/robots.txt", FILE)], &Arc::default());
        // Connections are taken, and never answered.
        let silent = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let silent_host = format!("silent.example:{}", silent.local_addr().unwrap());
        let child = command()
            .args(["check", "--allow-private", "--format", "tsv"])
            .args(["--resolve", &silent_host, "--resolve", &format!("*:{up}")])
            .args(["http://one.example/a", "http://silent.example/a"])
            .args(resume)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (_held, _) = silent.accept().unwrap();
        // The site that answers was asked before, but its answer may not be there yet.
        while resume.get(1).is_some_and(|path| !fs::read_to_string(path).unwrap().contains("one")) {
            thread::yield_now();
        }
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        let ended = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(130), "{stderr}");
        assert_eq!(stderr.lines().last(), Some(expected));
    }
    let files = folder(&[]);
    let answers = files.path().join("answers.tsv");
    check(
        &["--resume", answers.to_str().unwrap()],
        "maycrawl: interrupted after 1 answer: 1 blocked; run the same command again to go on",
    );
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
        assert!(
            again.stderr.contains("answers: no answer; no URL was left to ask"),
            "{}",
            again.stderr
        );
        assert_eq!(again.code, first.code, "{format}");
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
    for (name, expected) in [("text", "not a cache of maycrawl"), ("no/cache", "cannot be opened")]
    {
        let ran = check(server, &["--cache", &path(name), "http://one.example/c"], "");
        assert!(ran.code == 2 && ran.stderr.contains(expected), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
    assert!(!Path::new(&path("no")).exists());
}

/// A test server answers for the site whose name it borrows, but only in its test.
#[test]
fn what_comes_by_another_route_is_kept_apart() {
    let [here, there] = [Arc::default(), Arc::default()];
    let [first, second] = [&here, &there].map(|count| counting(SITES, count));
    let files = folder(&[]);
    let cache = files.path().join("cache").to_str().unwrap().to_owned();
    for _ in 0..2 {
        for server in [first, second] {
            let ran = check(server, &["--cache", &cache, "-q", "http://one.example/c"], "");
            assert_eq!((ran.code, &*ran.stderr), (0, ""));
        }
    }
    assert_eq!([here, there].map(|count| count.load(Ordering::SeqCst)), [1, 1]);
}

/// Another program locks the file. Every site is asked, and the command says so once.
#[test]
fn a_locked_cache_stops_nobody() {
    let server = counting(&[("/robots.txt", FILE)], &Arc::default());
    let files = tempfile::tempdir().unwrap();
    let cache = files.path().join("cache").to_str().unwrap().to_owned();
    let urls: Vec<String> = (0..50).map(|number| format!("http://{number}.example/a\n")).collect();
    let urls = urls.concat();
    let args = ["--cache", &cache, "--format", "tsv", "--urls", "-"];
    let free = check(server, &args, "http://one.example/a\n");
    assert!(!free.stderr.contains("cache"), "{}", free.stderr);
    let other = rusqlite::Connection::open(&cache).unwrap();
    for lock in ["BEGIN EXCLUSIVE", "PRAGMA journal_mode = delete; BEGIN EXCLUSIVE"] {
        other.execute_batch(lock).unwrap();
        let begun = std::time::Instant::now();
        let ran = check(server, &args, &urls);
        let took = begun.elapsed();
        assert_eq!(ran.stdout.lines().count(), 51, "{}", ran.stderr);
        assert!(!ran.stdout.contains("later"), "{}", ran.stdout);
        assert_eq!(
            ran.stderr.matches("another program has locked the file").count(),
            1,
            "{}",
            ran.stderr
        );
        assert!(took < Duration::from_secs(20), "{took:?}");
        other.execute_batch("COMMIT").unwrap();
    }
}

#[test]
fn a_damaged_cache_says_what_to_do() {
    let server = counting(SITES, &Arc::default());
    let files = folder(&[]);
    let cache = files.path().join("cache").to_str().unwrap().to_owned();
    let ran = |expected| {
        let ran = check(server, &["--cache", &cache, "-q", "http://one.example/c"], "");
        assert_eq!(ran.code, expected, "{}", ran.stderr);
        ran.stderr
    };
    assert_eq!(ran(0), "");
    let mut file = fs::read(&cache).unwrap();
    file[100..].fill(0xFF);
    fs::write(&cache, file).unwrap();
    insta::assert_snapshot!(
        ran(2).replace(&cache, "CACHE"),
        @"maycrawl: cannot use CACHE: the file is damaged, so maycrawl does not use it; delete it, or name another file"
    );
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
    assert!(ran.stdout.starts_with("1 of 2 answers do not allow the URL\n"), "{}", ran.stdout);
    assert!(ran.stderr.contains("/etc/passwd is not read: it is not a URL"), "{}", ran.stderr);
    let none = check(server, &["--sitemap", "http://one.example/no.xml"], "");
    assert!(none.code == 2 && none.stderr.contains("the server returned 404"), "{}", none.stderr);
}
