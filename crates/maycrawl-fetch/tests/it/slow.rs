//! Real sockets, and servers that waste one's time: they send for ever, break off, or
//! send one elsewhere again and again.

use std::time::{Duration, Instant};

use maycrawl::{Agent, access::FetchOutcome};
use maycrawl_fetch::{
    Gatekeeper, HttpSettings, HttpTransport, Needs, Permission, Problem, SendError,
};

use crate::server::{Reply, Server, ok, with};
use crate::site::exchange;
use crate::sockets::{http, request, settings};

/// Holds that asking ends when the time for all of it is over, and not long after; no
/// other timeout is near.
async fn ends_by_the_whole_timeout(reply: Reply) {
    let server = Server::start(&[("/robots.txt", reply)]).await;
    let timeout = Duration::from_millis(300);
    let settings = HttpSettings {
        timeout,
        read_timeout: Duration::from_secs(60),
        connect_timeout: Duration::from_secs(60),
        ..settings(&server)
    };
    let http = HttpTransport::new(settings).unwrap();
    let start = Instant::now();
    let sent = exchange(&http, &request("http://site.example/robots.txt")).await;
    let took = start.elapsed();
    assert_eq!(sent, Err(SendError::Failed(Problem::TimedOut)));
    assert!((timeout..10 * timeout).contains(&took), "{took:?}");
    server.all_closed().await;
}

#[tokio::test]
async fn headers_that_trickle_for_ever_end() {
    let trickle = |start: &str| Reply::Trickle(start.into(), b'a');
    ends_by_the_whole_timeout(trickle("HTTP/1.1 200 ")).await;
    ends_by_the_whole_timeout(trickle("HTTP/1.1 200 OK\r\nX-Header: ")).await;
}

#[tokio::test]
async fn bodies_that_trickle_for_ever_end() {
    for head in ["", "Content-Length: 9000\r\n"] {
        let start = format!("HTTP/1.1 200 OK\r\n{head}\r\nUser-agent: *\n");
        ends_by_the_whole_timeout(Reply::Trickle(start.into(), b'#')).await;
    }
    // A chunk's length never ends, but with the zeros before it.
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    ends_by_the_whole_timeout(Reply::Trickle(chunked.into(), b'0')).await;
}

/// A reset is no end: not even of a body that ends with the connection.
#[tokio::test]
async fn a_connection_that_breaks_is_no_answer() {
    for head in [
        "",
        "HTTP/1.1 200 OK\r\nX-Header: a",
        "HTTP/1.1 200 OK\r\n\r\nUser-agent: *\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\nUser-agent: *\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nUser-\r\n",
    ] {
        let server = Server::start(&[("/robots.txt", Reply::Reset(head.into()))]).await;
        let sent = exchange(&http(&server), &request("http://site.example/robots.txt")).await;
        assert_eq!(sent, Err(SendError::Failed(Problem::Connection)), "{head:?}");
    }
}

/// A server that redirects so many times before it gives a file.
async fn chain(len: usize) -> Server {
    let hops = (0..len).map(|hop| {
        let path = if hop == 0 { "/robots.txt".into() } else { format!("/{hop}") };
        (path, with(301, &format!("Location: /{}\r\n", hop + 1), b""))
    });
    let last = (format!("/{len}"), ok("User-agent: *\nDisallow: /private/"));
    let replies: Vec<(String, Reply)> = hops.chain([last]).collect();
    let replies: Vec<_> =
        replies.iter().map(|(path, reply)| (path.as_str(), reply.clone())).collect();
    Server::start(&replies).await
}

#[tokio::test]
async fn redirects_are_followed_as_far_as_any_dialect_does() {
    let origin = "http://site.example".parse().unwrap();
    for (len, status, redirects, requests) in [(5, 200, 5, 6), (20, 200, 20, 21), (21, 301, 21, 21)]
    {
        let server = chain(len).await;
        let keeper = Gatekeeper::new(http(&server)).with_needs(Needs::of_all_presets());
        let known = keeper.record(&origin).await.unwrap();
        assert_eq!(known.entry().history()[0].answer, FetchOutcome::Http { status, redirects });
        assert_eq!(known.entry().file().is_some(), status == 200);
        assert_eq!(server.paths().len(), requests);
        // Google follows five, and takes more for a file that is not there.
        let ask = keeper.may_fetch("http://site.example/private/a", &Agent::token("OurBot")).await;
        let permission = ask.unwrap().permission;
        assert_eq!(
            matches!(permission, Permission::Disallowed(_)),
            len == 5,
            "{len}: {permission:?}"
        );
        assert_eq!(permission == Permission::Allowed, len > 5, "{len}: {permission:?}");
    }
}
