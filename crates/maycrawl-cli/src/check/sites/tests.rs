//! Sites that fail and come up again.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;

use clap::{Args as _, Command, FromArgMatches as _};
use maycrawl::{Agent, Dialect, access::Timestamp};
use maycrawl_fetch::{Clock, Needs};
use maycrawl_report::rows::SITE_COLUMNS;

use super::reader::{Reader, WINDOW, share_of_window};
use super::retry::Wait;
use super::session::SiteSession;
use super::site_row::SiteRow;
use crate::askers::Asker;
use crate::check::answers::{Answers, EarlierAnswers};
use crate::check::args::CheckArgs;
use crate::exit_status::ExitStatus;
use crate::network;
use crate::streams::Streams;

const FILE: &str = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nUser-agent: *\nDisallow: /a";
const DOWN: &str = "HTTP/1.1 503 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// A clock that is set to whatever time is waited for.
#[derive(Clone)]
struct TestClock(Arc<AtomicI64>);

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

impl Wait for TestClock {
    async fn wait_until(&self, time: Timestamp) {
        self.0.fetch_max(time.0, Ordering::SeqCst);
    }
}

/// A server that fails so many times, and then has a file.
fn failing(n_times: usize) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for (index, mut stream) in listener.incoming().flatten().enumerate() {
            let _ = stream.read(&mut [0; 4096]);
            let reply = if index < n_times { DOWN } else { FILE };
            let _ = stream.write_all(reply.as_bytes());
        }
    });
    address
}

/// What `check` prints for a site that fails so many times, and what it answers.
fn asked(n_failures: usize, args: &[&str]) -> (String, ExitStatus) {
    let resolve = format!("*:{}", failing(n_failures));
    run(&["--allow-private", "--resolve", &resolve], args)
}

/// What `check` prints with these options, and what it answers.
fn run(network: &[&str], args: &[&str]) -> (String, ExitStatus) {
    let command = CheckArgs::augment_args(Command::new("check").no_binary_name(true));
    let is_quiet = args.contains(&"--quiet");
    let args = args.iter().filter(|word| **word != "--quiet");
    let words = ["http://a.example/c"].iter().chain(network).chain(args);
    let matches = command.try_get_matches_from(words).unwrap();
    let args = CheckArgs::from_arg_matches(&matches).unwrap();
    let streams = Streams::new(io::empty(), io::sink(), io::sink()).with(is_quiet, None);
    let runtime = network::runtime().unwrap();
    let clock = TestClock(Arc::new(AtomicI64::new(1_800_000_000_000)));
    let keeper = network::keeper(
        &streams,
        &args.net,
        &[Dialect::GOOGLE],
        Needs::of(&Dialect::GOOGLE),
        clock.clone(),
    )
    .unwrap();
    let session = SiteSession {
        streams: &streams,
        keeper: Arc::new(keeper),
        clock,
        askers: &[Asker { agent: Agent::token("MyBot"), dialect: Dialect::GOOGLE }],
        dialects: &[Dialect::GOOGLE],
        is_ordered: !args.unordered,
        retry_later: args.retry_later,
        is_anonymous: false,
    };
    let given = args.given.iter().map(|url| SiteRow::read(url.as_encoded_bytes().to_vec()).given());
    let given = given.collect();
    let reader = Reader::start(
        &streams,
        given,
        args.listed(&[Dialect::GOOGLE]),
        None,
        runtime.handle().clone(),
    );
    let mut out = Vec::new();
    let (begun, to_memory) = (EarlierAnswers::default(), Box::new(&mut out));
    let mut answers = Answers::after(begun, to_memory, &streams, &args, 1, SITE_COLUMNS).unwrap();
    runtime.block_on(session.answer_all(reader, &mut answers)).unwrap();
    let status = answers.status();
    answers.end(None, &[]).unwrap();
    (String::from_utf8(out).unwrap(), status)
}

/// The verdicts that `check` prints for a site that fails so many times.
#[track_caller]
fn check(n_failures: usize, args: &[&str], verdicts: &[&str], status: ExitStatus) {
    let (printed, really) = asked(n_failures, args);
    let words = printed.split(|c: char| !c.is_ascii_lowercase());
    let found: Vec<_> = words.filter(|word| matches!(*word, "later" | "allow")).collect();
    assert_eq!((found.as_slice(), really), (verdicts, status), "{printed}");
}

#[test]
fn a_site_that_is_up_again_is_status() {
    let rows = ["--format", "tsv", "--retry-later"];
    check(0, &rows, &["allow"], ExitStatus::Yes);
    check(1, &rows[..2], &["later"], ExitStatus::No);
    check(1, &rows, &["later", "allow"], ExitStatus::Yes);
    check(3, &rows, &["later", "allow"], ExitStatus::Yes);
    check(99, &rows, &["later"], ExitStatus::No);
    check(1, &["--format", "jsonl", "--retry-later"], &["later", "allow"], ExitStatus::Yes);
    check(
        1,
        &["--format", "csv", "--retry-later", "--unordered"],
        &["later", "allow"],
        ExitStatus::Yes,
    );
}

#[test]
fn where_answers_are_held_the_last_one_stands() {
    check(1, &["--format", "json", "--retry-later"], &["allow"], ExitStatus::Yes);
    check(1, &["--quiet", "--retry-later"], &[], ExitStatus::Yes);
    check(99, &["--quiet", "--retry-later"], &[], ExitStatus::No);
}

/// A site that this machine cannot ask has no answer yet.
#[test]
fn what_this_machine_cannot_ask_is_asked_again() {
    let no_proxy = ["--proxy", "http://127.0.0.1:1"];
    let first = run(&no_proxy, &["--format", "jsonl"]);
    let (printed, status) = &first;
    assert_eq!(*status, ExitStatus::No);
    assert!(printed.contains(r#""reason":"could-not-ask""#), "{printed}");
    assert!(printed.contains(r#""retry_at_utc":"2027-01-15T08:01:10Z""#), "{printed}");
    // It still cannot when the time is over; the first answer stands.
    assert_eq!(run(&no_proxy, &["--format", "jsonl", "--retry-later"]), first);
}

#[test]
fn a_url_takes_its_bytes_of_the_window() {
    assert_eq!(share_of_window(b"http://a.example/"), 2065);
    assert_eq!(share_of_window(&vec![b'a'; 64 << 20]), WINDOW);
}
