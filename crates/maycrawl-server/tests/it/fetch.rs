//! The story of a fetch.

use serde_json::json;

use crate::host::Host;
use crate::site::{Scripted, answer};

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
