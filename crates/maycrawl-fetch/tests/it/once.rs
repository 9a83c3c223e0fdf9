//! What was asked is not asked again: with little memory, behind redirects, and when
//! this machine fails.

use futures_util::future::join_all;
use maycrawl::{Agent, access::Timestamp};
use maycrawl_fetch::{
    ErrorKind, Gatekeeper, MachineError, Permission, Refusal, Request, Response, SendError,
};

use crate::site::{Sites, answer};
use crate::sockets::Hand;

const FILE: &str = "User-agent: *\nDisallow: /private/";

fn agent() -> Agent {
    Agent::token("OurBot")
}

fn file(_: &Request) -> Result<Response, SendError> {
    Ok(answer(200, &[], FILE)?)
}

fn redirect(to: &str) -> Result<Response, SendError> {
    Ok(answer(301, &[("Location", to)], "")?)
}

/// Many sites, asked in turn again and again, do not fit into memory; the store has them.
#[cfg(feature = "sqlite")]
#[tokio::test]
async fn a_store_holds_what_memory_cannot() {
    const SITES: usize = 600;
    let line = format!("# {}\n", "-".repeat(97));
    let body = format!("{FILE}\n{}", line.repeat(50));
    let sites = Sites::new(|_: &Request| Ok(answer(200, &[], &body)?));
    let keeper = Gatekeeper::new(&sites)
        .with_memory(1 << 20)
        .with_store(maycrawl_fetch::SqliteStore::temporary("OurBot/1.0").unwrap());
    let agent = agent();
    for round in 0..20 {
        let asks = (0..SITES).map(|site| {
            let (keeper, agent) = (&keeper, &agent);
            async move {
                let url = format!("https://{site}.example/private/{round}");
                keeper.may_fetch(&url, agent).await.unwrap().permission
            }
        });
        let permissions = join_all(asks).await;
        assert!(
            permissions.iter().all(|permission| matches!(permission, Permission::Disallowed(_)))
        );
    }
    assert_eq!(sites.asked().len(), SITES);
}

#[tokio::test]
async fn a_redirect_to_a_refused_target_is_asked_once() {
    let refused = Refusal::Address("10.0.0.1".parse().unwrap());
    let site = Sites::new(|request: &Request| match request.url.host_str() {
        Some("site.example") => redirect("http://inner.example/robots.txt"),
        _ => Err(SendError::Refused(refused.clone())),
    });
    let hand = Hand::default();
    let keeper = Gatekeeper::new(&site).with_clock(hand.clone());
    let ask = async |page: usize| {
        let url = format!("https://site.example/{page}");
        let error = keeper.may_fetch(&url, &agent()).await.unwrap_err();
        assert_eq!((error.kind(), error.hops().len()), (ErrorKind::Refused, 1), "{error:?}");
    };
    join_all((0..50).map(ask)).await;
    for page in 50..100 {
        ask(page).await;
    }
    assert_eq!(site.n_asked("https://site.example/robots.txt"), 1);
    assert_eq!(site.n_asked("http://inner.example/robots.txt"), 1);
    // The redirect does not hold for ever.
    hand.set(30 * 24 * 3600);
    ask(100).await;
    assert_eq!(site.n_asked("https://site.example/robots.txt"), 2);
}

/// So many refusals fit into memory that a crawl does not ask again for each URL.
#[tokio::test]
async fn refusals_of_many_origins_are_remembered() {
    const ORIGINS: usize = 6000;
    let location = format!("http://inner.example/{}", "a".repeat(100));
    let noise = "a".repeat(4000);
    let site = Sites::new(|request: &Request| {
        if request.url.host_str() == Some("inner.example") {
            return Err(SendError::Refused(Refusal::Address([10, 0, 0, 1].into())));
        }
        Ok(answer(301, &[("Location", &location), ("Server", &noise), ("ETag", &noise)], "")?)
    });
    let keeper = Gatekeeper::new(&site);
    for page in 0..5 {
        for number in 0..ORIGINS {
            let url = format!("https://site{number}.example/{page}");
            let error = keeper.may_fetch(&url, &agent()).await.unwrap_err();
            assert_eq!((error.kind(), error.hops().len()), (ErrorKind::Refused, 1), "{error:?}");
        }
    }
    // One for each origin, one for where it redirects to.
    assert_eq!(site.asked().len(), 2 * ORIGINS);
}

