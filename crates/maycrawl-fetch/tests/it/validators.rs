//! A request is conditional only if the site last served or confirmed the file.

use maycrawl::{Agent, Dialect, access::FetchOutcome, dialect::Preset};
use maycrawl_fetch::{
    Clock as _, Entry, Gatekeeper, Permission, Problem, Request, Response, SendError, Store,
};
use testkit::vectors;

use crate::outages::outcome;
use crate::site::{Answer, Sites, answer, at, learn, redirect, status};
use crate::sockets::Hand;

const DAY: i64 = 24 * 3600;
const FILE: &str = "User-agent: *\nDisallow: /private/";

/// The file, or that it is the same.
fn file(request: &Request) -> Result<Response, SendError> {
    let headers = [("ETag", "\"v1\"")];
    let is_conditional = request.headers == [("if-none-match", b"\"v1\"".to_vec())];
    let (status, body) = if is_conditional { (304, "") } else { (200, FILE) };
    Ok(answer(status, &headers, body)?)
}

/// Asks three times in a dialect, through one gatekeeper or a new one each time: for the
/// file, for another answer, and again for the file. Checks whether the last request is
/// conditional; the file must be in force at once.
async fn check<S: Store>(
    dialect: &Dialect,
    between: &Answer,
    store: impl Fn() -> Option<S>,
    is_conditional: bool,
) {
    let hand = Hand::default();
    let site = Sites::new(|request: &Request| match day(&hand) {
        10 => Ok(between.clone()?),
        _ => file(request),
    });
    let new = || {
        Gatekeeper::new(&site).with_clock(hand.clone()).with_dialect(*dialect).with_store(store())
    };
    let mut keeper = new();
    let mut last = None;
    for day in [0, 10, 20] {
        hand.set(day * DAY);
        if store().is_some() {
            keeper = new();
        }
        let agent = Agent::token("OurBot");
        let asked = keeper.may_fetch("https://site.example/private/a", &agent).await;
        last = Some(asked.unwrap());
    }
    let last = last.unwrap();
    assert!(
        matches!(last.permission, Permission::Disallowed(_)),
        "{between:?}: {:?}",
        last.permission
    );
    let request = site.asked().last().cloned().unwrap();
    assert_eq!(!request.headers.is_empty(), is_conditional, "{between:?}");
    let status = if is_conditional { Ok(304) } else { Ok(200) };
    assert_eq!(last.record.entry().hops()[0].outcome, status, "{between:?}");
}

fn day(hand: &Hand) -> i64 {
    hand.now().0 / 1000 / DAY
}

/// Answers after which the site's last word is no longer the file.
fn replaced() -> Vec<(Dialect, Answer)> {
    let mut answers = Vec::new();
    for Preset { dialect, .. } in Preset::ALL {
        for code in [404, 410, 403, 429, 400, 503] {
            answers.push((*dialect, status(code)));
        }
        answers.push((*dialect, redirect("https://site.example/robots.txt")));
        answers.push((*dialect, redirect("ftp://site.example/")));
    }
    answers
}

#[tokio::test]
async fn a_file_that_comes_back_unchanged_is_in_force_at_once() {
    for (dialect, between) in replaced() {
        check(&dialect, &between, || None::<()>, false).await;
    }
}

