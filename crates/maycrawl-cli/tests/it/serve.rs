//! `serve`: the service over a socket.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::Value;

use crate::fetch::{FILE, counting};
use crate::{command, run};

/// A service that runs.
struct Served {
    child: Child,
    out: BufReader<ChildStdout>,
    /// Such as `127.0.0.1:8080`.
    address: String,
}

impl Served {
    fn start(args: &[&str]) -> Self {
        let mut child = command()
            .args(["serve", "--addr", "127.0.0.1:0"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on http://").unwrap().to_owned();
        Self { child, out, address }
    }

    /// What a request gets, whole.
    fn send(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        let request = format!(
            "{head}\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        );
        // What is refused may be answered before it is read whole.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Ends it by a signal. Returns the exit status, and what it printed since it listens.
    fn end(mut self, signal: &str) -> (Option<i32>, String, String) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        let code = self.child.wait().unwrap().code();
        let (mut out, mut error) = (String::new(), String::new());
        self.out.read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        (code, out, error)
    }
}

/// A test that fails leaves no service behind.
impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_answers_until_it_is_ended() {
    for signal in ["-INT", "-TERM"] {
        let served = Served::start(&[]);
        let health = served.send("GET /healthz HTTP/1.1", "");
        assert!(health.starts_with("HTTP/1.1 200 OK\r\n"), "{health}");
        assert!(!health.to_lowercase().contains("\r\nserver:"), "{health}");
        let question = r#"{"robots": "User-agent: *\nDisallow: /a", "urls": ["/a"]}"#;
        let answer = served.send("POST /v1/check HTTP/1.1", question);
        let answer: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        assert_eq!(answer["answers"][0]["verdict"], "disallow");
        // The guard is on.
        let path = format!("/v1/may-fetch?agent=a&url=http://{}/", served.address);
        let refused = served.send(&format!("GET {path} HTTP/1.1"), "");
        assert!(refused.contains("/problems/refused-target"), "{refused}");
        let malformed = served.send("GET / HTTP/9", "");
        assert!(malformed.starts_with("HTTP/1.1 400 "), "{malformed}");
        assert_eq!(served.end(signal), (Some(0), String::new(), String::new()));
    }
}

/// Its own answers are those of a site to another service, with the options of the network.
#[test]
fn it_asks_sites() {
    let site = Served::start(&[]);
    let served = Served::start(&["--allow-private"]);
    let path = format!("/v1/may-fetch?agent=GPTBot&url=http://{}/", site.address);
    let answer = served.send(&format!("GET {path} HTTP/1.1"), "");
    let answer: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    // The page `/robots.txt` of the other service is 404.
    assert_eq!((&answer["verdict"], &answer["reason"]), (&"allow".into(), &"unavailable".into()));
    assert_eq!(answer["robots_url"], format!("http://{}/robots.txt", site.address));
    site.end("-TERM");
    served.end("-TERM");
}

/// What a host returned to which `--resolve` led is not what the site itself returns.
#[test]
fn a_cache_keeps_other_ways_to_a_site_apart() {
    let counts = [Arc::default(), Arc::default()];
    let servers = [counting(&[("/robots.txt", FILE)], &counts[0]), counting(&[], &counts[1])];
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("answers.db");
    for (server, verdict) in [(0, "disallow"), (1, "allow"), (0, "disallow"), (1, "allow")] {
        let resolve = format!("*:{}", servers[server]);
        let cache = cache.to_str().unwrap();
        let served = Served::start(&["--allow-private", "--resolve", &resolve, "--cache", cache]);
        let path = "/v1/may-fetch?agent=GPTBot&url=http://site.example/a";
        let answer = served.send(&format!("GET {path} HTTP/1.1"), "");
        assert!(answer.contains(&format!("\"verdict\":\"{verdict}\"")), "{answer}");
        served.end("-TERM");
    }
    assert_eq!(counts.map(|count| count.load(Ordering::SeqCst)), [1, 1]);
}

#[test]
fn only_loopback_addresses() {
    #[track_caller]
    fn check(address: &str, message: &str) {
        let ran = run(["serve", "--addr", address]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    }
    for address in ["0.0.0.0:8080", "[::]:8080", "192.168.1.2:8080", "93.184.215.14:80"] {
        check(address, "that address is reachable from other machines");
    }
    for address in ["", "8080", "localhost:8080", "127.0.0.1", "127.0.0.1:65536"] {
        check(address, "write an address and a port, such as 127.0.0.1:8080");
    }
    let served = Served::start(&[]);
    check(&served.address, "the port is in use");
    served.end("-TERM");
}