#[tokio::test]
async fn what_many_redirect_to_is_asked_once() {
    const TARGET: &str = "https://shared.example/file";
    let sites = Sites::new(|request: &Request| match request.url.as_str() {
        TARGET => file(request),
        _ => redirect(TARGET),
    });
    let keeper = Gatekeeper::new(&sites);
    let ask = async |site: usize| {
        let url = format!("https://{site}.example/private/a");
        let asked = keeper.may_fetch(&url, &agent()).await.unwrap();
        assert!(matches!(asked.permission, Permission::Disallowed(_)));
    };
    join_all((0..50).map(ask)).await;
    for site in 50..100 {
        ask(site).await;
    }
    assert_eq!((sites.n_asked(TARGET), sites.asked().len()), (1, 101));
}

/// Asks about two URLs in turn, of which the first host redirects to the other's file;
/// each robots.txt is requested once.
async fn check_origin_as_target(urls: [&str; 2]) {
    let site = Sites::new(|request: &Request| match request.url.scheme() {
        "http" => redirect("https://site.example/robots.txt"),
        _ => file(request),
    });
    let keeper = Gatekeeper::new(&site);
    for url in urls {
        let asked = keeper.may_fetch(url, &agent()).await.unwrap();
        assert!(matches!(asked.permission, Permission::Disallowed(_)), "{url}");
    }
    assert_eq!(site.n_asked("http://site.example/robots.txt"), 1, "{urls:?}");
    assert_eq!(site.n_asked("https://site.example/robots.txt"), 1, "{urls:?}");
}

#[tokio::test]
async fn a_target_that_is_an_origin_is_asked_once() {
    let (plain, secured) = ("http://site.example/private/", "https://site.example/private/");
    check_origin_as_target([plain, secured]).await;
    check_origin_as_target([secured, plain]).await;
}

/// Fails twice on this machine at some step, and checks that nothing is learnt from it.
async fn check_machine(error: MachineError, is_at_target: bool) {
    let n_fails = std::sync::Mutex::new(1);
    let site = Sites::new(|request: &Request| {
        let is_target = request.url.host_str() == Some("other.example");
        if is_at_target && !is_target {
            return redirect("https://other.example/robots.txt");
        }
        let mut n_fails = n_fails.lock().unwrap();
        if *n_fails > 0 {
            *n_fails -= 1;
            return Err(error.into());
        }
        file(request)
    });
    let hand = Hand::default();
    let keeper = Gatekeeper::new(&site).with_clock(hand.clone());
    let ask = async || {
        let asked = keeper.may_fetch("https://site.example/private/", &agent()).await;
        asked.map(|answer| matches!(answer.permission, Permission::Disallowed(_)))
    };
    let origin = "https://site.example".parse().unwrap();
    let expected = Err(error.into());
    assert_eq!(ask().await, expected);
    assert!(keeper.cached_record(&origin).await.is_none(), "{error}");
    // Those who ask at the same time do not all try in turn.
    let n_asked = site.asked().len();
    assert_eq!(ask().await, expected);
    assert_eq!(site.asked().len(), n_asked);
    hand.set(2);
    assert_eq!(ask().await, Ok(true), "{error}");
    let known = keeper.cached_record(&origin).await.unwrap();
    let times: Vec<_> = known.entry().history().iter().map(|evidence| evidence.at).collect();
    assert_eq!(times, [Timestamp(2000)]);
}

#[tokio::test]
async fn failures_of_this_machine_are_no_evidence() {
    for error in [
        MachineError::Descriptors,
        MachineError::Memory,
        MachineError::Network,
        MachineError::Resolver,
        MachineError::Proxy,
        MachineError::Clock,
        MachineError::Certificates,
        MachineError::Cancelled,
    ] {
        check_machine(error, false).await;
        check_machine(error, true).await;
    }
}