#[tokio::test]
async fn a_failure_on_the_way_leaves_the_condition() {
    for Preset { dialect, .. } in Preset::ALL {
        for problem in [Problem::TimedOut, Problem::Connection, Problem::Coding] {
            check(dialect, &Err(problem), || None::<()>, true).await;
        }
        check(dialect, &status(304), || None::<()>, true).await;
    }
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn a_store_in_between_changes_nothing() {
    use maycrawl_fetch::SqliteStore;
    let folder = tempfile::tempdir().unwrap();
    for (number, (dialect, between, is_conditional)) in [
        (Dialect::GOOGLE, status(404), false),
        (Dialect::GOOGLE, status(410), false),
        (Dialect::GOOGLE, status(403), false),
        (Dialect::GOOGLE, redirect("/robots.txt"), false),
        (Dialect::RFC9309, status(429), false),
        (Dialect::GOOGLE, Err(Problem::TimedOut), true),
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.path().join(number.to_string());
        let store = || Some(SqliteStore::open(&path, "OurBot/1.0").unwrap());
        check(&dialect, &between, store, is_conditional).await;
    }
}

/// The condition went with the file, so a 304 that comes nevertheless confirms nothing.
#[test]
fn a_304_that_nobody_asked_for_is_no_file() {
    let table = vectors::table("http");
    let row = table.rows.iter().find(|row| row.cell("condition") == Some("304 unasked")).unwrap();
    let served = answer(200, &[("ETag", "\"v1\"")], FILE);
    for first in [status(404), status(403)] {
        let mut entry = Entry::default();
        learn(&mut entry, std::slice::from_ref(&served), at(-30 * DAY));
        learn(&mut entry, std::slice::from_ref(&first), at(-20 * DAY));
        learn(&mut entry, &[status(304)], at(0));
        let last = entry.history().last().unwrap().answer;
        assert_eq!(last, FetchOutcome::Http { status: 304, redirects: 0 });
        for Preset { name, dialect, .. } in Preset::ALL {
            let Some(expected) = row.cell(name) else { continue };
            let expected = if expected == "L96" { "FD" } else { expected };
            assert_eq!(outcome(&entry, dialect), expected, "{name} after {first:?}");
        }
    }
}

/// A site whose file changes; its tag is one that no server may get back.
#[tokio::test]
async fn a_star_is_no_entity_tag() {
    for etag in ["*", "\"a\", \"b\"", "a"] {
        let hand = Hand::default();
        let site = Sites::new(|request: &Request| {
            // As a server must (RFC 9110 section 13.1.2).
            if request.headers.iter().any(|(name, _)| *name == "if-none-match") {
                return Ok(status(304)?);
            }
            let file = if day(&hand) == 0 { "User-agent: *" } else { FILE };
            Ok(answer(200, &[("ETag", etag)], file)?)
        });
        let keeper = Gatekeeper::new(&site).with_clock(hand.clone());
        for (day, is_allowed) in [(0, true), (2, false)] {
            hand.set(day * DAY);
            let agent = Agent::token("OurBot");
            let asked = keeper.may_fetch("https://site.example/private/a", &agent).await.unwrap();
            assert_eq!(asked.permission == Permission::Allowed, is_allowed, "{etag}");
        }
    }
}

/// A 304 about another file than the one that is kept: it is asked for again.
#[tokio::test]
async fn a_304_that_names_another_file_confirms_nothing() {
    const OLD: (&str, &str) = ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT");
    const NEW: (&str, &str) = ("Last-Modified", "Sun, 06 Nov 1994 09:00:00 GMT");
    for (kept, named, is_confirmed) in [
        (("ETag", "\"a\""), ("ETag", "\"b\""), false),
        (("ETag", "\"a\""), ("ETag", "W/\"a\""), true),
        (OLD, NEW, false),
        (OLD, ("ETag", "\"b\""), false),
        (OLD, OLD, true),
    ] {
        let hand = Hand::default();
        let site = Sites::new(|request: &Request| match (day(&hand), request.headers.len()) {
            (0, _) => Ok(answer(200, &[kept], "User-agent: *")?),
            (_, 0) => Ok(answer(200, &[named], FILE)?),
            _ => Ok(answer(304, &[named], "")?),
        });
        let keeper = Gatekeeper::new(&site).with_clock(hand.clone());
        let ask = async || {
            let agent = Agent::token("OurBot");
            keeper.may_fetch("https://site.example/private/a", &agent).await.unwrap()
        };
        assert_eq!(ask().await.permission, Permission::Allowed);
        hand.set(2 * DAY);
        let asked = ask().await;
        assert_eq!(asked.permission == Permission::Allowed, is_confirmed, "{kept:?} {named:?}");
        let outcomes: Vec<_> = asked.record.entry().hops().iter().map(|hop| hop.outcome).collect();
        let expected: &[_] = if is_confirmed { &[Ok(304)] } else { &[Ok(304), Ok(200)] };
        assert_eq!(outcomes, expected, "{kept:?} {named:?}");
    }
    // A server that says 304 to everything ends, and confirms nothing.
    let hand = Hand::default();
    let site = Sites::new(|_: &Request| match day(&hand) {
        0 => Ok(answer(200, &[("ETag", "\"a\"")], FILE)?),
        _ => Ok(answer(304, &[("ETag", "\"b\"")], "")?),
    });
    let keeper = Gatekeeper::new(&site).with_clock(hand.clone());
    let origin = "https://site.example".parse().unwrap();
    keeper.record(&origin).await.unwrap();
    hand.set(2 * DAY);
    let known = keeper.record(&origin).await.unwrap();
    let last = known.entry().history().last().unwrap().answer;
    assert_eq!(last, FetchOutcome::Http { status: 304, redirects: 0 });
    assert_eq!(site.asked().len(), 3);
}
