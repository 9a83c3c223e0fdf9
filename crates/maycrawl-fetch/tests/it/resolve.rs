//! Looking up hosts, with a name server on loopback that does as it is told.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use maycrawl_fetch::{Gatekeeper, HostResolver, HttpSettings, HttpTransport, ResolveErrorKind};
use tokio::net::UdpSocket;

/// What the name server does when it is asked for the addresses of one kind.
#[derive(Clone, Copy)]
enum Does {
    /// It answers with this address.
    Has(&'static str),
    /// It answers with a code and no address: 0 no error, 2 the site's own name servers
    /// fail, 3 there is no such name, 5 it refuses to answer.
    Code(u8),
    Silence,
}

use Does::{Code, Has, Silence};

/// Names, and what comes of asking for their addresses of IPv4 and IPv6.
const NAMES: &[(&str, Does, Does)] = &[
    ("both.example", Has("192.0.2.1"), Has("2001:db8::1")),
    ("four.example", Has("192.0.2.4"), Code(0)),
    ("six.example", Code(0), Has("2001:db8::6")),
    ("half.example", Has("192.0.2.5"), Code(2)),
    ("under_score.example", Has("192.0.2.6"), Code(0)),
    ("single", Has("192.0.2.7"), Code(0)),
    ("four-only.example", Has("192.0.2.10"), Code(3)),
    ("six-only.example", Code(3), Has("2001:db8::10")),
    ("empty.example", Code(0), Code(0)),
    ("gone.example", Code(3), Code(3)),
    ("broken.example", Code(2), Code(2)),
    ("refused.example", Code(5), Code(5)),
    ("silent.example", Silence, Silence),
    ("half-silent.example", Code(0), Silence),
    ("gone-silent.example", Code(3), Silence),
    ("four-silent.example", Has("192.0.2.8"), Silence),
];

/// A name server, and how many queries it was asked.
async fn serve() -> (SocketAddr, Arc<AtomicUsize>) {
    let socket = UdpSocket::bind(("127.0.0.1", 0)).await.unwrap();
    let address = socket.local_addr().unwrap();
    let n_queries = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&n_queries);
    tokio::spawn(async move {
        let mut query = [0; 4096];
        while let Ok((len, from)) = socket.recv_from(&mut query).await {
            count.fetch_add(1, Ordering::SeqCst);
            if let Some(answer) = answer(&query[..len]) {
                socket.send_to(&answer, from).await.unwrap();
            }
        }
    });
    (address, n_queries)
}

/// The answer to a query, by section 4 of RFC 1035.
fn answer(query: &[u8]) -> Option<Vec<u8>> {
    let (mut name, mut at) = (Vec::new(), 12);
    while query[at] != 0 {
        let len = usize::from(query[at]);
        name.push(String::from_utf8_lossy(&query[at + 1..][..len]).into_owned());
        at += len + 1;
    }
    let question = &query[12..at + 5];
    let is_v6 = query[at + 2] == 28;
    let name = name.join(".");
    let does = NAMES.iter().find(|(known, ..)| *known == name);
    let does = does.map_or(Code(3), |(_, v4, v6)| if is_v6 { *v6 } else { *v4 });
    let (code, address) = match does {
        Has(text) => (0, Some(text.parse().unwrap())),
        Code(code) => (code, None),
        Silence => return None,
    };
    let mut answer = vec![query[0], query[1], 0x81, 0x80 | code];
    answer.extend([0, 1, 0, u8::from(address.is_some()), 0, 0, 0, 0]);
    answer.extend(question);
    if let Some(address) = address {
        let data = match address {
            IpAddr::V4(v4) => v4.octets().to_vec(),
            IpAddr::V6(v6) => v6.octets().to_vec(),
        };
        // The name of the question, its kind and class, a minute, the address.
        answer.extend([0xC0, 12, 0, if is_v6 { 28 } else { 1 }, 0, 1, 0, 0, 0, 60, 0]);
        answer.push(u8::try_from(data.len()).unwrap());
        answer.extend(data);
    }
    Some(answer)
}

const PATIENT: Duration = Duration::from_secs(20);
/// For tests that wait for an answer that never comes.
const HASTY: Duration = Duration::from_millis(100);

