//! A crawler's own client as a transport.

use std::time::Duration;

use maycrawl::Agent;
use maycrawl_fetch::{Body, Gatekeeper, Permission, Problem, Request, ReqwestTransport, SendError};
use reqwest::redirect::Policy;

use crate::server::{Reply, Server, ok, raw, with};
use crate::site::exchange;

fn own(redirects: Policy) -> ReqwestTransport {
    // There may be one already; then that serves.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder()
        .user_agent("OurBot/1.0")
        .redirect(redirects)
        .timeout(Duration::from_millis(300))
        .build();
    ReqwestTransport::new(client.unwrap())
}

fn request(server: &Server) -> Request {
    let url = format!("http://{}/robots.txt", server.address);
    let headers = vec![("if-none-match", b"\"a\"".to_vec())];
    let mut request = Request::new(url.parse().unwrap(), 1000);
    request.headers = headers;
    request
}

async fn send(reply: Reply) -> Result<Body, SendError> {
    let server = Server::start(&[("/robots.txt", reply)]).await;
    exchange(&own(Policy::none()), &request(&server)).await.map(|response| response.body)
}

#[tokio::test]
async fn it_sends_and_reads_as_http_does() {
    let server = Server::start(&[("/robots.txt", ok("User-agent: *"))]).await;
    let response = exchange(&own(Policy::none()), &request(&server)).await.unwrap();
    assert_eq!((response.status, response.body), (200, Body::whole("User-agent: *")));
    let head = server.seen.lock().unwrap()[0].to_ascii_lowercase();
    assert!(head.contains("user-agent: ourbot/1.0\r\n"), "{head}");
    assert!(head.contains("if-none-match: \"a\"\r\n"), "{head}");

    let endless = Reply::Endless(b"HTTP/1.1 200 OK\r\n\r\n".to_vec(), b"# never ends\n".to_vec());
    let body = send(endless).await.unwrap();
    assert_eq!((body.bytes.len(), body.is_cut), (1000, true));
    let failed = |problem| Err(SendError::Failed(problem));
    assert_eq!(send(raw("nothing that is HTTP")).await, failed(Problem::Malformed));
    assert_eq!(send(Reply::Silence(Vec::new())).await, failed(Problem::TimedOut));
}

#[tokio::test]
async fn a_gatekeeper_goes_by_it() {
    let server = Server::start(&[
        ("/robots.txt", with(301, "Location: /a\r\n", b"")),
        ("/a", ok("User-agent: *\nDisallow: /private/")),
    ])
    .await;
    let keeper = Gatekeeper::new(own(Policy::none()));
    let ask = async |path: &str| {
        let url = format!("http://{}{path}", server.address);
        keeper.may_fetch(&url, &Agent::token("OurBot")).await.unwrap().permission
    };
    assert!(matches!(ask("/private/").await, Permission::Disallowed(_)));
    assert_eq!(ask("/").await, Permission::Allowed);
    assert_eq!(server.paths(), ["/robots.txt", "/a"]);
}

#[tokio::test]
async fn a_redirect_that_was_followed_is_no_answer() {
    let server = Server::start(&[
        ("/robots.txt", with(301, "Location: /a\r\n", b"")),
        ("/a", ok("User-agent: *")),
        ("/loop", with(301, "Location: /loop\r\n", b"")),
    ])
    .await;
    let redirected = Err(SendError::Failed(Problem::Redirected));
    let follows = own(Policy::default());
    assert_eq!(exchange(&follows, &request(&server)).await, redirected);
    let mut request = request(&server);
    request.url.set_path("/loop");
    assert_eq!(exchange(&follows, &request).await, redirected);
}

/// They are not sent, so they do not come back.
#[tokio::test]
async fn user_information_and_fragments_make_no_other_url() {
    let server = Server::start(&[("/robots.txt", ok(""))]).await;
    let mut request = request(&server);
    request.url.set_username("user").unwrap();
    request.url.set_fragment(Some("a"));
    request.url.set_query(Some(""));
    let sent = exchange(&own(Policy::none()), &request).await;
    assert_eq!(sent.map(|response| response.status), Ok(404), "{:?}", server.paths());
    request.url.set_query(None);
    let sent = exchange(&own(Policy::none()), &request).await;
    assert_eq!(sent.map(|response| response.status), Ok(200));
}
