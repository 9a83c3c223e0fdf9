//! The door as its callers see it: JSON to JSON.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test names itself and may fail"
)]

use maycrawl_api::{Limits, answer};
use serde_json::Value;

mod check;
mod misspelt;
mod operations;
mod questions;
#[cfg(feature = "schema")]
mod schemas;

/// The answer to a question, or the code, the pointer and the detail of the problem.
fn ask(operation: &str, question: &[u8]) -> Result<Value, (String, Option<String>, String)> {
    ask_within(operation, question, &Limits::default())
}

fn ask_within(
    operation: &str,
    question: &[u8],
    limits: &Limits,
) -> Result<Value, (String, Option<String>, String)> {
    match answer(operation, question, limits, &|| true) {
        Ok(answer) => Ok(serde_json::from_slice(&answer).unwrap()),
        Err(problem) => {
            let document: Value = serde_json::from_slice(&problem.to_json()).unwrap();
            let code = document["type"].as_str().unwrap().strip_prefix("/problems/").unwrap();
            let text = |member| document.get(member).and_then(Value::as_str).map(str::to_owned);
            Err((code.to_owned(), text("pointer"), text("detail").unwrap()))
        }
    }
}

/// Asserts the problem of a question: its code and its pointer.
#[track_caller]
fn refused(operation: &str, question: impl AsRef<[u8]>, code: &str, pointer: Option<&str>) {
    let question = question.as_ref();
    let shown: String = String::from_utf8_lossy(question).chars().take(200).collect();
    let Err((found, at, detail)) = ask(operation, question) else {
        panic!("{operation} {shown} is answered");
    };
    assert_eq!((&*found, at.as_deref()), (code, pointer), "{operation} {shown}: {detail}");
}

/// JSON as a person reads it.
fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap()
}
