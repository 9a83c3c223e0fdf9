//! Redirects over sockets: where they lead, how far, and for how long.

use std::time::{Duration, Instant};

use maycrawl::{
    Agent, Dialect,
    access::{BadRedirect, FetchOutcome},
};
use maycrawl_fetch::{Gatekeeper, HttpSettings, HttpTransport, OriginRecord, Permission};

use crate::server::{Reply, Server, with};
use crate::sockets::settings;
use crate::ways::{After, Page, Way, Web};

const FILE: &str = "User-agent: *\nDisallow: /private/";

const fn http(status: u16, redirects: u8) -> FetchOutcome {
    FetchOutcome::Http { status, redirects }
}

/// What came last of asking.
fn last(known: &OriginRecord) -> FetchOutcome {
    known.entry().history().last().unwrap().answer
}

/// Checks what comes of a redirect to a `Location`, and the path that is then requested.
async fn check(way: Way, location: &[u8], expected: FetchOutcome, path: Option<&str>) {
    let to = location.to_vec();
    let web = Web::start(way, After::Keep, move |place| match place {
        "site.example/robots.txt" => Page::redirect(to.clone()),
        _ => Page::file(FILE),
    });
    let web = web.await;
    let keeper = Gatekeeper::new(web.transport());
    let known = keeper.record(&way.url("site.example").parse().unwrap()).await.unwrap();
    let name = String::from_utf8_lossy(&location[..location.len().min(50)]).into_owned();
    assert_eq!(last(&known), expected, "{way:?} {name}");
    let paths: Vec<_> = web.seen();
    let second = paths.get(1).map(|place| place.trim_start_matches("site.example"));
    assert!(second == path, "{way:?} {name}: {paths:.200?}");
}

#[tokio::test]
async fn any_bytes_of_a_location_lead_somewhere() {
    for way in [Way::Http, Way::H2] {
        let found = http(200, 1);
        check(way, b"/caf\xE9.txt", found, Some("/caf%E9.txt")).await;
        check(way, "/café.txt".as_bytes(), found, Some("/caf%C3%A9.txt")).await;
        check(way, b"/caf%e9.txt", found, Some("/caf%e9.txt")).await;
        check(way, b"/a b", found, Some("/a%20b")).await;
        check(way, b"/a\tb", found, Some("/ab")).await;
        let long = format!("/{}", "a".repeat(9 << 10));
        check(way, long.as_bytes(), found, Some(&long)).await;
        let longest = format!("/{}", "a".repeat(60 << 10));
        check(way, longest.as_bytes(), found, Some(&longest)).await;
    }
}

/// A target that cannot be requested is one all the same: not "no `Location`".
#[tokio::test]
async fn a_location_may_be_too_long() {
    let refused = FetchOutcome::Redirect(BadRedirect::OtherScheme);
    for way in [Way::Http, Way::H2] {
        for len in [64 << 10, (64 << 10) + 1, 90 << 10] {
            let location = format!("/{}", "a".repeat(len - 1));
            check(way, location.as_bytes(), refused, None).await;
        }
        // It grows when it is percent-encoded.
        check(way, &[b"/", &*b"\xE9".repeat(30 << 10)].concat(), refused, None).await;
    }
}

/// HTTP forbids them (RFC 9110 section 5.5), so there is no answer.
#[tokio::test]
async fn control_bytes_in_a_location_are_no_answer() {
    for location in [&b"/a\x01b"[..], b"/a\x7Fb", b"/a\0b"] {
        check(Way::Http, location, FetchOutcome::Unreachable, None).await;
    }
}

/// A server that redirects so many times before it gives a file.
async fn chain(way: Way, len: usize) -> Web {
    Web::start(way, After::Keep, move |place| {
        let hop = place.rsplit('/').next().unwrap().parse().unwrap_or(0);
        if hop < len { Page::redirect(format!("/{}", hop + 1)) } else { Page::file(FILE) }
    })
    .await
}

/// Checks what a dialect makes of a chain of redirects, and after how many requests.
async fn check_chain(dialect: Dialect, len: usize, expected: FetchOutcome, n_requests: usize) {
    for way in Way::ALL {
        let web = chain(way, len).await;
        let keeper = Gatekeeper::new(web.transport()).with_dialect(dialect);
        let known = keeper.record(&way.url("site.example").parse().unwrap()).await.unwrap();
        assert_eq!(last(&known), expected, "{dialect} {way:?}");
        assert_eq!(web.seen().len(), n_requests, "{dialect} {way:?}");
    }
}

#[tokio::test]
async fn a_dialect_follows_no_further_than_it_decides() {
    check_chain(Dialect::GOOGLE, 5, http(200, 5), 6).await;
    check_chain(Dialect::GOOGLE, 6, http(301, 6), 6).await;
    check_chain(Dialect::GOOGLE, 100, http(301, 6), 6).await;
    check_chain(Dialect::RFC9309, 100, http(301, 6), 6).await;
    check_chain(Dialect::DRAFT_1996, 20, http(200, 20), 21).await;
    check_chain(Dialect::DRAFT_1996, 100, http(301, 21), 21).await;
}

/// Checks that a fetch ends at its deadline as an outage; returns the paths that were
/// requested by then.
async fn check_deadline(server: &Server) -> Vec<String> {
    let deadline = Duration::from_millis(300);
    let settings = HttpSettings { read_timeout: Duration::from_secs(60), ..settings(server) };
    let keeper = Gatekeeper::new(HttpTransport::new(settings).unwrap())
        .with_dialect(Dialect::DRAFT_1996)
        .with_deadline(deadline);
    let begun = Instant::now();
    let asked = keeper.may_fetch("http://site.example/a", &Agent::token("OurBot")).await.unwrap();
    let took = begun.elapsed();
    assert!((deadline..5 * deadline).contains(&took), "{took:?}");
    assert_eq!(last(&asked.record), FetchOutcome::Unreachable);
    assert!(matches!(asked.permission, Permission::Later { .. }), "{:?}", asked.permission);
    server.paths()
}

/// Each hop is answered in good time, but all together are not.
#[tokio::test]
async fn the_deadline_of_a_fetch_ends_a_tarpit() {
    let hops: Vec<_> = (0..20)
        .map(|hop| {
            let path = if hop == 0 { "/robots.txt".into() } else { format!("/{hop}") };
            let head = format!("HTTP/1.1 301 -\r\nLocation: /{}\r\n\r\n", hop + 1);
            (path, Reply::Late(Duration::from_millis(70), head.into_bytes()))
        })
        .collect();
    let hops: Vec<_> = hops.iter().map(|(path, reply)| (path.as_str(), reply.clone())).collect();
    let server = Server::start(&hops).await;
    let paths = check_deadline(&server).await;
    assert!((2..=5).contains(&paths.len()), "{paths:?}");
}

#[tokio::test]
async fn the_deadline_of_a_fetch_ends_a_hop_that_never_answers() {
    let server = Server::start(&[
        ("/robots.txt", with(301, "Location: /a\r\n", b"")),
        ("/a", Reply::Silence(Vec::new())),
    ])
    .await;
    assert_eq!(check_deadline(&server).await, ["/robots.txt", "/a"]);
}
