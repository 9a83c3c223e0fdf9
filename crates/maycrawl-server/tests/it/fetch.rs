//! The story of a fetch.

use maycrawl_fetch::{Body, Gatekeeper, Headers, Response};
use maycrawl_server::Settings;
use serde_json::json;

use crate::host::Host;
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
