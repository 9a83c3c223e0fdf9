//! The crawler's question.

use maycrawl_fetch::{
    Entry, Gatekeeper, MachineError, Refusal, Response, SendError, Store, StoreError,
    StoreErrorKind,
};
use maycrawl_server::Settings;
use maycrawl_url::Origin;
use serde_json::{Value, json};

use crate::host::Host;
use crate::site::{Scripted, Sites, answer, redirect, status};

const FILE: &str =
    "User-agent: *\nDisallow: /private/\nCrawl-delay: 2\n\nUser-agent: GPTBot\nDisallow: /\n";

fn site() -> Scripted {
    Scripted::new(&[answer(200, &[("Cache-Control", "max-age=3600")], FILE)])
}

/// These members of an answer.
fn members(answer: &Value, names: &[&str]) -> Value {
    names.iter().map(|name| ((*name).to_owned(), answer[name].clone())).collect()
}

#[tokio::test]
async fn allow_and_disallow() {
    let host = Host::new(site());
    let answer = host.may_fetch("https://site.example/private/a", "OurBot", "own").await;
    let names = [
        "version",
        "verdict",
        "reason",
        "url",
        "robots_url",
        "dialect",
        "valid_until_utc",
        "pause_millis",
        "retry_at",
    ];
    assert_eq!(
        members(&answer, &names),
        json!({
            "version": 1,
            "verdict": "disallow",
            "reason": "disallow-rule",
            "url": "https://site.example/private/a",
            "robots_url": "https://site.example/robots.txt",
            "dialect": "google",
            "valid_until_utc": answer["valid_until_utc"],
            "pause_millis": 2000,
            "retry_at": null,
        })
    );
    assert_eq!(
        members(&answer["rule"], &["value", "line"]),
        json!({"value": "/private/", "line": 2})
    );
    assert!(answer["valid_until"].as_i64().unwrap() >= 3_600_000);
    assert!(answer["notes"][0].as_str().unwrap().contains("does not know OurBot"));
    let answer = host.may_fetch("https://site.example/", "OurBot", "own").await;
    assert_eq!(answer["verdict"], "allow");
    let header = "Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)";
    let answer = host.may_fetch("https://site.example/", header, "own").await;
    assert_eq!(
        (&answer["verdict"], &answer["agent"]["tokens"]),
        (&json!("disallow"), &json!(["GPTBot"]))
    );
    let answer = host.may_fetch("//site.example/", "bingbot", "own").await;
    assert_eq!((&answer["verdict"], &answer["dialect"]), (&json!("allow"), &json!("bing")));
}

