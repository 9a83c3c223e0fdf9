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
fn where_dialects_disagree_and_by_which_knob() {
    let found = answers(&json!({
        "robots": "User-agent: *\nDisalow: /a\nDisallow: /b",
        "agents": ["MyBot"],
        "urls": ["/a", "https://other.example/", "http://"],
        "origin": "https://shop.example",
        "detail": "dialects",
    }));
    let brief = |one: &Value| {
        let cell = |name: &str| one[name].as_str().unwrap().to_owned();
        let knobs: Vec<_> = one["knobs"].as_array().unwrap().iter().map(Value::to_string).collect();
        format!("{} {} {} {}", cell("dialect"), cell("verdict"), one["line"], knobs.join(" "))
    };
    let rows = |index: usize| -> Vec<String> {
        found["comparisons"][index]["dialects"].as_array().unwrap().iter().map(brief).collect()
    };
    insta::assert_snapshot!(rows(0).join("\n"));
    for (index, verdict) in [(1, "out-of-scope"), (2, "unasked")] {
        assert!(rows(index).iter().all(|row| row.ends_with(&format!("{verdict} 0 "))), "{index}");
    }
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
