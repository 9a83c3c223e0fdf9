//! What is written about the operations, made from their registry.
//!
//! ```
//! use maycrawl_api::documents;
//!
//! let openapi = documents::openapi();
//! assert_eq!(openapi["openapi"], "3.1.0");
//! assert!(openapi["paths"]["/v1/check"]["post"].is_object());
//! assert!(documents::reference().contains("## `check`"));
//! assert!(documents::problems().contains("## `unknown-member`"));
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use maycrawl_report::json::ProblemDocument;
use serde_json::{Map, Value, json};

use crate::operation::{OPERATIONS, Operation};
use crate::problem::{ProblemKind, kinds};
pub use crate::schema::generator;

mod reference;
mod shortened;

pub use reference::{Reference, reference};

/// An `OpenAPI` 3.1 document: `POST /v1/` and the name, for every operation.
pub fn openapi() -> Value {
    let mut generator = generator();
    let problem = generator.subschema_for::<ProblemDocument>();
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let question = (operation.schemas.question)(&mut generator);
        let answer = (operation.schemas.answer)(&mut generator);
        let path = json!({ "post": path(operation, &json!(question), &json!(answer)) });
        paths.insert(format!("/v1/{}", operation.name), path);
    }
    let responses = problem_responses().map(|(status, kinds)| {
        let list: Vec<_> = kinds.iter().map(|kind| format!("`{}`", kind.code)).collect();
        let content = json!({ "application/problem+json": { "schema": problem } });
        let response = json!({ "description": list.join(", "), "content": content });
        (response_name(status), response)
    });
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "maycrawl",
            "summary": "Questions about robots.txt",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "responses": responses.collect::<Map<_, _>>(),
        },
    })
}

fn path(operation: &Operation, question: &Value, answer: &Value) -> Value {
    let mut responses = Map::new();
    let content = json!({ "application/json": { "schema": answer } });
    let ok = json!({ "description": "The answer", "content": content });
    responses.insert("200".into(), ok);
    for (status, _) in problem_responses() {
        let reference = format!("#/components/responses/{}", response_name(status));
        responses.insert(status.to_string(), json!({ "$ref": reference }));
    }
    let example: Value = serde_json::from_str(operation.example).unwrap_or_default();
    json!({
        "operationId": operation.name,
        "summary": operation.summary,
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": question, "example": example } },
        },
        "responses": responses,
    })
}

/// The kinds of problems that an operation has, by their status.
fn problem_responses() -> impl Iterator<Item = (u16, Vec<&'static ProblemKind>)> {
    let mut by_status: BTreeMap<u16, Vec<&ProblemKind>> = BTreeMap::new();
    for kind in kinds::ALL.iter().filter(|kind| **kind != &kinds::UNKNOWN_OPERATION) {
        by_status.entry(kind.status).or_default().push(kind);
    }
    by_status.into_iter()
}

fn response_name(status: u16) -> String {
    format!("Problem{status}")
}

/// A page of all kinds of problems, in Markdown.
pub fn problems() -> String {
    let mut page = "# Problems\n\nA question without an answer gets `application/problem+json` (RFC 9457):\n\n```json\n{\n  \"type\": \"/problems/unknown-member\",\n  \"title\": \"There is no such member\",\n  \"status\": 422,\n  \"detail\": \"there is no member \\\"ulrs\\\"; there are version, robots, agents, urls, …\",\n  \"pointer\": \"/ulrs\"\n}\n```\n\n`type` is stable; `title` and `detail` are for people. `pointer` is the place in the question (RFC 6901), if\nthere is one. `status` is that of the HTTP answer.\n".to_owned();
    for kind in kinds::ALL {
        let ProblemKind { code, title, status, text } = kind;
        let _ = write!(page, "\n## `{code}`\n\n{title} (status {status}). {text}\n");
    }
    page
}
