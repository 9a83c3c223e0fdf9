//! A proxy on loopback that goes by a script.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use maycrawl::Agent;
use maycrawl_fetch::{
    ErrorKind, Gatekeeper, Guard, HttpSettings, HttpTransport, MachineError, Problem, Proxy,
    SendError,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

use crate::site::exchange;
use crate::sockets::request;
use crate::tls::AUTHORITY;
use crate::ways::{After, Page, Way, Web, read_head};

const FILE: &str = "User-agent: *\nDisallow: /private/";

/// What a proxy does with a request.
#[derive(Clone, Copy)]
enum Does {
    /// It serves a file itself, or opens a tunnel to this address.
    Serve(SocketAddr),
    /// It answers with a status.
    Answer(u16),
    /// It answers with a redirect to this URL.
    Redirect(&'static str),
    /// It answers with these bytes.
    Bytes(&'static str),
    /// It closes the connection.
    Close,
    /// It says nothing.
    Silence,
}

/// A proxy, and the heads of the requests that came.
async fn start(does: Does) -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let heads = Arc::clone(&seen);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let heads = Arc::clone(&heads);
            tokio::spawn(async move {
                let Ok(Some(head)) = read_head(&mut stream).await else { return };
                heads.lock().unwrap().push(head.clone());
                let _ = match does {
                    Does::Serve(site) if head.starts_with("CONNECT ") => {
                        let opened = b"HTTP/1.1 200 Connection established\r\n\r\n";
                        stream.write_all(opened).await.unwrap();
                        let mut site = TcpStream::connect(site).await.unwrap();
                        copy_bidirectional(&mut stream, &mut site).await.map(|_| ())
                    }
                    Does::Serve(_) => stream.write_all(&Page::file(FILE).http1()).await,
                    Does::Answer(status) => stream.write_all(&Page::new(status, "").http1()).await,
                    Does::Redirect(to) => stream.write_all(&Page::redirect(to).http1()).await,
                    Does::Bytes(bytes) => stream.write_all(bytes.as_bytes()).await,
                    Does::Close => Ok(()),
                    // Until the client has had enough.
                    Does::Silence => stream.read(&mut [0]).await.map(|_| ()),
                };
            });
        }
    });
    (address, seen)
}

/// A transport that goes through a proxy.
fn through(proxy: SocketAddr, user: &str, guard: Guard) -> HttpTransport {
    let settings = HttpSettings {
        guard,
        proxy: Proxy::Url(format!("http://{user}{proxy}")),
        certificates: vec![AUTHORITY.pem.clone()],
        read_timeout: Duration::from_millis(300),
        ..HttpSettings::default()
    };
    HttpTransport::new(settings).unwrap()
}

/// An address where nobody listens.
async fn closed() -> SocketAddr {
    TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap()
}

/// Asks through a proxy; returns the first line and the authorization that it gets.
async fn ask(way: Way, user: &str) -> (String, Option<String>) {
    let web = Web::start(way, After::Close, |_| Page::file(FILE)).await;
    let (address, seen) = start(Does::Serve(web.address)).await;
    let http = through(address, user, Guard::default());
    let response = exchange(&http, &request(&way.url("site.example/robots.txt?a"))).await.unwrap();
    assert_eq!(response.body.bytes, FILE.as_bytes().into(), "{way:?}");
    let tunnelled: &[&str] = if way == Way::Http { &[] } else { &["site.example/robots.txt?a"] };
    assert_eq!(web.seen(), tunnelled);
    let heads = seen.lock().unwrap();
    assert_eq!(heads.len(), 1);
    let mut lines = heads[0].lines();
    let first = lines.next().unwrap().to_owned();
    let authorization = lines.find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("proxy-authorization").then(|| value.to_owned())
    });
    (first, authorization)
}

#[tokio::test]
async fn a_proxy_gets_whole_urls_and_opens_tunnels() {
    let plain = "GET http://site.example/robots.txt?a HTTP/1.1".to_owned();
    let tunnel = "CONNECT site.example:443 HTTP/1.1".to_owned();
    assert_eq!(ask(Way::Http, "").await, (plain.clone(), None));
    assert_eq!(ask(Way::Https, "").await, (tunnel.clone(), None));
    assert_eq!(ask(Way::H2, "").await, (tunnel.clone(), None));
    // user:pa ss in base 64.
    let authorization = Some("Basic dXNlcjpwYSBzcw==".to_owned());
    assert_eq!(ask(Way::Http, "user:pa%20ss@").await, (plain, authorization.clone()));
    assert_eq!(ask(Way::H2, "user:pa%20ss@").await, (tunnel, authorization));
}

