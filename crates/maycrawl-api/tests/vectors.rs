//! The specification's tables through the door: every vector, in every dialect.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test names itself and may fail"
)]

use libtest_mimic::{Arguments, Failed, Trial};
use maycrawl_api::{Limits, RobotsText, answer};
use serde_json::{Value, json};
use testkit::vectors::{self, Case};

fn main() {
    let cases = vectors::verdict_cases().into_iter();
    let trials = cases.filter(is_text).map(|case| Trial::test(case.id.clone(), move || ask(&case)));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// Whether URL and tokens are UTF-8, as JSON is.
fn is_text(case: &Case) -> bool {
    let mut texts = case.asker.tokens.iter().chain([&case.url]);
    texts.all(|text| std::str::from_utf8(text).is_ok())
}

fn ask(case: &Case) -> Result<(), Failed> {
    let text = |bytes: &Vec<u8>| String::from_utf8(bytes.clone()).unwrap();
    let mut limits = Limits::default();
    limits.url_bytes = 1 << 20;
    limits.robots_bytes = 1 << 26;
    limits.rules_bytes = 1 << 26;
    limits.question_bytes = 1 << 27;
    for detail in ["columns", "rule"] {
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
        let answer = answer("check", question.to_string().as_bytes(), &limits, &|| true)?;
        let answer: Value = serde_json::from_slice(&answer)?;
        let verdict = match detail {
            "columns" => &answer["verdict"][0],
            _ => &answer["answers"][0]["verdict"],
        };
        let expected = if case.allowed { "allow" } else { "disallow" };
        if verdict != expected {
            return Err(format!("{detail}: expected {expected}, got {verdict}").into());
        }
    }
    Ok(())
}
