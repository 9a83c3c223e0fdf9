//! Real sockets, and servers that are not polite.

use std::time::Duration;

use maycrawl::{Agent, access::Timestamp};
use maycrawl_fetch::{
    BlockingGatekeeper, Body, Clock, Entry, ErrorKind, Flow, Gatekeeper, Guard, HttpSettings,
    HttpTransport, Needs, Permission, Problem, Refusal, Request, SendError, Step,
};

use crate::server::{Reply, Server, ok, raw, with};
use crate::site::exchange;

/// A transport that finds every host on loopback.
pub(crate) fn http(server: &Server) -> HttpTransport {
    HttpTransport::new(settings(server)).unwrap()
}

pub(crate) fn settings(server: &Server) -> HttpSettings {
    HttpSettings {
        guard: Guard { allow_private: true, ..Guard::default() },
        resolve: vec![("*".into(), server.address)],
        // No test waits for long.
        read_timeout: Duration::from_millis(300),
        ..HttpSettings::default()
    }
}

pub(crate) fn request(url: &str) -> Request {
    Request::new(url.parse().unwrap(), 10_000)
}

/// What comes of a request for a path that is answered so.
async fn send(reply: Reply) -> Result<(u16, Body), SendError> {
    let server = Server::start(&[("/robots.txt", reply)]).await;
    let answer = exchange(&http(&server), &request("http://site.example/robots.txt")).await;
    answer.map(|response| (response.status, response.body))
}

#[tokio::test]
async fn answers_come_whole() {
    assert_eq!(send(ok("User-agent: *")).await, Ok((200, Body::whole("User-agent: *"))));
    assert_eq!(send(with(204, "", b"")).await, Ok((204, Body::default())));
    // Of what is no file, the body is left where it is.
    assert_eq!(send(with(404, "", b"not here")).await, Ok((404, Body::default())));
    let chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nUse\r\n1\r\nr\r\n0\r\n\r\n";
    assert_eq!(send(raw(chunked)).await, Ok((200, Body::whole("User"))));
    let until_close = "HTTP/1.0 200 OK\r\n\r\nUser";
    assert_eq!(send(raw(until_close)).await, Ok((200, Body::whole("User"))));
    let hints = "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na";
    assert_eq!(send(raw(hints)).await, Ok((200, Body::whole("a"))));
}

#[tokio::test]
async fn what_cannot_be_read_is_no_answer() {
    let failed = |problem| Err(SendError::Failed(problem));
    for bytes in [
        // A body that ends too soon.
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nUser",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nUser",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nUser",
        // A status line that is none, an answer of HTTP/0.9, only a hint.
        "HTTP/1.1 twohundred OK\r\n\r\n",
        "User-agent: *\nDisallow: /",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 20 OK\r\n\r\n",
        // Lengths that contradict each other.
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "",
    ] {
        assert_eq!(send(raw(bytes)).await, failed(Problem::Malformed), "{bytes:?}");
    }
    let packed = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nUser";
    assert_eq!(send(raw(packed)).await, failed(Problem::Coding));
    let silence = b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nUser".to_vec();
    assert_eq!(send(Reply::Silence(silence)).await, failed(Problem::TimedOut));
    assert_eq!(send(Reply::Silence(Vec::new())).await, failed(Problem::TimedOut));
}

#[tokio::test]
async fn bodies_and_headers_have_an_end() {
    let start = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
    let (status, body) = send(Reply::Endless(start, b"# never ends\n".repeat(100))).await.unwrap();
    assert_eq!((status, body.bytes.len(), body.is_cut), (200, 10_000, true));
    let head = b"HTTP/1.1 200 OK\r\n".to_vec();
    let bomb = Reply::Endless(head, b"X-Header: and one more\r\n".repeat(100));
    assert_eq!(send(bomb).await, Err(SendError::Failed(Problem::Malformed)));
    let long = Reply::Endless(b"HTTP/1.1 200 OK\r\nX: ".to_vec(), b"a".repeat(1000));
    assert_eq!(send(long).await, Err(SendError::Failed(Problem::Malformed)));
}

