//! `check`.

use serde_json::{Value, json};

use crate::{ask, pretty};

/// The answers of `check` to a question, which has a robots.txt, an agent and URLs at least.
#[track_caller]
fn answers(question: &Value) -> Value {
    ask("check", question.to_string().as_bytes()).unwrap()
}

#[test]
fn each_agent_is_asked_about_each_url() {
    let found = answers(&json!({
        "robots": "User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nAllow: /",
        "agents": ["GPTBot", "MyBot"],
        "urls": ["/a", "https://shop.example/b", "shop.example/c"],
        "detail": "columns",
    }));
    insta::assert_snapshot!(pretty(&found));
}

#[test]
fn what_the_answer_says() {
    let question = |detail| {
        json!({
            "robots": "User-agent: *\nDisallow: /\nAllow: /a\nCrawl-delay: 5",
            "agents": ["Gptbt"],
            "urls": ["/a/b", "https://other.example/"],
            "origin": "https://shop.example",
            "detail": detail,
        })
    };
    insta::assert_snapshot!(pretty(&answers(&question("full"))));
    let found = answers(&question("rule"));
    assert_eq!(found["answers"][0]["others"], json!([]));
    assert_eq!(found["answers"][0]["unlisted_others"], 1);
}

#[test]
fn a_file_that_is_no_text() {
    let found = answers(&json!({
        "robots": { "base64": "iVBORw0KGgo=", "name": "logo.png" },
        "urls": ["/"],
    }));
    assert_eq!(found["answers"][0]["verdict"], "allow");
    assert_eq!(found["robots"], json!({ "name": "logo.png", "bytes": 8, "unread": 0 }));
    let note = "logo.png is binary data, not a robots.txt: crawlers find no rules in it";
    assert_eq!(found["notes"], json!([note]));
}
