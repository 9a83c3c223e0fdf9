//! The front door, over scripted sites and a clock that is set by hand.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use maycrawl::{Agent, Dialect, UrlPath, access::FetchOutcome, dialect::UaMatch};
use maycrawl_fetch::{Gatekeeper, MachineError, Needs, Permission, Refusal, Request, SendError};

use crate::site::{Scripted, Sites, answer, origin, redirect, status};
use crate::sockets::Hand;

const DAY: i64 = 24 * 3600;

#[tokio::test]
async fn who_stops_waiting_stops_no_other() {
    let site = Scripted::new(&[status(200), status(200)]);
    let keeper = Gatekeeper::new(&site);
    let agent = Agent::token("OurBot");
    let url = "https://site.example/a";
    {
        let first = keeper.may_fetch(url, &agent);
        let second = keeper.may_fetch(url, &agent);
        // The first has begun to ask, the second waits for it.
        tokio::select! {
            biased;
            _ = first => panic!("it cannot be done yet"),
            _ = second => panic!("it cannot be done yet"),
            () = std::future::ready(()) => {}
        }
    }
    let asks = keeper.may_fetch(url, &agent);
    let answer = tokio::time::timeout(Duration::from_secs(60), asks).await.unwrap();
    assert_eq!(answer.unwrap().permission, Permission::Allowed);
}

/// Tasks can be spawned that ask.
#[test]
fn who_asks_may_move_between_threads() {
    const fn is_send(_: &impl Send) {}
    let site = Scripted::default();
    let keeper = Gatekeeper::new(&site);
    let agent = Agent::token("OurBot");
    is_send(&keeper.may_fetch("https://site.example/", &agent));
}

/// A name that no line could hold as a product token is matched whole.
#[tokio::test]
async fn names_with_digits_find_their_group() {
    let file = "User-agent: MJ12bot\nUser-agent: MyBot\nUser-agent: Bot 9\nDisallow: /\n\nUser-agent: *\nDisallow: /b";
    for dialect in [Dialect::GOOGLE, Dialect::CAUTIOUS, Dialect::GOOGLE_2012] {
        let site = Scripted::new(&[answer(200, &[], file)]);
        let keeper = Gatekeeper::new(&site).with_dialect(dialect);
        for (name, is_named) in [
            ("MJ12bot", true),
            ("mj12BOT", true),
            ("Bot 9", true),
            ("MyBot", true),
            ("OtherBot", false),
            ("360Spider", false),
        ] {
            let url = "https://site.example/a";
            let decision = keeper.may_fetch(url, &Agent::token(name)).await.unwrap();
            let is_allowed = decision.permission == Permission::Allowed;
            assert_eq!(is_allowed, !is_named, "{name} in {dialect}");
        }
    }
}

/// One record answers agents that read in several dialects: their rules, their way of taking
/// outages, and the shortest time for which it holds in any.
#[tokio::test]
async fn agents_are_asked_in_their_own_dialects() {
    let mut whole = Dialect::GOOGLE;
    whole.groups.ua_match = UaMatch::Whole;
    let others = [whole, Dialect::YANDEX, Dialect::BING];
    let file =
        answer(200, &[("Cache-Control", "max-age=604800")], "User-agent: MJ12bot\nDisallow: /");
    let site = Scripted::new(&[file, status(503), status(503)]);
    let hand = Hand::default();
    let keeper = Gatekeeper::new(&site).with_clock(hand.clone()).with_other_dialects(others);
    let agent = Agent::token("MJ12bot");
    let ask = async |dialect: &Dialect| {
        let record = keeper.record(&origin()).await.unwrap();
        let path = UrlPath::parse("/a", dialect);
        keeper.decide_in(dialect, &record, &path, &agent).permission
    };
    assert_eq!(ask(&Dialect::GOOGLE).await, Permission::Allowed);
    assert!(matches!(ask(&whole).await, Permission::Disallowed(_)));
    // A dialect that the gatekeeper does not know is no error.
    assert_eq!(ask(&Dialect::RFC9309).await, Permission::Allowed);
    assert_eq!(site.asked().len(), 1);
    // Bing's crawler keeps nothing longer than a day.
    hand.set(2 * DAY);
    assert!(matches!(ask(&whole).await, Permission::Disallowed(_)));
    assert_eq!(site.asked().len(), 2);

    let site = Scripted::new(&[status(503)]);
    let keeper = Gatekeeper::new(&site).with_other_dialects(others);
    let record = keeper.record(&origin()).await.unwrap();
    let ask = |dialect: &Dialect| {
        let path = UrlPath::parse("/a", dialect);
        keeper.decide_in(dialect, &record, &path, &agent).permission
    };
    assert!(matches!(ask(&Dialect::GOOGLE), Permission::Later { .. }));
    assert_eq!(ask(&Dialect::YANDEX), Permission::Allowed);
}