/// A query and a body ask the same.
#[tokio::test]
async fn get_and_post_are_one_question() {
    let host = Host::new(site());
    let check = async |query: &str, question: &str| {
        let get = host.get(&format!("/v1/may-fetch?{query}")).await;
        let post = host.post("/v1/may-fetch", question.to_owned()).await;
        assert_eq!((get.status, get.json()), (post.status, post.json()), "{query}");
        get.json()["type"].as_str().map(str::to_owned)
    };
    let good = check(
        "url=https%3A%2F%2Fsite.example%2Fprivate%2F%3Fa%26b&agent=Our+Bot",
        r#"{"url": "https://site.example/private/?a&b", "agent": "Our Bot"}"#,
    );
    assert_eq!(good.await, None);
    for (query, question, problem) in [
        ("", "{}", "missing-member"),
        ("url=/", r#"{"url": "/"}"#, "missing-member"),
        ("ulr=/", r#"{"ulr": "/"}"#, "unknown-member"),
        ("url=/&url=/", r#"{"url": "/", "url": "/"}"#, "repeated-member"),
        ("url=/a&agent=a", r#"{"url": "/a", "agent": "a"}"#, "invalid-url"),
        ("url=%25&agent=a", r#"{"url": "%", "agent": "a"}"#, "invalid-url"),
        ("url=%&agent=a", r#"{"url": "%", "agent": "a"}"#, "invalid-url"),
        ("url=&agent=a", r#"{"url": "", "agent": "a"}"#, "invalid-url"),
        ("url=mailto:a&agent=a", r#"{"url": "mailto:a", "agent": "a"}"#, "invalid-url"),
        (
            "url=/&agent=a&dialect=gogle",
            r#"{"url": "/", "agent": "a", "dialect": "gogle"}"#,
            "unknown-dialect",
        ),
    ] {
        assert_eq!(check(query, question).await.unwrap(), format!("/problems/{problem}"));
    }
    for query in ["url=%E9", "%FF=a"] {
        assert_eq!(host.get(&format!("/v1/may-fetch?{query}")).await.problem(), "invalid-query");
    }
    let long = |length: usize| format!("url=https://site.example/{}&agent=a", "a".repeat(length));
    assert_eq!(host.get(&format!("/v1/may-fetch?{}", long(16_000))).await.status, 200);
    assert_eq!(host.get(&format!("/v1/may-fetch?{}", long(17_000))).await.problem(), "too-large");
    let long = format!("/v1/may-fetch?url=https://site.example/&agent={}", "a".repeat(5000));
    assert_eq!(host.get(&long).await.problem(), "too-large");
}

/// An agent as its tokens, without the catalogue.
#[tokio::test]
async fn tokens_are_taken_as_they_are() {
    let host = Host::new(site());
    let question = r#"{"url": "https://site.example/", "agent": {"tokens": ["NewBot", "GPTBot"]}}"#;
    let answer = host.post("/v1/may-fetch", question).await.json();
    assert_eq!((&answer["verdict"], &answer["notes"]), (&json!("disallow"), &Value::Null));
}

#[tokio::test]
async fn later_says_when() {
    let host = Host::new(Scripted::new(&[status(503), answer(200, &[], FILE)]));
    let answer = host.may_fetch("https://site.example/a", "OurBot", "google").await;
    assert_eq!(
        members(&answer, &["verdict", "reason"]),
        json!({"verdict": "later", "reason": "unreachable"})
    );
    let retry_at = answer["retry_at"].as_i64().unwrap();
    assert_eq!(answer["valid_until"], retry_at);
    // The robots.txt itself may always be fetched.
    let answer = host.may_fetch("https://site.example/robots.txt", "OurBot", "google").await;
    assert_eq!(answer["verdict"], "allow");
    host.at(retry_at / 1000 + 1);
    let answer = host.may_fetch("https://site.example/a", "OurBot", "google").await;
    assert_eq!(answer["verdict"], "allow");
}

/// A thousand questions are one request.
#[tokio::test]
async fn a_site_is_asked_once() {
    let sites: &'static _ = Box::leak(Box::new(site()));
    let host = Host::new(sites);
    for index in 0..1000 {
        let url = format!("https://site.example/{index}");
        host.may_fetch(&url, "OurBot", "own").await;
    }
    assert_eq!(sites.asked().len(), 1);
}

#[tokio::test]
async fn what_the_guard_refuses_is_a_problem() {
    let refuse = |request: &maycrawl_fetch::Request| match request.url.host_str() {
        Some("site.example") => Ok(redirect("http://10.0.0.1/robots.txt").unwrap()),
        _ => Err(SendError::Refused(Refusal::Address("10.0.0.1".parse().unwrap()))),
    };
    let host = Host::new(Sites::new(refuse));
    for url in ["http://10.0.0.1/", "https://site.example/"] {
        let reply = host.get(&format!("/v1/may-fetch?agent=a&url={url}")).await;
        assert_eq!(
            (reply.problem().as_str(), &reply.json()["pointer"]),
            ("refused-target", &json!("/url"))
        );
        let reply = host.get(&format!("/v1/fetch?url={url}")).await;
        assert_eq!(reply.problem(), "refused-target");
    }
}

/// That this machine cannot ask says nothing about the site.
#[tokio::test]
async fn what_this_machine_cannot_ask() {
    let fail = |_: &maycrawl_fetch::Request| -> Result<Response, SendError> {
        Err(SendError::Machine(MachineError::Descriptors))
    };
    let host = Host::new(Sites::new(fail));
    let answer = host.may_fetch("https://site.example/", "OurBot", "own").await;
    let names = ["verdict", "reason", "retry_at"];
    assert_eq!(
        members(&answer, &names),
        json!({"verdict": "later", "reason": "could-not-ask", "retry_at": 60_000})
    );
    let reply = host.get("/v1/fetch?url=https://site.example/").await;
    assert_eq!(reply.problem(), "cannot-ask");
}

/// That this machine is busy with other sites is told apart from a slow site.
#[tokio::test]
async fn waiting_for_this_machine_is_not_a_slow_site() {
    let busy = |_: &maycrawl_fetch::Request| -> Result<Response, SendError> {
        Err(SendError::Machine(MachineError::Busy))
    };
    let host = Host::new(Sites::new(busy));
    for path in ["fetch?url=https://site.example/", "may-fetch?agent=a&url=https://site.example/"] {
        let reply = host.get(&format!("/v1/{path}")).await;
        assert_eq!(
            (reply.problem(), &reply.headers["retry-after"]),
            ("busy".into(), &"1".parse().unwrap())
        );
        assert!(reply.json()["detail"].as_str().unwrap().contains("site.example was not asked"));
    }
}

/// A store that another program has locked.
struct Locked;

impl Store for Locked {
    type Lease = ();

    async fn lease(&self, _: &Origin) {}

    async fn load(&self, _: &Origin) -> Result<Option<Entry>, StoreError> {
        Err(locked())
    }

    async fn save(&self, _: &Origin, _: &Entry) -> Result<(), StoreError> {
        Err(locked())
    }

    fn failure(&self) -> Option<StoreError> {
        Some(locked())
    }
}

fn locked() -> StoreError {
    StoreError::new(StoreErrorKind::Busy, "another program has locked the file")
}

#[tokio::test]
async fn a_cache_that_fails_is_reported_and_changes_no_answer() {
    let host = Host::of(Gatekeeper::new(site()).with_store(Locked), Settings::default());
    let answer = host.may_fetch("https://site.example/private/", "GPTBot", "own").await;
    assert_eq!(answer["verdict"], "disallow");
    let why = "another program has locked the file";
    assert_eq!(answer["notes"], json!([format!("the cache is unavailable: {why}")]));
    let health = host.get("/healthz").await;
    assert_eq!(health.status, 200);
    assert_eq!(health.json(), json!({"status": "ok", "cache": "unavailable", "why": why}));
}

/// Thousands of `User-agent` lines make no endless answer.
#[tokio::test]
async fn a_group_of_many_lines_is_listed_up_to_a_bound() {
    let lines =
        "User-agent: a\n".repeat(5000) + "User-agent: OurBot\n" + &"User-agent: *\n".repeat(20_000);
    let file = lines + "Disallow: /" + &"*a".repeat(1000) + "\n";
    let host =
        Host::new(Sites::new(move |_: &maycrawl_fetch::Request| Ok(answer(200, &[], &file)?)));
    let url = format!("https://site.example/{}", "a".repeat(3000));
    for agent in ["OurBot", "OtherBot"] {
        let answer = host.may_fetch(&url, agent, "google").await;
        assert_eq!(answer["verdict"], "disallow");
        let agents = answer["group"]["agents"].as_array().unwrap();
        assert_eq!(agents.len(), 100);
        assert!(agents.iter().any(|line| line["is_cause"] == true), "{agent}");
        assert_eq!(answer["group"]["unlisted_agents"], 24_901);
        assert_eq!(answer["rule"]["pieces"].as_array().unwrap().len(), 100);
        assert!(answer["rule"]["unlisted_pieces"].as_u64().unwrap() > 1000);
    }
}

/// A site that never answers.
struct Never;

impl maycrawl_fetch::Transport for Never {
    async fn send(
        &self,
        _: &maycrawl_fetch::Request,
        _: &mut maycrawl_fetch::Allowance,
    ) -> Result<Response, SendError> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn slow_sites_take_no_place_for_long() {
    let mut settings = Settings::default();
    settings.fetches = 1;
    settings.fetch_time = std::time::Duration::from_secs(5);
    let host = Host::of(Gatekeeper::new(Never), settings);
    let ask = || host.get("/v1/may-fetch?url=https://site.example/&agent=a");
    let (slow, other) = tokio::join!(ask(), ask());
    assert_eq!((slow.problem(), other.problem()), ("too-slow".into(), "busy".into()));
    let slow = ask().await;
    assert_eq!(slow.problem(), "too-slow");
}

/// A restored file that has not changed: after the 404 nothing conditional may be asked.
#[tokio::test]
async fn a_restored_file_applies_again() {
    let day = 24 * 3600;
    let up = std::sync::atomic::AtomicBool::new(true);
    let up: &'static _ = Box::leak(Box::new(up));
    let host = Host::new(Sites::new(move |request: &maycrawl_fetch::Request| {
        let is_conditional = request.headers.iter().any(|(name, _)| *name == "if-none-match");
        Ok(match (up.load(std::sync::atomic::Ordering::SeqCst), is_conditional) {
            (false, _) => status(404),
            (true, true) => status(304),
            (true, false) => answer(200, &[("ETag", "\"v1\"")], FILE),
        }
        .unwrap())
    }));
    for (time, is_up, verdict) in
        [(0, true, "disallow"), (2, false, "allow"), (4, true, "disallow")]
    {
        host.at(time * day);
        up.store(is_up, std::sync::atomic::Ordering::SeqCst);
        let answer = host.may_fetch("https://site.example/private/", "OurBot", "google").await;
        assert_eq!(answer["verdict"], verdict, "day {time}");
    }
}
