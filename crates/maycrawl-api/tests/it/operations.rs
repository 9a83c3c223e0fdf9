//! Every operation, by its example.

use maycrawl_api::OPERATIONS;
use serde_json::Value;

use crate::ask;

// What they are answered stands in docs/api.md, which the gate holds up to date.
#[test]
fn every_example_is_answered() {
    for operation in OPERATIONS {
        let answer = ask(operation.name, operation.example.as_bytes()).unwrap();
        assert_eq!(answer["version"], 1, "{}", operation.name);
    }
}

#[test]
fn examples_may_say_their_version() {
    for operation in OPERATIONS {
        let mut question: Value = serde_json::from_str(operation.example).unwrap();
        question["version"] = 1.into();
        ask(operation.name, question.to_string().as_bytes()).unwrap();
    }
}

/// Text would replace bytes that are not UTF-8, and so be another file.
#[test]
fn a_file_is_returned_whole() {
    let check = |operation: &str, question: &str| {
        for (robots, file, base64) in [
            (r#""Disallow: /caf""#, true, false),
            // `Disallow: /caf` and the byte E9.
            (r#"{"base64": "RGlzYWxsb3c6IC9jYWbp"}"#, false, true),
        ] {
            let question = question.replace("ROBOTS", robots);
            let answer = ask(operation, question.as_bytes()).unwrap();
            let found = (answer["file"].is_string(), answer["file_base64"].is_string());
            assert_eq!(found, (file, base64), "{operation} {robots}: {answer}");
        }
    };
    check("fix", r#"{"robots": ROBOTS}"#);
    check("format", r#"{"robots": ROBOTS}"#);
    check("merge", r#"{"robots": ROBOTS, "choices": {"block": ["GPTBot"]}}"#);
}

#[test]
fn fix_counts_what_unsafe_fixes_would_repair() {
    let check = |robots: &str, is_unsafe: bool, expected: u64| {
        let question = serde_json::json!({ "robots": robots, "unsafe": is_unsafe });
        let answer = ask("fix", question.to_string().as_bytes()).unwrap();
        assert_eq!(answer["unsafe_available"], expected, "{answer}");
    };
    let two = "User-agent: *\nDisalow: /drafts/\nDisallow: tmp/\n";
    check(two, false, 2);
    check(two, true, 0);
    check("User-agent: *\nDisallow: /drafts/\n", false, 0);
    check("<!DOCTYPE html>", false, 0);
}
