//! Two processes that share a file ask each origin once, however long the sites take; and
//! when one is killed while it asks, the other goes on.
//!
//! The test starts itself as the crawlers, and is the server that they ask: it counts.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test may fail, and the crawlers tell the test what they have done"
)]

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use maycrawl::Agent;
use maycrawl_fetch::{
    Allowance, Body, Gatekeeper, Headers, Permission, Problem, Request, Response, SendError,
    SqliteStore, Transport,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// How many origins a crawler asks at a time.
const AT_ONCE: usize = 100;

/// Long enough for a machine that has much else to do.
const LEASE_TIME: Duration = Duration::from_secs(15);
/// What the tests wait for: until a lease would have run out, or has.
const SHORT_LEASE_TIME: Duration = Duration::from_secs(1);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, command, path, server, origins, lease_time] = arguments.as_slice()
        && command == "crawl"
    {
        let lease_time = Duration::from_millis(lease_time.parse().unwrap());
        return crawl(
            Path::new(path),
            server.parse().unwrap(),
            origins.parse().unwrap(),
            lease_time,
        );
    }
    two_ask_each_origin_once(1000);
    one_that_waits_keeps_its_leases(20);
    one_that_is_killed_is_outwaited(20);
}

fn two_ask_each_origin_once(origins: usize) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(true);
    let start = || Crawler::start(&folder.path().join("cache"), &server, origins, LEASE_TIME);
    let mut crawlers = [start(), start()];
    for crawler in &mut crawlers {
        crawler.go();
    }
    for mut crawler in crawlers {
        assert_eq!(crawler.line(), format!("{origins} answers"));
        assert!(crawler.process.wait().unwrap().success());
    }
    let seen = server.seen();
    assert_eq!(seen.len(), origins);
    assert!(seen.values().all(|times| *times == 1), "{seen:?}");
    println!("two processes, {origins} origins: {origins} requests");
}

fn one_that_waits_keeps_its_leases(origins: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    let server = Server::start(false);
    let start = || Crawler::start(&path, &server, origins, SHORT_LEASE_TIME);
    let mut crawlers = [start(), start()];
    crawlers[0].go();
    server.wait_for(origins);
    crawlers[1].go();
    // All leases were renewed so often that the first ones would have run out.
    let first_end = last_deadline(&path);
    let renewed_for = 2 * i64::try_from(SHORT_LEASE_TIME.as_millis()).unwrap();
    while last_deadline(&path) < first_end + renewed_for {
        std::thread::yield_now();
    }
    server.answer();
    for mut crawler in crawlers {
        assert_eq!(crawler.line(), format!("{origins} answers"));
        assert!(crawler.process.wait().unwrap().success());
    }
    assert!(server.seen().values().all(|times| *times == 1), "{:?}", server.seen());
    println!("{origins} slow sites, asked once by two processes");
}

/// When the last lease of a file ends, in milliseconds since 1970.
fn last_deadline(path: &Path) -> i64 {
    let database = rusqlite::Connection::open(path).unwrap();
    database.query_row("SELECT max(until) FROM lease", [], |row| row.get(0)).unwrap()
}

fn one_that_is_killed_is_outwaited(origins: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    let server = Server::start(false);
    let begun = Instant::now();
    let mut killed = Crawler::start(&path, &server, origins, SHORT_LEASE_TIME);
    killed.go();
    server.wait_for(origins);
    killed.process.kill().unwrap();
    killed.process.wait().unwrap();
    // It died with all leases, and without an answer. Nobody renews them now.
    server.answer();
    let mut next = Crawler::start(&path, &server, origins, SHORT_LEASE_TIME);
    next.go();
    assert_eq!(next.line(), format!("{origins} answers"));
    assert!(begun.elapsed() >= SHORT_LEASE_TIME, "{:?}", begun.elapsed());
    assert!(server.seen().values().all(|times| *times == 2), "{:?}", server.seen());
    println!("killed with {origins} leases: the next has all answers");
}

