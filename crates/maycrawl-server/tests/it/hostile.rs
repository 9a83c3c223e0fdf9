//! Sites that mean harm, or look as if: over real sockets where these matter, else by a script.

use std::io::Write as _;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use maycrawl::dialect::Preset;
use maycrawl_fetch::{
    Allowance, Body, Gatekeeper, Guard, Headers, HttpSettings, HttpTransport, MachineError,
    Refusal, Request, Response, SendError, SqliteStore, Transport,
};
use maycrawl_server::{Settings, serve};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::host::Host;
use crate::server::{Reply, Server, ok, with};
use crate::site::{Sites, answer, redirect};

const FILE: &str = "User-agent: *\nDisallow: /private/\n";

/// A transport that finds every host at a server on loopback.
fn http(server: &Server) -> HttpTransport {
    let settings = HttpSettings {
        guard: Guard { allow_private: true, ..Guard::default() },
        resolve: vec![("*".into(), server.address)],
        ..HttpSettings::default()
    };
    HttpTransport::new(settings).unwrap()
}

/// The verdict on a URL that the file blocks.
async fn verdict(host: &Host, site: &str) -> String {
    let answer = host.may_fetch(&format!("http://{site}/private/"), "OurBot", "google").await;
    answer["verdict"].as_str().unwrap().to_owned()
}

/// The verdicts on such a URL of many hosts, asked at once.
async fn verdicts(host: &Host, n_hosts: usize) -> Vec<String> {
    let mut asks = JoinSet::new();
    for number in 0..n_hosts {
        let host = host.clone();
        asks.spawn(async move { verdict(&host, &format!("{number}.example")).await });
    }
    asks.join_all().await
}

/// Servers that keep connections open, and many hosts at one address.
#[tokio::test]
async fn no_connection_is_left_open() {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{FILE}", FILE.len());
    let server = Server::start(&[("/robots.txt", Reply::Silence(head.into_bytes()))]).await;
    let host = Host::new(http(&server));
    assert_eq!(verdicts(&host, 300).await, ["disallow"; 300]);
    assert_eq!(server.paths().len(), 300);
    server.all_closed().await;
}

/// That this machine has no descriptor left is no outage of the site.
#[tokio::test]
async fn a_failure_of_this_machine_is_no_evidence() {
    let fails = Mutex::new(1..=1);
    let host = Host::new(Sites::new(move |_: &Request| match fails.lock().unwrap().next() {
        Some(_) => Err(MachineError::Descriptors.into()),
        None => Ok(answer(200, &[], FILE)?),
    }));
    assert_eq!(verdict(&host, "site.example").await, "later");
    host.at(2);
    assert_eq!(verdict(&host, "site.example").await, "disallow");
}

/// A server closes a connection that it did not announce to close, also between the hops of a
/// redirect.
#[tokio::test]
async fn a_server_that_closes_connections_is_understood() {
    let moved = "HTTP/1.1 301 -\r\nLocation: /moved\r\nContent-Length: 0\r\n\r\n";
    let file = format!("HTTP/1.1 200 -\r\nContent-Length: {}\r\n\r\n{FILE}", FILE.len());
    let replies =
        [("/robots.txt", Reply::Bytes(moved.into())), ("/moved", Reply::Bytes(file.into()))];
    let server = Server::start(&replies).await;
    assert_eq!(verdicts(&Host::new(http(&server)), 60).await, ["disallow"; 60]);
    assert_eq!(server.paths().len(), 120);
}

fn gzip(body: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(body.as_ref()).unwrap();
    encoder.finish().unwrap()
}