#[tokio::test]
async fn a_clock_that_goes_back_makes_nothing_last() {
    let site = Scripted::new(&[status(200), status(404)]);
    let hand = Hand::default();
    let keeper = Gatekeeper::new(&site).with_clock(hand.clone());
    let agent = Agent::token("OurBot");
    let ask = async || {
        keeper.may_fetch("https://site.example/private/a", &agent).await.unwrap().permission
    };
    // The clock is years ahead; then it is set right.
    hand.set(4000 * DAY);
    assert!(matches!(ask().await, Permission::Disallowed(_)));
    hand.set(DAY);
    assert_eq!(ask().await, Permission::Allowed);
    assert_eq!(site.asked().len(), 2);
    // A small step is none.
    hand.set(DAY - 30);
    assert_eq!(ask().await, Permission::Allowed);
    assert_eq!(site.asked().len(), 2);
}

/// What this machine could not do, or the guard refused, at a time that is yet to come.
#[tokio::test]
async fn a_clock_that_goes_back_keeps_no_error() {
    let refused = SendError::Refused(Refusal::Address("10.0.0.1".parse().unwrap()));
    for error in [SendError::Machine(MachineError::Network), refused] {
        let fails = AtomicBool::new(true);
        let site = Sites::new(|_: &Request| {
            if fails.load(Ordering::SeqCst) { Err(error.clone()) } else { Ok(status(200)?) }
        });
        let hand = Hand::default();
        let keeper = Gatekeeper::new(&site).with_clock(hand.clone());
        let agent = Agent::token("OurBot");
        hand.set(400 * DAY);
        assert!(keeper.may_fetch("https://site.example/a", &agent).await.is_err());
        fails.store(false, Ordering::SeqCst);
        hand.set(400 * DAY - 3600);
        let asked = keeper.may_fetch("https://site.example/a", &agent).await;
        assert_eq!(asked.map(|answer| answer.permission), Ok(Permission::Allowed), "{error:?}");
    }
}

/// The order of the settings does not matter.
#[tokio::test]
async fn no_setting_undoes_another() {
    let site = Scripted::new(&[answer(200, &[], "User-agent: MJ12bot\nDisallow: /")]);
    let mut whole = Dialect::GOOGLE;
    whole.groups.ua_match = UaMatch::Whole;
    let keeper = Gatekeeper::new(&site)
        .with_needs(Needs { redirects: 9, bytes: 1 << 20 })
        .with_other_dialects([whole, Dialect::YANDEX, Dialect::RFC9309])
        .with_dialect(Dialect::RFC9309);
    let record = keeper.record(&origin()).await.unwrap();
    // Each dialect that was named has been read.
    for dialect in [Dialect::RFC9309, whole, Dialect::YANDEX] {
        let robots = record.robots_in(&dialect);
        assert!(matches!(robots, Some(Cow::Borrowed(_))), "{dialect}");
    }
    let redirects: Vec<_> = (0..9).map(|hop| redirect(&format!("/{hop}"))).collect();
    let site = Scripted::new(&[&*redirects, &[status(200)]].concat());
    let keeper = Gatekeeper::new(&site)
        .with_needs(Needs { redirects: 9, bytes: 1 << 20 })
        .with_dialect(Dialect::RFC9309);
    keeper.record(&origin()).await.unwrap();
    assert_eq!(site.asked().len(), 10);
}

#[tokio::test]
async fn agents_of_one_header_share_what_came() {
    let body = "User-agent: *\nDisallow: /\nUser-agent: b\nUser-agent: h\nAllow: /\n";
    let site = Scripted::new(&[answer(200, &[], body)]);
    let keeper = Gatekeeper::new(&site).with_dialect(Dialect::RFC9309);
    for _ in 0..3 {
        for token in "abcdefghij".split_inclusive(|_| true) {
            let agent = Agent::token(token);
            let asked = keeper.may_fetch("https://site.example/", &agent).await.unwrap();
            let is_named = matches!(token, "b" | "h");
            assert_eq!(asked.permission == Permission::Allowed, is_named, "{token}");
        }
    }
    assert_eq!(site.asked().len(), 1);
}

/// The rules of a host that are known, and hold, bind redirects to it too, where the
/// dialect says so.
#[tokio::test]
async fn redirects_to_what_is_disallowed() {
    async fn check(dialect: Dialect, is_known: bool, expected: FetchOutcome, asked: usize) {
        let closed = answer(200, &[], "User-agent: *\nDisallow: /closed/\n");
        let mut answers = vec![redirect("https://other.example/closed/robots.txt"), status(200)];
        if is_known {
            answers.insert(0, closed);
        }
        let site = Scripted::new(&answers);
        let keeper = Gatekeeper::new(&site).with_dialect(dialect);
        let agent = Agent::token("OurBot");
        if is_known {
            keeper.may_fetch("https://other.example/", &agent).await.unwrap();
        }
        let answer = keeper.may_fetch("https://site.example/", &agent).await.unwrap();
        let came = answer.record.entry().history().last().unwrap().answer;
        assert_eq!((came, site.asked().len()), (expected, asked), "{dialect}, known: {is_known}");
    }
    let followed = FetchOutcome::Http { status: 200, redirects: 1 };
    let stopped = FetchOutcome::Redirect(maycrawl::access::BadRedirect::Disallowed);
    check(Dialect::GOOGLE, true, stopped, 2).await;
    check(Dialect::GOOGLE, false, followed, 2).await;
    check(Dialect::RFC9309, true, followed, 3).await;
    check(Dialect::CAUTIOUS, true, stopped, 2).await;
}