/// What is counted is what comes out of a content coding, not what goes in.
#[tokio::test]
async fn a_small_body_that_swells_is_cut() {
    use std::io::Write as _;
    // A MiB of zeros, packed so that it can stand again and again: 10 GB in 10 MB.
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&vec![0; 1 << 20]).unwrap();
    encoder.flush().unwrap();
    let first = encoder.get_ref().len();
    encoder.write_all(&vec![0; 1 << 20]).unwrap();
    encoder.flush().unwrap();
    let (start, again) = encoder.get_ref().split_at(first);
    assert!(again.len() < 1100, "{}", again.len());
    let bomb = [start, &again.repeat(10_000)].concat();
    assert!(bomb.len() < 11_000_000);
    let (_, body) = send(with(200, "Content-Encoding: gzip\r\n", &bomb)).await.unwrap();
    assert_eq!((body.bytes.len(), body.is_cut), (10_000, true));
}

#[tokio::test]
async fn no_redirect_is_followed_and_the_crawler_names_itself() {
    let server = Server::start(&[("/robots.txt", with(301, "Location: /a\r\n", b""))]).await;
    let settings = HttpSettings { user_agent: "OurBot/1.0".into(), ..settings(&server) };
    let http = HttpTransport::new(settings).unwrap();
    let mut conditional = request("http://site.example/robots.txt");
    conditional.headers = vec![("if-none-match", b"\"a\"".to_vec())];
    let response = exchange(&http, &conditional).await.unwrap();
    assert_eq!((response.status, response.headers.get("location")), (301, Some(&b"/a"[..])));
    assert_eq!(server.paths(), ["/robots.txt"]);
    let head = server.seen.lock().unwrap()[0].to_ascii_lowercase();
    for line in ["host: site.example\r\n", "user-agent: ourbot/1.0\r\n", "if-none-match: \"a\"\r\n"]
    {
        assert!(head.contains(line), "{head}");
    }
}

#[tokio::test]
async fn ones_own_network_is_not_asked() {
    let server = Server::start(&[("/robots.txt", ok(""))]).await;
    let guarded =
        HttpTransport::new(HttpSettings { guard: Guard::default(), ..settings(&server) }).unwrap();
    let port = server.address.port();
    for url in [
        "http://site.example/robots.txt".to_owned(),
        format!("http://127.0.0.1:{port}/robots.txt"),
        format!("http://[::ffff:127.0.0.1]:{port}/robots.txt"),
        format!("http://0x7f.1:{port}/robots.txt"),
        "http://site.example:25/robots.txt".into(),
    ] {
        let sent = exchange(&guarded, &request(&url)).await;
        assert!(matches!(sent, Err(SendError::Refused(_))), "{url}: {sent:?}");
    }
    assert!(server.paths().is_empty());
}

#[tokio::test]
async fn hosts_that_are_not_there_are_evidence() {
    let server = Server::start(&[]).await;
    let closed = server.address;
    drop(server);
    let gone = HttpSettings {
        resolve: vec![("site.example".into(), closed)],
        guard: Guard { allow_private: true, ..Guard::default() },
        connect_timeout: Duration::from_millis(300),
        ..HttpSettings::default()
    };
    // Wait until the listener is really gone.
    tokio::task::yield_now().await;
    let sent =
        exchange(&HttpTransport::new(gone).unwrap(), &request("http://site.example/robots.txt"))
            .await;
    assert!(
        matches!(sent, Err(SendError::Failed(Problem::Connection | Problem::Malformed))),
        "{sent:?}"
    );
}

/// A clock that stands still until it is set.
#[derive(Clone, Default)]
pub(crate) struct Hand(std::sync::Arc<std::sync::atomic::AtomicI64>);

impl Hand {
    pub(crate) fn set(&self, seconds: i64) {
        self.0.store(seconds * 1000, std::sync::atomic::Ordering::SeqCst);
    }
}

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(std::sync::atomic::Ordering::SeqCst))
    }
}