/// Looks up a host, and compares what comes of it: addresses, nothing, or what the
/// machine complains of.
async fn check(resolver: &HostResolver, host: &str, expected: Result<&str, &str>) {
    let found = match resolver.addresses(host).await {
        Ok(addresses) => {
            Ok(addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        }
        Err(error) if error.kind() == ResolveErrorKind::NoAddress => Ok(String::new()),
        Err(error) => Err(error.to_string()),
    };
    assert_eq!(found.as_deref().map_err(String::as_str), expected, "{host}");
}

#[tokio::test]
async fn a_host_has_addresses_or_none() {
    let (server, n_queries) = serve().await;
    let resolver = HostResolver::with_servers(&[server], PATIENT);
    for (host, expected) in [
        ("both.example", "192.0.2.1 2001:db8::1"),
        ("BOTH.example.", "192.0.2.1 2001:db8::1"),
        ("four.example", "192.0.2.4"),
        ("six.example", "2001:db8::6"),
        ("half.example", "192.0.2.5"),
        ("four-only.example", "192.0.2.10"),
        ("six-only.example", "2001:db8::10"),
        ("under_score.example", "192.0.2.6"),
        ("single", "192.0.2.7"),
        ("empty.example", ""),
        ("gone.example", ""),
        ("broken.example", ""),
    ] {
        check(&resolver, host, Ok(expected)).await;
    }
    // No name server is asked about these.
    let n_asked = n_queries.load(Ordering::SeqCst);
    let long = format!("{}.example", "a".repeat(64));
    for (host, expected) in [
        ("localhost", "127.0.0.1 ::1"),
        ("LocalHost.", "127.0.0.1 ::1"),
        ("a.b.localhost", "127.0.0.1 ::1"),
        ("192.0.2.9", "192.0.2.9"),
        ("2001:db8::9", "2001:db8::9"),
        ("a..example", ""),
        ("", ""),
        (".", ""),
        (&long, ""),
    ] {
        check(&resolver, host, Ok(expected)).await;
    }
    assert_eq!(n_queries.load(Ordering::SeqCst), n_asked);
}

#[tokio::test]
async fn failures_of_this_machine_are_told_apart() {
    let (server, _) = serve().await;
    let resolver = HostResolver::with_servers(&[server], HASTY);
    let late = Err("no name server answers in time");
    for (host, expected) in [
        ("refused.example", Err("the name server refuses to answer: Query Refused")),
        ("silent.example", late),
        ("half-silent.example", late),
        ("gone-silent.example", Ok("")),
        ("four-silent.example", Ok("192.0.2.8")),
    ] {
        check(&resolver, host, expected).await;
    }
    let none = HostResolver::with_servers(&[], PATIENT);
    let expected = Err("no name server is configured");
    check(&none, "both.example", expected).await;
    check(&none, "localhost", Ok("127.0.0.1 ::1")).await;
    let closed = UdpSocket::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    let nobody = HostResolver::with_servers(&[closed], HASTY);
    let error = nobody.addresses("both.example").await.unwrap_err();
    assert_eq!(error.kind(), ResolveErrorKind::Machine);
    // Another server answers.
    let second = HostResolver::with_servers(&[closed, server], PATIENT);
    check(&second, "four.example", Ok("192.0.2.4")).await;
}

#[tokio::test]
async fn answers_are_kept() {
    let (server, n_queries) = serve().await;
    let resolver = HostResolver::with_servers(&[server], PATIENT);
    for _ in 0..5 {
        check(&resolver, "both.example", Ok("192.0.2.1 2001:db8::1")).await;
    }
    assert_eq!(n_queries.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn the_deadline_of_a_fetch_covers_names() {
    let (server, _) = serve().await;
    let deadline = Duration::from_millis(200);
    let settings = HttpSettings {
        name_servers: vec![server],
        timeout: Duration::from_secs(60),
        ..HttpSettings::default()
    };
    let keeper = Gatekeeper::new(HttpTransport::new(settings).unwrap()).with_deadline(deadline);
    let start = Instant::now();
    let asked = keeper.record(&"http://silent.example".parse().unwrap()).await;
    let took = start.elapsed();
    // Nothing is known of the site, so nothing is said of it.
    let expected =
        "this machine cannot resolve names; check that its name servers are configured and answer";
    assert_eq!(asked.unwrap_err().to_string(), expected);
    assert!((deadline..10 * deadline).contains(&took), "{took:?}");
}
