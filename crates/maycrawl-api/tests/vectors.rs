//! The specification's tables through the door: every vector, in every dialect.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test names itself and may fail"
)]

use libtest_mimic::{Arguments, Failed, Trial};
use maycrawl_api::answer;
use serde_json::Value;
use testkit::vectors::{self, Case};

use crate::question::{is_text, limits, question};

#[path = "vectors/question.rs"]
mod question;

fn main() {
    let cases = vectors::verdict_cases().into_iter();
    let trials = cases.filter(is_text).map(|case| Trial::test(case.id.clone(), move || ask(&case)));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn ask(case: &Case) -> Result<(), Failed> {
    for detail in ["columns", "rule"] {
        let answer = answer("check", question(case, detail).as_bytes(), &limits(), &|| true)?;
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
