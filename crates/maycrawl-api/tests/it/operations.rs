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
