//! The `OpenAPI` document describes what is asked and answered.

use maycrawl_api::{OPERATIONS, documents};
use serde_json::{Value, json};

use crate::ask;

/// Whether a value is as a schema of the document says.
fn is_valid(openapi: &Value, pointer: &str, value: &Value) -> Result<(), String> {
    let schema = openapi.pointer(pointer).unwrap().clone();
    let root = json!({ "allOf": [schema], "components": openapi["components"] });
    let validator = jsonschema::validator_for(&root).unwrap();
    let errors: Vec<_> = validator.iter_errors(value).map(|error| error.to_string()).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors.join("; ")) }
}

#[test]
fn examples_and_their_answers_fit() {
    let openapi = documents::openapi();
    for operation in OPERATIONS {
        let path = format!("/paths/~1v1~1{}/post", operation.name);
        let question = serde_json::from_str(operation.example).unwrap();
        let schema = format!("{path}/requestBody/content/application~1json/schema");
        assert_eq!(is_valid(&openapi, &schema, &question), Ok(()), "{}", operation.name);
        let answer = ask(operation.name, operation.example.as_bytes()).unwrap();
        let schema = format!("{path}/responses/200/content/application~1json/schema");
        assert_eq!(is_valid(&openapi, &schema, &answer), Ok(()), "{}", operation.name);
    }
}

#[test]
fn what_is_refused_for_its_form_does_not_fit() {
    let openapi = documents::openapi();
    let schema = "/components/schemas/CheckQuestion";
    for question in [
        json!({}),
        json!([]),
        json!({ "robots": "", "urls": [], "new": 1 }),
        json!({ "robots": null, "urls": [] }),
        json!({ "robots": {}, "urls": [] }),
        json!({ "robots": { "text": "", "base64": "" }, "urls": [] }),
        json!({ "robots": { "text": null }, "urls": [] }),
        json!({ "robots": "", "urls": [1] }),
        json!({ "robots": "", "urls": [], "agents": [{}] }),
        json!({ "robots": "", "urls": [], "agents": [{ "tokens": [] }] }),
        json!({ "robots": "", "urls": [], "detail": "all" }),
        json!({ "robots": "", "urls": [], "version": 2 }),
    ] {
        ask("check", question.to_string().as_bytes()).unwrap_err();
        is_valid(&openapi, schema, &question).unwrap_err();
    }
    for question in [
        json!({ "robots": { "text": "", "base64": null }, "urls": [], "origin": null }),
        json!({ "robots": { "base64": "", "name": "a" }, "urls": [], "agents": [{ "tokens": ["F"] }] }),
    ] {
        ask("check", question.to_string().as_bytes()).unwrap();
        assert_eq!(is_valid(&openapi, schema, &question), Ok(()), "{question}");
    }
}

#[test]
fn problems_fit() {
    let openapi = documents::openapi();
    let problem = maycrawl_api::Problem::new(&maycrawl_api::kinds::TOO_MANY, "5 URLs").at("/urls");
    let document = serde_json::from_slice(&problem.to_json()).unwrap();
    let schema = "/components/schemas/ProblemDocument";
    assert_eq!(is_valid(&openapi, schema, &document), Ok(()));
}