/// A process that asks all origins when it is told to.
struct Crawler {
    process: Child,
    orders: ChildStdin,
    reports: BufReader<ChildStdout>,
}

impl Crawler {
    fn start(path: &Path, server: &Server, origins: usize, lease_time: Duration) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .arg("crawl")
            .arg(path)
            .arg(server.address.to_string())
            .arg(origins.to_string())
            .arg(lease_time.as_millis().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let orders = process.stdin.take().unwrap();
        let reports = BufReader::new(process.stdout.take().unwrap());
        let mut crawler = Self { process, orders, reports };
        assert_eq!(crawler.line(), "ready");
        crawler
    }

    fn go(&mut self) {
        self.orders.write_all(b"go\n").unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.reports.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }
}

/// What the process does.
fn crawl(path: &Path, server: SocketAddr, origins: usize, lease_time: Duration) {
    let disk = SqliteStore::open(path, "OurBot/1.0").unwrap().with_lease_time(lease_time);
    let keeper = Gatekeeper::new(Wire(server)).with_store(disk);
    println!("ready");
    std::io::stdin().read_line(&mut String::new()).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let answers = runtime.block_on(async {
        let (keeper, agent) = (&keeper, &Agent::token("OurBot"));
        let asks = futures_util::stream::iter(0..origins).map(async |number| {
            let url = format!("http://{number}.example/private/a");
            let answer = keeper.may_fetch(&url, agent).await.unwrap();
            matches!(answer.permission, Permission::Disallowed(_))
        });
        let answers = asks.buffer_unordered(AT_ONCE);
        answers.filter(|is_no| std::future::ready(*is_no)).count().await
    });
    println!("{answers} answers");
}

/// Says which host it asks for, and gets the file.
struct Wire(SocketAddr);

impl Transport for Wire {
    async fn send(&self, request: &Request, _: &mut Allowance) -> Result<Response, SendError> {
        let failed = |_| SendError::Failed(Problem::Connection);
        let mut stream = TcpStream::connect(self.0).await.map_err(failed)?;
        let host = format!("{}\n", request.url.host_str().unwrap());
        stream.write_all(host.as_bytes()).await.map_err(failed)?;
        let mut file = Vec::new();
        stream.read_to_end(&mut file).await.map_err(failed)?;
        Ok(Response::new(200, Headers::default(), Body::whole(file)))
    }
}

/// All the sites. It counts who was asked for how often.
struct Server {
    address: SocketAddr,
    state: Arc<(Mutex<State>, Condvar)>,
}

#[derive(Default)]
struct State {
    seen: BTreeMap<String, u32>,
    answers: bool,
}

impl Server {
    /// A server that answers, or that keeps all who ask waiting until it does.
    fn start(answers: bool) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new((Mutex::new(State { answers, ..State::default() }), Condvar::new()));
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for mut stream in listener.incoming().map_while(Result::ok) {
                let shared = Arc::clone(&shared);
                std::thread::spawn(move || {
                    let mut host = String::new();
                    BufReader::new(&stream).read_line(&mut host).unwrap();
                    let (state, changed) = &*shared;
                    let mut state = state.lock().unwrap();
                    *state.seen.entry(host).or_default() += 1;
                    changed.notify_all();
                    drop(changed.wait_while(state, |state| !state.answers).unwrap());
                    // Who asked may be dead.
                    let _ = stream.write_all(b"User-agent: *\nDisallow: /private/\n");
                });
            }
        });
        Self { address, state }
    }

    fn seen(&self) -> BTreeMap<String, u32> {
        self.state.0.lock().unwrap().seen.clone()
    }

    /// Waits until so many hosts were asked for.
    fn wait_for(&self, hosts: usize) {
        let (state, changed) = &*self.state;
        drop(changed.wait_while(state.lock().unwrap(), |state| state.seen.len() < hosts).unwrap());
    }

    fn answer(&self) {
        let (state, changed) = &*self.state;
        state.lock().unwrap().answers = true;
        changed.notify_all();
    }
}