fn deflate(body: &str) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(body.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// A coded body is decoded or no answer. It is never parsed as text, which would allow
/// everything.
#[tokio::test]
async fn content_codings() {
    let (start, end) = FILE.split_at(14);
    let coding = |names: &str| format!("Content-Encoding: {names}\r\n");
    let twice = coding("gzip") + &coding("gzip");
    let cases = [
        (coding("gzip"), gzip(FILE), "disallow"),
        (coding("GZip"), gzip(FILE), "disallow"),
        (coding("x-gzip"), gzip(FILE), "disallow"),
        (coding("gzip,"), gzip(FILE), "disallow"),
        (coding("identity, gzip"), gzip(FILE), "disallow"),
        (coding("gzip, gzip"), gzip(gzip(FILE)), "disallow"),
        (twice.clone(), gzip(gzip(FILE)), "disallow"),
        (coding("gzip"), [gzip(start), gzip(end)].concat(), "disallow"),
        (coding("deflate"), deflate(FILE), "disallow"),
        (coding("compress"), FILE.into(), "later"),
        (coding("unheard-of"), FILE.into(), "later"),
        (coding("gzip"), FILE.into(), "later"),
        (twice, gzip(FILE), "later"),
    ];
    let name = |number| format!("{number}.example/robots.txt");
    let replies = cases.iter().enumerate();
    let replies =
        replies.map(|(number, (headers, body, _))| (name(number), with(200, headers, body)));
    let replies: Vec<_> = replies.collect();
    let replies: Vec<_> = replies.iter().map(|(name, one)| (&**name, one.clone())).collect();
    let server = Server::start(&replies).await;
    let host = Host::new(http(&server));
    for (number, (headers, _, expected)) in cases.iter().enumerate() {
        let found = verdict(&host, &format!("{number}.example")).await;
        assert_eq!(found, *expected, "{number} {headers}");
    }
}

/// The cap of most dialects.
const CAP: usize = 512_000;

/// A file of rules and comments, of which a rule begins so many bytes before the cap.
fn cut(rules: &str, before: usize, rule: &str) -> String {
    let comments = "#".repeat(CAP - before - rules.len() - 1);
    format!("{rules}{comments}\n{rule}{}", "\n# and more".repeat(1000))
}

/// Each dialect makes of a large file what it makes of its bytes: where its cap cuts a rule, the
/// rest of it is no wider rule.
#[tokio::test]
async fn large_files() {
    let rules = "User-agent: *\nDisallow: /x/\n";
    let files = [
        cut(rules, "Disallow: /".len(), "Disallow: /late"),
        cut(rules, "Allow: /x/".len(), "Allow: /x/public.html"),
    ];
    let names = ["0.example/robots.txt", "1.example/robots.txt"];
    let replies: Vec<_> = names.into_iter().zip(files.iter().map(|file| ok(file))).collect();
    let server = Server::start(&replies).await;
    let host = Host::new(http(&server));
    let mut found = Vec::new();
    for Preset { name: dialect, .. } in Preset::ALL {
        for (number, file) in files.iter().enumerate() {
            for path in ["/", "/late", "/x/other", "/x/public.html"] {
                let url = format!("http://{number}.example{path}");
                let fetched = host.may_fetch(&url, "OurBot", dialect).await;
                let question = json!({"robots": file, "agents": ["OurBot"], "urls": [path], "dialect": dialect});
                let checked = host.post("/v1/check", question.to_string()).await.json();
                let checked = &checked["answers"][0];
                let both = [&fetched, checked];
                let line = both.map(|answer| answer["rule"]["line"].clone());
                assert_eq!(line[0], line[1], "{dialect} {url}");
                assert_eq!(both[0]["verdict"], both[1]["verdict"], "{dialect} {url}");
                if fetched["verdict"] == "disallow" {
                    found.push((*dialect, number, path));
                }
            }
        }
    }
    let blocked = |dialect: &str| {
        let found = found.iter().filter(|one| one.0 == dialect);
        found.map(|(_, number, path)| format!("{number}{path}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(blocked("google"), "0/x/other 0/x/public.html 1/x/other 1/x/public.html");
    assert_eq!(blocked("google-parser"), "0/late 0/x/other 0/x/public.html 1/x/other");
    // More than it reads is as good as no file.
    assert_eq!(blocked("yandex"), "");
}

/// Asserts the verdict on a blocked URL of a site that redirects to this `Location`.
async fn check_location(location: &[u8], dialect: &str, expected: &str) {
    let head = b"HTTP/1.1 301 -\r\nContent-Length: 0\r\nLocation: ";
    let moved = [head, location, b"\r\n\r\n"].concat();
    let long = format!("/{}", "a".repeat(9 << 10));
    let replies = [("/robots.txt", Reply::Bytes(moved)), ("/caf%E9", ok(FILE)), (&long, ok(FILE))];
    let server = Server::start(&replies).await;
    let host = Host::new(http(&server));
    let answer = host.may_fetch("http://site.example/private/", "OurBot", dialect).await;
    assert_eq!(answer["verdict"], expected, "{:.20}", String::from_utf8_lossy(location));
}

/// No `Location` counts as absent because it is odd.
#[tokio::test]
async fn locations() {
    let long = |len| format!("/{}", "a".repeat(len)).into_bytes();
    check_location(&long(9 << 10), "google", "disallow").await;
    check_location(b"/caf\xE9#fragment", "google", "disallow").await;
    // A target that cannot be requested. In this dialect, no `Location` would mean `later`.
    check_location(&long(90 << 10), "draft-1996", "allow").await;
    check_location(b"", "draft-1996", "later").await;
}

/// Sites that send without end take no time from others, and are no answer.
#[tokio::test]
async fn floods() {
    let interim = Reply::Endless(Vec::new(), b"HTTP/1.1 102 Processing\r\n\r\n".repeat(100));
    let head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n";
    let empty = Reply::Endless(head.to_vec(), gzip("").repeat(100));
    let replies = [
        ("0.example/robots.txt", interim),
        ("1.example/robots.txt", empty),
        ("/robots.txt", ok(FILE)),
    ];
    let server = Server::start(&replies).await;
    // Of dialects with a cap alone, so that a fetch costs less.
    let host = Host::with(Gatekeeper::new(http(&server)), Settings::default());
    let mut found = verdicts(&host, 22).await;
    found.sort();
    assert_eq!(found, [["disallow"; 20].as_slice(), &["later"; 2]].concat());
}

/// More than memory holds is asked once all the same: a store has it.
#[tokio::test]
async fn many_sites_in_turn_are_asked_once() {
    const SITES: usize = 300;
    let file = format!("{FILE}{}", format!("# {}\n", "-".repeat(97)).repeat(50));
    let sites = Sites::new(move |_: &Request| Ok(answer(200, &[], &file)?));
    let sites: &'static _ = Box::leak(Box::new(sites));
    let store = SqliteStore::temporary("OurBot/1.0").unwrap();
    let keeper = Gatekeeper::new(sites).with_memory(1 << 20).with_store(store);
    let host = Host::of(keeper, Settings::default());
    for _ in 0..3 {
        assert_eq!(verdicts(&host, SITES).await, ["disallow"; SITES]);
    }
    assert_eq!(sites.asked().len(), SITES);
}

/// A redirect to a target that the guard refuses is asked once for all URLs of the site.
#[tokio::test]
async fn a_refused_redirect_is_asked_once() {
    let sites = Sites::new(|request: &Request| match request.url.host_str() {
        Some("site.example") => Ok(redirect("http://inner.example/robots.txt")?),
        _ => Err(SendError::Refused(Refusal::Address("10.0.0.1".parse().unwrap()))),
    });
    let sites: &'static _ = Box::leak(Box::new(sites));
    let host = Host::new(sites);
    for page in 0..50 {
        let path = format!("/v1/may-fetch?agent=a&url=https://site.example/{page}");
        assert_eq!(host.get(&path).await.problem(), "refused-target");
    }
    assert_eq!(sites.asked().len(), 2);
}

/// Sites of which one redirects for ever, ten seconds each time; the others answer at once.
struct Tarpit;

impl Transport for Tarpit {
    async fn send(&self, request: &Request, _: &mut Allowance) -> Result<Response, SendError> {
        if request.url.host_str() != Some("slow.example") {
            return Ok(answer(200, &[], FILE)?);
        }
        tokio::time::sleep(Duration::from_secs(10)).await;
        Ok(redirect(&format!("{}/again", request.url.path()))?)
    }
}

#[tokio::test(start_paused = true)]
async fn a_tarpit_holds_nobody_else() {
    let host = Host::new(Tarpit);
    let begun = Instant::now();
    let slow = async {
        let reply = host.get("/v1/may-fetch?agent=a&url=https://slow.example/").await;
        (reply.problem(), begun.elapsed())
    };
    let others = async { (verdicts(&host, 100).await, begun.elapsed()) };
    let (slow, others) = tokio::join!(slow, others);
    assert_eq!(others, (vec!["disallow".to_owned(); 100], Duration::ZERO));
    assert_eq!(slow, ("too-slow".to_owned(), Duration::from_secs(90)));
}

/// Large files, and sites that never answer.
#[derive(Clone, Default)]
struct Large(Arc<LargeState>);

#[derive(Default)]
struct LargeState {
    /// How many questions wait.
    waiting: watch::Sender<usize>,
    bodies: Mutex<Vec<Weak<[u8]>>>,
}

impl Large {
    /// How many bodies are in memory.
    fn n_held(&self) -> usize {
        self.0.bodies.lock().unwrap().iter().filter(|body| body.strong_count() > 0).count()
    }

    /// Returns when so many questions wait.
    async fn all_wait(&self, n_questions: usize) {
        let mut waiting = self.0.waiting.subscribe();
        waiting.wait_for(|waiting| *waiting == n_questions).await.unwrap();
    }
}

/// A question that waits, until it is dropped.
struct Waits(Large);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.0.waiting.send_modify(|waiting| *waiting -= 1);
    }
}

impl Transport for Large {
    async fn send(&self, request: &Request, _: &mut Allowance) -> Result<Response, SendError> {
        if request.url.host_str().unwrap().starts_with("slow") {
            self.0.waiting.send_modify(|waiting| *waiting += 1);
            let _waits = Waits(self.clone());
            return std::future::pending().await;
        }
        let body = Body::whole(format!("{FILE}{}", "#".repeat(500_000)));
        self.0.bodies.lock().unwrap().push(Arc::downgrade(&body.bytes));
        Ok(Response::new(200, Headers::default(), body))
    }
}

/// Slow sites hold back no files of others: memory does not grow with what comes meanwhile.
/// There are places for 1,024 questions that wait.
#[tokio::test]
async fn many_questions_wait() {
    let large = Large::default();
    let keeper = Gatekeeper::new(large.clone()).with_memory(4 << 20);
    let host = Host::of(keeper, Settings::default());
    let path = |site: &str| format!("/v1/may-fetch?agent=a&url=https://{site}/");
    let mut slow = JoinSet::new();
    let ask = |slow: &mut JoinSet<_>, number| {
        let (host, path) = (host.clone(), path(&format!("slow{number}.example")));
        slow.spawn(async move { host.get(&path).await.status });
    };
    for number in 0..1023 {
        ask(&mut slow, number);
    }
    large.all_wait(1023).await;
    for number in 0..40 {
        assert_eq!(verdict(&host, &format!("{number}.example")).await, "disallow");
        assert!(large.n_held() <= 9, "{}", large.n_held());
    }
    ask(&mut slow, 1023);
    large.all_wait(1024).await;
    let reply = host.get(&path("site.example")).await;
    assert_eq!(
        (reply.problem().as_str(), &reply.headers["retry-after"]),
        ("busy", &"1".parse().unwrap())
    );
    // Those who leave make room.
    slow.shutdown().await;
    large.all_wait(0).await;
    assert_eq!(host.get(&path("site.example")).await.status, 200);
}

/// A client that closes its connection waits for no site any more.
#[tokio::test]
async fn a_closed_connection_ends_its_question() {
    let large = Large::default();
    let host = Host::new(large.clone());
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = tokio::spawn(serve(listener, host.app, std::future::pending()));
    let mut client = TcpStream::connect(address).await.unwrap();
    let path = "/v1/may-fetch?agent=a&url=https://slow.example/";
    // The service knows itself by this name.
    let head = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n");
    client.write_all(head.as_bytes()).await.unwrap();
    large.all_wait(1).await;
    drop(client);
    large.all_wait(0).await;
    service.abort();
}
