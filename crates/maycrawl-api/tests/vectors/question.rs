//! A case of the specification's tables as a question.

use maycrawl_api::{Limits, RobotsText};
use serde_json::json;
use testkit::vectors::Case;

/// Limits that no case exceeds.
pub(crate) fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.url_bytes = 1 << 20;
    limits.robots_bytes = 1 << 26;
    limits.rules_bytes = 1 << 26;
    limits.question_bytes = 1 << 27;
    limits
}

/// Whether URL and tokens are UTF-8, as JSON is.
pub(crate) fn is_text(case: &Case) -> bool {
    let mut texts = case.asker.tokens.iter().chain([&case.url]);
    texts.all(|text| std::str::from_utf8(text).is_ok())
}

/// The question to `check`.
pub(crate) fn question(case: &Case, detail: &str) -> String {
    let text = |bytes: &Vec<u8>| String::from_utf8(bytes.clone()).unwrap();
    let question = json!({
        "robots": RobotsText::new(&case.robots, "robots.txt"),
        "agents": [{
            "tokens": case.asker.tokens.iter().map(text).collect::<Vec<_>>(),
            "pooled": case.asker.pooled,
            "ignores_global": case.asker.ignores_global,
        }],
        "urls": [text(&case.url)],
        "dialect": case.dialect,
        "detail": detail,
    });
    question.to_string()
}