/// A proxy that fails says nothing about the site.
async fn check_failure(proxy: SocketAddr, scheme: &str) {
    let http = through(proxy, "", Guard::default());
    let keeper = Gatekeeper::new(http);
    let url = format!("{scheme}://site.example/a");
    let asked = keeper.may_fetch(&url, &Agent::token("OurBot")).await;
    let failed = asked.map(|answer| answer.permission);
    assert_eq!(failed, Err(MachineError::Proxy.into()), "{scheme}");
    let origin = format!("{scheme}://site.example").parse().unwrap();
    assert!(keeper.cached_record(&origin).await.is_none());
}

#[tokio::test]
async fn a_proxy_that_fails_is_no_evidence() {
    for scheme in ["http", "https"] {
        check_failure(closed().await, scheme).await;
        check_failure(start(Does::Answer(407)).await.0, scheme).await;
    }
    check_failure(start(Does::Answer(403)).await.0, "https").await;
    for does in [Does::Close, Does::Silence, Does::Bytes("what is this"), Does::Bytes("HTTP/1.1 ")]
    {
        check_failure(start(does).await.0, "http").await;
    }
    check_failure(start(Does::Close).await.0, "https").await;
}

/// What it began to pass on is the site's, and so is its end.
#[tokio::test]
async fn a_proxy_that_stops_in_the_middle_passes_on_what_came() {
    let part = Does::Bytes("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nUser");
    let http = through(start(part).await.0, "", Guard::default());
    let came = exchange(&http, &request("http://site.example/robots.txt")).await;
    assert_eq!(came, Err(SendError::Failed(Problem::Malformed)));
}

/// Other answers to plain requests are the site's.
#[tokio::test]
async fn a_proxy_passes_on_what_the_site_answers() {
    for status in [404, 502, 504] {
        let (proxy, _) = start(Does::Answer(status)).await;
        let http = through(proxy, "", Guard::default());
        let came = exchange(&http, &request("http://site.example/robots.txt")).await;
        assert_eq!(came.map(|response| response.status), Ok(status));
    }
}

#[tokio::test]
async fn what_is_refused_is_not_told_to_a_proxy() {
    let (proxy, seen) = start(Does::Answer(200)).await;
    let guard = Guard { deny: vec!["198.51.100.0/24".parse().unwrap()], ..Guard::default() };
    let http = through(proxy, "", guard);
    for place in [
        "127.0.0.1",
        "localhost",
        "LOCALHOST.",
        "a.localhost:8080",
        "10.0.0.1",
        "169.254.169.254",
        "[::1]",
        "[::ffff:10.0.0.1]",
        "0x7f.1",
        "198.51.100.7",
        "site.example:25",
        "site.example:6379",
    ] {
        for scheme in ["http", "https"] {
            let url = format!("{scheme}://{place}/robots.txt");
            let sent = exchange(&http, &request(&url)).await;
            assert!(matches!(sent, Err(SendError::Refused(_))), "{url}: {sent:?}");
        }
    }
    assert!(seen.lock().unwrap().is_empty());
    // Who allows loopback may ask for it.
    let guard = Guard { allow: vec!["127.0.0.0/8".parse().unwrap()], ..Guard::default() };
    let came = exchange(&through(proxy, "", guard), &request("http://localhost/robots.txt")).await;
    assert_eq!(came.map(|response| response.status), Ok(200));
}

#[tokio::test]
async fn redirects_are_guarded_before_the_proxy() {
    let (proxy, seen) = start(Does::Redirect("http://192.168.0.1/robots.txt")).await;
    let keeper = Gatekeeper::new(through(proxy, "", Guard::default()));
    let asked = keeper.may_fetch("http://site.example/a", &Agent::token("OurBot")).await;
    let error = asked.unwrap_err();
    assert_eq!((error.kind(), error.hops().len()), (ErrorKind::Refused, 1), "{error:?}");
    assert_eq!(seen.lock().unwrap().len(), 1);
}

#[test]
fn a_proxy_is_named_by_an_http_url() {
    for text in ["socks5://127.0.0.1:1080", "https://127.0.0.1", "127.0.0.1:3128", ""] {
        let settings = HttpSettings { proxy: Proxy::Url(text.into()), ..HttpSettings::default() };
        let error = HttpTransport::new(settings).unwrap_err().to_string();
        assert!(error.contains("http://proxy.example:3128"), "{text}: {error}");
    }
}
