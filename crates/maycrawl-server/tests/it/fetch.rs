//! The story of a fetch.

use maycrawl_fetch::{Body, Gatekeeper, Headers, Response};
use maycrawl_server::Settings;
use serde_json::json;

use crate::host::{Host, request};
use crate::site::{Scripted, Sites, answer, status};

#[tokio::test]
async fn it_tells_what_happened() {
    let host = Host::new(Scripted::new(&[answer(200, &[], "User-agent: *\nDisallow: /a\n")]));
    host.at(1_800_000_000);
    let story = host.get("/v1/fetch?url=https://site.example/any/page").await.json();
    assert_eq!(
        story,
        json!({
            "version": 1,
            "fetched": [{
                "robots_url": "https://site.example/robots.txt",
                "hops": [{
                    "url": "https://site.example/robots.txt",
                    "millis": 0,
                    "status": 200,
                    "headers": [],
                }],
                "outcomes": [{
                    "dialect": "google",
                    "in_force": "rules",
                    "reason": "served",
                    "text": "200: the rules of the file apply",
                    "next_try": story["fetched"][0]["outcomes"][0]["next_try"],
                    "undefined": false,
                }],
                "file": {
                    "url": "https://site.example/robots.txt",
                    "bytes": 27,
                    "is_cut": false,
                    "text": "User-agent: *\nDisallow: /a\n",
                },
                "warnings": ["the Content-Type should be text/plain"],
                "answers": [],
            }],
        })
    );
    host.at(1_800_000_060);
    let again = host.get("/v1/fetch?url=https://site.example&dialect=rfc9309").await.json();
    assert_eq!(again["fetched"][0]["cached_at"], 1_800_000_000_000_i64);
    assert_eq!(again["fetched"][0]["outcomes"][0]["dialect"], "rfc9309");
    for (query, problem) in [
        ("", "missing-member"),
        ("url=site", "invalid-url"),
        ("url=https://site.example&agent=a", "unknown-member"),
        ("url=https://site.example&dialect=gogle", "unknown-dialect"),
    ] {
        assert_eq!(host.get(&format!("/v1/fetch?{query}")).await.problem(), problem);
    }
}

/// A few KB of gzip become 8 MiB of text, and each byte of that six of JSON. The answer has the
/// first lines, and says how much it leaves out.
#[tokio::test]
async fn a_large_file_is_listed_up_to_a_bound() {
    const SENT: usize = 8 << 20;
    let line = "\u{1}".repeat(99) + "\n";
    let file = line.repeat(SENT / line.len());
    let sent = file.clone();
    let host = Host::new(Sites::new(move |_: &maycrawl_fetch::Request| {
        Ok(Response::new(200, Headers::default(), Body::whole(&sent)))
    }));
    let reply = host.get("/v1/fetch?url=https://site.example").await;
    assert!(reply.body.len() < 8 << 20, "{}", reply.body.len());
    let found = &reply.json()["fetched"][0]["file"];
    let text = found["text"].as_str().unwrap();
    assert!(text.len() <= 1 << 20 && text.ends_with('\n') && file.starts_with(text));
    assert_eq!(found["bytes"], file.len());
    assert_eq!(found["unlisted_bytes"], file.len() - text.len());
}

/// Answers about sites count until clients have read them, as those of operations do.
#[tokio::test]
async fn answers_about_sites_that_nobody_reads_are_bounded() {
    const PATH: &str = "/v1/fetch?url=https://site.example";
    const MAY_FETCH: &str = "/v1/may-fetch?agent=a&url=https://site.example/";
    let host = |settings| {
        let sites = Sites::new(|_: &maycrawl_fetch::Request| Ok(answer(200, &[], "#")?));
        Host::of(Gatekeeper::new(sites), settings)
    };
    let free = host(Settings::default());
    let len = free.get(PATH).await.body.len().max(free.get(MAY_FETCH).await.body.len());
    let mut settings = Settings::default();
    (settings.unread_bytes, settings.limits.answer_bytes) = (0, len + 10);
    let host = host(settings);
    let unread = host.send_unread(PATH).await;
    assert_eq!(unread.status(), 200);
    for path in [PATH, MAY_FETCH] {
        assert_eq!(host.get(path).await.problem(), "busy", "{path}");
    }
    drop(unread);
    assert_eq!(host.get(PATH).await.status, 200);
    // One that would be larger than any answer is none.
    let mut settings = Settings::default();
    settings.limits.answer_bytes = 300;
    let host = Host::of(Gatekeeper::new(Scripted::new(&[status(200)])), settings);
    assert_eq!(host.get(PATH).await.problem(), "answer-too-large");
}

/// A person has changed the file and asks again: the site is asked, but not more often than every 10 seconds, and never
/// by a link.
#[tokio::test]
async fn a_person_gets_a_new_answer() {
    let file = |text| answer(200, &[], text);
    let host = Host::new(Scripted::new(&[file("# one"), file("# two"), file("# three")]));
    let get = async |seconds: i64, query: &str| {
        host.at(1_800_000_000 + seconds);
        let path = format!("/v1/fetch?url=https://site.example{query}");
        let story = host.get(&path).await.json();
        let text = story["fetched"][0]["file"]["text"].as_str().unwrap().to_owned();
        (text, story["fetched"][0]["cached_at"].as_i64())
    };
    let cached = |seconds: i64| Some((1_800_000_000 + seconds) * 1000);
    assert_eq!(get(0, "").await, ("# one".into(), None));
    assert_eq!(get(9, "&answer=new").await, ("# one".into(), cached(0)));
    assert_eq!(get(11, "&answer=held").await, ("# one".into(), cached(0)));
    assert_eq!(get(11, "&answer=new").await, ("# two".into(), None));
    assert_eq!(get(12, "").await, ("# two".into(), cached(11)));
    let link = request("GET", "/v1/fetch?url=https://site.example&answer=new")
        .header("sec-fetch-site", "none")
        .header("sec-fetch-mode", "navigate");
    host.at(1_800_000_100);
    assert_eq!(
        host.send(link.body(axum::body::Body::empty()).unwrap()).await.problem(),
        "cross-site"
    );
    assert_eq!(get(100, "").await.0, "# two");
}

/// A redirect's target is asked anew as well; a site that asks crawlers to wait is not.
#[tokio::test]
async fn a_new_answer_is_new_at_each_step_and_waits_where_it_must() {
    let to = answer(301, &[("Location", "https://www.example/robots.txt")], "");
    let busy = answer(503, &[("Retry-After", "60")], "");
    let steps = [to.clone(), answer(200, &[], "# one"), to, answer(200, &[], "# two"), busy];
    let host = Host::new(Scripted::new(&steps));
    let mut texts = Vec::new();
    for seconds in [0, 20, 40, 60] {
        host.at(1_800_000_000 + seconds);
        let story = host.get("/v1/fetch?url=https://site.example&answer=new").await.json();
        texts.push((
            story["fetched"][0]["hops"].as_array().unwrap().len(),
            story["fetched"][0]["cached_at"].as_i64(),
        ));
    }
    let cached = Some(1_800_000_040_000);
    assert_eq!(texts, [(2, None), (2, None), (1, None), (1, cached)]);
}
