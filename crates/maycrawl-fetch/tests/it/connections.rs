//! Connections: how many there are, when they end, and who ends them.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use maycrawl::{Agent, Dialect, access::FetchOutcome};
use maycrawl_fetch::{
    Gatekeeper, Guard, HttpSettings, HttpTransport, MachineError, Request, ReqwestTransport,
    SendError,
};
use reqwest::redirect::Policy;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;
use tokio::sync::{Barrier, oneshot};
use tokio::time::timeout;

use crate::server::{Reply, Server, ok};
use crate::site::exchange;
use crate::sockets::{request, settings};
use crate::ways::{After, Kept, Page, Way, Web, is_closed, read_head};

const FILE: &str = "User-agent: *\nDisallow: /private/";

/// Asks many hosts, whose robots.txt is a redirect on the same host, of a server that
/// closes its connections; all are answered.
async fn check_closing(way: Way, n_hosts: usize) {
    let web = Web::start(way, After::Close, |place| {
        if place.ends_with("/robots.txt") { Page::redirect("/file") } else { Page::file(FILE) }
    });
    let web = web.await;
    let keeper = Gatekeeper::new(web.transport());
    for host in 0..n_hosts {
        let origin = way.url(&format!("{host}.site.example")).parse().unwrap();
        let known = keeper.record(&origin).await.unwrap();
        let answer = known.entry().history().last().unwrap().answer;
        assert_eq!(answer, FetchOutcome::Http { status: 200, redirects: 1 }, "{way:?} {host}");
    }
    assert_eq!(web.seen().len(), 2 * n_hosts);
}

#[tokio::test]
async fn a_server_that_closes_after_each_answer_is_understood() {
    check_closing(Way::Http, 60).await;
}

#[tokio::test]
async fn a_server_that_closes_after_each_answer_is_understood_over_tls() {
    check_closing(Way::Https, 60).await;
}

#[tokio::test]
async fn a_server_that_sends_goaway_after_each_answer_is_understood() {
    check_closing(Way::H2, 60).await;
}

/// A client of a crawler keeps connections. The server closes each just when it is used
/// again: after the next request has come.
#[tokio::test]
async fn a_kept_connection_that_ends_is_tried_once_more() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!("http://{}/robots.txt", listener.local_addr().unwrap());
    let n_requests = Arc::new(Mutex::new(0));
    let count = Arc::clone(&n_requests);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let count = Arc::clone(&count);
            tokio::spawn(async move {
                let mut is_first = true;
                while let Ok(Some(_)) = read_head(&mut stream).await {
                    *count.lock().unwrap() += 1;
                    if !is_first {
                        return;
                    }
                    is_first = false;
                    stream.write_all(&Page::file(FILE).http1()).await.unwrap();
                }
            });
        }
    });
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().redirect(Policy::none()).build().unwrap();
    let transport = ReqwestTransport::new(client);
    for turn in 0..20 {
        let came = exchange(&transport, &request(&url)).await;
        assert_eq!(came.map(|response| response.status), Ok(200), "{turn}");
    }
    // All but the first met a connection that ended.
    let n_requests = *n_requests.lock().unwrap();
    assert!((21..=39).contains(&n_requests), "{n_requests}");
}

/// A server that keeps connections, and answers only when so many requests wait.
async fn keep(ip: [u8; 4], at_once: usize, kept: &Arc<Mutex<Kept>>) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::from(ip), 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let kept = Arc::clone(kept);
    let barrier = Arc::new(Barrier::new(at_once));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut stream = kept.lock().unwrap().add(stream);
            let barrier = Arc::clone(&barrier);
            tokio::spawn(async move {
                while let Ok(Some(_)) = read_head(&mut stream).await {
                    barrier.wait().await;
                    let _ = stream.write_all(&Page::file(FILE).http1()).await;
                }
            });
        }
    });
    address
}

/// Asks many hosts at once, spread over servers at addresses of their own; checks that
/// all are answered, and how many connections were open at the most.
async fn check_most(max_connections: usize, max_per_address: usize, n_addresses: u8) {
    let at_once = max_per_address.min(max_connections);
    let kept: Vec<_> = (0..n_addresses).map(|_| Arc::new(Mutex::new(Kept::default()))).collect();
    let mut resolve = Vec::new();
    for (last, kept) in (1..=n_addresses).zip(&kept) {
        let address = keep([127, 0, 0, last], at_once, kept).await;
        resolve.push((format!("{last}.example"), address));
    }
    let settings = HttpSettings {
        guard: Guard { allow_private: true, ..Guard::default() },
        resolve,
        max_connections: Some(max_connections),
        max_per_address,
        ..HttpSettings::default()
    };
    let http = HttpTransport::new(settings).unwrap();
    let n_requests = 10 * at_once;
    let requests = (1..=n_addresses).flat_map(|last| {
        (0..n_requests).map(move |page| request(&format!("http://{last}.example/{page}")))
    });
    let answers = requests.map(|request| {
        let http = http.clone();
        async move { exchange(&http, &request).await }
    });
    let answers = timeout(Duration::from_secs(20), join_all(answers)).await.unwrap();
    assert!(answers.iter().all(|answer| answer.as_ref().is_ok_and(|came| came.status == 200)));
    for kept in &kept {
        let kept = kept.lock().unwrap();
        assert_eq!(kept.most, at_once);
        // None is kept when its answer has come.
        assert!(kept.open.iter().all(is_closed));
    }
}

#[tokio::test]
async fn so_many_connections_are_open_in_all() {
    check_most(5, 100, 1).await;
    check_most(1, 100, 1).await;
}

