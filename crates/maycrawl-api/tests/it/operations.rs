//! Every operation, by its example.

use std::cell::Cell;

use maycrawl_api::{Limits, OPERATIONS, answer};
use serde_json::Value;

use crate::{ask, ask_within};

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

#[test]
fn fix_says_whether_it_lists_all_changes() {
    let check = |robots: &str, most: usize, is_unsafe: bool, expected: (usize, bool)| {
        let question = serde_json::json!({ "robots": robots, "unsafe": is_unsafe }).to_string();
        let mut limits = Limits::default();
        limits.findings = most;
        let answer = ask_within("fix", question.as_bytes(), &limits).unwrap();
        let n_changes = answer["changes"].as_array().unwrap().len();
        assert_eq!((n_changes, &answer["changes_are_cut"]), (expected.0, &expected.1.into()));
    };
    let two = "User-agent: *\nDisallow: a/\nDisallow: b/\n";
    check(two, 2, true, (2, false));
    check(two, 1, true, (1, true));
    check(two, 1, false, (0, false));
    // A path that takes too long to find.
    let long = format!("User-agent: *\nDisallow: a/\nDisallow: /{}\n", "b".repeat(3_000));
    check(&long, 2, true, (1, true));
}

#[test]
fn the_code_of_each_answer_is_explained() {
    for code in ["unasked", "ungoverned", "not-asked", "out-of-scope", "later"] {
        ask("explain", format!(r#"{{"code": "{code}"}}"#).as_bytes()).unwrap();
    }
}

/// Asserts that an operation asks more than so many times whether to go on, and stops when it may
/// not, whenever that is.
fn check_stops(operation: &str, question: &str, least: usize) {
    let asked = Cell::new(0);
    let go_on_until = |end: usize| {
        asked.set(0);
        let keep_going = || asked.replace(asked.get() + 1) < end;
        answer(operation, question.as_bytes(), &Limits::default(), &keep_going)
    };
    assert!(go_on_until(usize::MAX).is_ok(), "{operation}");
    let all = asked.get();
    assert!(all > least, "{operation}: {all}");
    for end in [0, 1, all / 2, all - 1] {
        let problem = go_on_until(end).unwrap_err();
        // Not once more after the answer was no.
        assert_eq!((problem.kind().code, asked.get()), ("cancelled", end + 1), "{operation}");
    }
}

#[test]
fn work_that_nobody_waits_for_stops() {
    let file = r#"{"robots": "user-agent :A\nDisalow: /a\nDisallow: b\nAllow: /c"#;
    // Each crawler of the catalogue.
    check_stops("policy", &format!("{file}\"}}"), 400);
    check_stops("policy", &format!("{file}\", \"dialect\": \"google\"}}"), 400);
    // Each rule of the linter, and each preset of a proof.
    check_stops("lint", &format!("{file}\"}}"), 40);
    check_stops("format", &format!("{file}\"}}"), 8);
    check_stops("fix", &format!("{file}\"}}"), 80);
    check_stops("fix", &format!("{file}\", \"unsafe\": true}}"), 80);
    // Each path of which a change is sought, in each preset.
    let paths: Vec<_> = (0..99).map(|number| format!("Disallow: /{number}")).collect();
    let paths = paths.join("\\n");
    check_stops("fix", &format!("{file}\\n{paths}\", \"unsafe\": true}}"), 8 * 99);
}