#[tokio::test]
async fn the_gatekeeper_asks_once_and_again_when_it_must() {
    let file = "User-agent: *\nDisallow: /private/\nCrawl-delay: 2\n";
    let server =
        Server::start(&[("/robots.txt", with(200, "ETag: \"a\"\r\n", file.as_bytes()))]).await;
    let hand = Hand::default();
    let keeper = Gatekeeper::new(http(&server)).with_clock(hand.clone());
    let agent = Agent::token("OurBot");
    let asks = (0..1000).map(|page| {
        let (keeper, agent) = (&keeper, &agent);
        async move { keeper.may_fetch(&format!("http://site.example/{page}"), agent).await }
    });
    for answer in futures_util::future::join_all(asks).await {
        let answer = answer.unwrap();
        assert_eq!(
            (answer.permission, answer.pause),
            (Permission::Allowed, Some(Duration::from_secs(2)))
        );
    }
    assert_eq!(server.paths().len(), 1);
    let no = keeper.may_fetch("http://site.example/private/a", &agent).await.unwrap();
    assert!(matches!(no.permission, Permission::Disallowed(verdict) if !verdict.is_allowed()));
    // A day later the copy has run out, and is asked for conditionally.
    hand.set(24 * 3600);
    keeper.may_fetch("http://site.example/", &agent).await.unwrap();
    assert_eq!(server.paths().len(), 2);
    assert!(server.seen.lock().unwrap()[1].to_ascii_lowercase().contains("if-none-match: \"a\""));
}

#[tokio::test]
async fn an_outage_puts_off_and_drops_nothing() {
    let server = Server::start(&[("/robots.txt", with(503, "Retry-After: 120\r\n", b""))]).await;
    let hand = Hand::default();
    let keeper = Gatekeeper::new(http(&server)).with_clock(hand.clone());
    let agent = Agent::token("OurBot");
    let ask = async |url| keeper.may_fetch(url, &agent).await.unwrap().permission;
    let Permission::Later { until, .. } = ask("http://site.example/a").await else { panic!() };
    assert_eq!(until, Timestamp(120_000));
    assert_eq!(ask("http://site.example/robots.txt").await, Permission::Allowed);
    assert_eq!(server.paths().len(), 1);
    // Google obeys nothing once it has been down for 12 hours without a copy.
    hand.set(13 * 3600);
    assert_eq!(ask("http://site.example/a").await, Permission::Allowed);
}

#[test]
fn programs_that_wait_get_the_same_answers() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.unwrap();
    let server =
        runtime.block_on(Server::start(&[("/robots.txt", ok("User-agent: *\nDisallow: /a"))]));
    let keeper = BlockingGatekeeper::new(Gatekeeper::new(http(&server))).unwrap();
    let agent = Agent::token("OurBot");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let answer = keeper.may_fetch("http://site.example/b", &agent).unwrap();
                assert_eq!(answer.permission, Permission::Allowed);
            });
        }
    });
    let no = keeper.may_fetch("http://site.example/a", &agent).unwrap().permission;
    assert!(matches!(no, Permission::Disallowed(_)));
    assert_eq!(server.paths().len(), 1);
}

#[tokio::test]
async fn what_is_no_question_is_an_error() {
    let server = Server::start(&[]).await;
    let keeper = Gatekeeper::new(HttpTransport::new(HttpSettings::default()).unwrap());
    let agent = Agent::token("OurBot");
    let ask = async |url: &str| keeper.may_fetch(url, &agent).await.unwrap_err();
    assert_eq!(ask("data:text/plain,a").await.kind(), ErrorKind::Url);
    assert_eq!(ask("/a").await.kind(), ErrorKind::Url);
    assert_eq!(ask("http://site.example:99999/").await.kind(), ErrorKind::Url);
    let local = format!("http://{}/a", server.address);
    let refused = ask(&local).await;
    assert!(matches!(refused.refusal(), Some(Refusal::Address(_))), "{refused:?}");
    assert!(server.paths().is_empty());
}

/// A redirect into one's own network is as good as a request for it: refused, and
/// not remembered.
#[tokio::test]
async fn redirects_are_guarded_too() {
    let inner = Server::start(&[("/secret", ok("secret"))]).await;
    let to = format!("Location: http://{}/secret\r\n", inner.address);
    let outer = Server::start(&[("/robots.txt", with(302, &to, b""))]).await;
    let http = http(&outer);
    let origin = "http://site.example".parse().unwrap();
    let mut flow = Flow::new(&origin, &Entry::default(), Needs::of_all_presets(), Timestamp(0));
    let Step::Ask(first) = flow.next_step() else { panic!() };
    let answer = exchange(&http, &first).await.unwrap();
    let Step::Ask(second) = flow.receive(Ok(answer), Timestamp(0)) else { panic!() };
    let guarded =
        HttpTransport::new(HttpSettings { guard: Guard::default(), ..settings(&outer) }).unwrap();
    assert!(matches!(
        exchange(&guarded, &second).await,
        Err(SendError::Refused(Refusal::Address(_)))
    ));
    assert!(inner.paths().is_empty());
}