#[tokio::test]
async fn so_many_connections_are_open_to_an_address() {
    check_most(100, 3, 3).await;
    check_most(100, 1, 2).await;
}

/// Asks many hosts over TLS; checks how many requests are in hand at the most.
async fn check_most_secured(way: Way) {
    const MOST: usize = 3;
    let web = Web::start(way, After::Keep, |_| Page::file(FILE)).await;
    let settings = HttpSettings { max_connections: Some(MOST), ..web.settings() };
    let http = HttpTransport::new(settings).unwrap();
    let asks = (0..30).map(|host| {
        let (http, way) = (http.clone(), way);
        async move { exchange(&http, &request(&way.url(&format!("{host}.site.example/")))).await }
    });
    let answers = join_all(asks).await;
    assert!(answers.iter().all(|answer| answer.as_ref().is_ok_and(|came| came.status == 200)));
    assert!((1..=MOST).contains(&web.most_open()), "{way:?}: {}", web.most_open());
    web.all_closed().await;
}

#[tokio::test]
async fn so_many_connections_are_open_over_tls() {
    check_most_secured(Way::Https).await;
    check_most_secured(Way::H2).await;
}

/// Gives a request up when the server has it; checks that the connection is closed.
async fn check_dropped(way: Way) {
    let (asked, mut is_asked) = oneshot::channel();
    let asked = Mutex::new(Some(asked));
    let web = Web::start(way, After::Keep, move |_| {
        if let Some(asked) = asked.lock().unwrap().take() {
            let _ = asked.send(());
        }
        Page { is_whole: false, ..Page::file("User-agent: *") }
    });
    let web = web.await;
    let transport = web.transport();
    let request = request(&way.url("site.example/robots.txt"));
    {
        let sent = exchange(&transport, &request);
        tokio::pin!(sent);
        tokio::select! {
            came = &mut sent => panic!("{way:?}: {came:?}"),
            came = &mut is_asked => came.unwrap(),
        }
        assert!(sent.now_or_never().is_none(), "{way:?}");
        assert_eq!(web.most_open(), 1);
    }
    web.all_closed().await;
}

#[tokio::test]
async fn a_request_that_is_given_up_leaves_no_connection() {
    for way in Way::ALL {
        check_dropped(way).await;
    }
}

/// Hosts of one address, as a hoster has them.
#[tokio::test]
async fn origins_at_one_address_are_each_answered() {
    let web = Web::start(Way::Http, After::Keep, |_| Page::file(FILE)).await;
    let keeper = Gatekeeper::new(web.transport()).with_dialect(Dialect::RFC9309);
    let agent = Agent::token("OurBot");
    let asks = (0..300).map(|host| {
        let (keeper, agent) = (&keeper, &agent);
        async move { keeper.may_fetch(&format!("http://{host}.example/a"), agent).await }
    });
    let answers = join_all(asks).await;
    assert!(
        answers
            .iter()
            .all(|answer| { answer.as_ref().is_ok_and(|answer| answer.verdict.is_some()) })
    );
    assert_eq!(web.seen().len(), 300);
    assert!(web.most_open() <= HttpSettings::default().max_per_address, "{}", web.most_open());
    web.all_closed().await;
}

/// Sites that send the beginning of a large file and then nothing do not keep out others, of which
/// each has memory for what has come.
#[tokio::test]
async fn sites_that_drip_delay_no_other() {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n";
    let start = [head.as_bytes(), &vec![b'#'; 100_000]].concat();
    let file = "Disallow: /private/\n".repeat(24 << 10 >> 4);
    let replies = [
        ("slow.example/robots.txt", Reply::Silence(start)),
        ("small.example/robots.txt", ok(FILE)),
        ("large.example/robots.txt", ok(&file)),
    ];
    let server = Server::start(&replies).await;
    let settings = HttpSettings { max_per_address: 100, ..settings(&server) };
    let http = HttpTransport::new(settings).unwrap();
    let ask = |host: &str| {
        let url = format!("http://{host}/robots.txt").parse().unwrap();
        let (http, request) = (http.clone(), Request::new(url, 8 << 20));
        async move { exchange(&http, &request).await }
    };
    let slow: Vec<_> = (0..8).map(|_| tokio::spawn(ask("slow.example"))).collect();
    while server.paths().len() < slow.len() {
        tokio::task::yield_now().await;
    }
    // By then their bodies have come as far as they go.
    for _ in 0..50 {
        assert!(ask("small.example").await.is_ok());
    }
    let came = timeout(Duration::from_secs(5), ask("large.example")).await.unwrap().unwrap();
    assert_eq!(came.body.bytes.len(), file.len());
    slow.iter().for_each(tokio::task::JoinHandle::abort);
}

/// That a request waits for others of this machine says nothing about its site.
#[tokio::test]
async fn waiting_for_a_place_is_no_silence_of_the_site() {
    let replies = [("slow.example/robots.txt", Reply::Silence(Vec::new()))];
    let server = Server::start(&replies).await;
    let place_timeout = Some(Duration::ZERO);
    let settings = HttpSettings { max_connections: Some(1), place_timeout, ..settings(&server) };
    let http = HttpTransport::new(settings).unwrap();
    let slow = request("http://slow.example/robots.txt");
    let slow = tokio::spawn({
        let http = http.clone();
        async move { exchange(&http, &slow).await }
    });
    while server.paths().is_empty() {
        tokio::task::yield_now().await;
    }
    let other = exchange(&http, &request("http://other.example/robots.txt")).await;
    assert_eq!(other, Err(SendError::Machine(MachineError::Busy)));
    assert_eq!(server.paths().len(), 1);
    slow.abort();
}
