//! What is written about the service, made from the registries.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use maycrawl_api::ProblemKind;
use maycrawl_api::documents;
use maycrawl_report::json::{FetchDocument, MayFetchDocument};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::fetch::FetchQuestion;
use crate::kinds::{OWN, problem_kinds};
use crate::may_fetch::MayFetchQuestion;

mod html;

/// The statuses of problems that every question may have.
const ALWAYS: &[u16] = &[400, 403, 413, 421, 422, 500, 503];

/// The same for a question in a body.
const OF_BODIES: &[u16] = &[408, 415];

const MAY_FETCH: &str = "May a crawler fetch a URL now, by the robots.txt of its site?";
const FETCH: &str = "What is the result of fetching a site's robots.txt?";

/// Examples of `may-fetch` and `fetch`, each a command and its answer. A test asks them.
const EXAMPLES: [[&str; 2]; 2] = [
    [
        "curl -G http://127.0.0.1:8080/v1/may-fetch \\\n  --data-urlencode 'agent=OurBot' --data-urlencode 'url=https://example.com/drafts/1?b=c'",
        include_str!("documents/may-fetch.json"),
    ],
    [
        "curl -G http://127.0.0.1:8080/v1/fetch --data-urlencode 'url=https://example.com'",
        include_str!("documents/fetch.json"),
    ],
];

/// An `OpenAPI` 3.1 document of the service: the operations, `may-fetch` and `fetch`.
///
/// ```
/// let openapi = maycrawl_server::documents::openapi();
/// assert!(openapi["paths"]["/v1/check"]["post"].is_object());
/// assert!(openapi["paths"]["/v1/may-fetch"]["get"].is_object());
/// ```
pub fn openapi() -> Value {
    let mut document = documents::openapi();
    let mut generator = documents::generator();
    let may_fetch = json!({
        "get": get::<MayFetchQuestion, MayFetchDocument>(
            &mut generator,
            "may-fetch",
            MAY_FETCH,
        ),
        "post": post::<MayFetchQuestion, MayFetchDocument>(
            &mut generator,
            "may-fetch-of-json",
            "The same, as JSON",
            &json!({ "url": "https://example.com/a", "agent": "GPTBot" }),
        ),
    });
    let fetch = get::<FetchQuestion, FetchDocument>(&mut generator, "fetch", FETCH);
    let own = generator.take_definitions(true);
    if let Some(paths) = document.get_mut("paths").and_then(Value::as_object_mut) {
        paths.insert("/v1/may-fetch".into(), may_fetch);
        paths.insert("/v1/fetch".into(), json!({ "get": fetch }));
        for method in paths.values_mut().filter_map(Value::as_object_mut).flatten() {
            let has_body = method.1.get("requestBody").is_some();
            let statuses = ALWAYS.iter().chain(OF_BODIES.iter().filter(|_| has_body));
            if let Some(responses) = method.1.get_mut("responses").and_then(Value::as_object_mut) {
                responses.extend(statuses.map(|status| (status.to_string(), response(*status))));
            }
        }
    }
    if let Some(schemas) =
        document.pointer_mut("/components/schemas").and_then(Value::as_object_mut)
    {
        schemas.extend(own);
    }
    if let Some(responses) = document.pointer_mut("/components/responses") {
        *responses = problem_responses();
    }
    document
}

fn response(status: u16) -> Value {
    json!({ "$ref": format!("#/components/responses/Problem{status}") })
}

/// The problems of each status.
fn problem_responses() -> Value {
    let mut by_status: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for kind in problem_kinds().filter(|kind| !matches!(kind.status, 404 | 405)) {
        by_status.entry(kind.status).or_default().push(format!("`{}`", kind.code));
    }
    let schema = json!({ "$ref": "#/components/schemas/ProblemDocument" });
    let responses = by_status.into_iter().map(|(status, codes)| {
        let content = json!({ "application/problem+json": { "schema": schema } });
        let response = json!({ "description": codes.join(", "), "content": content });
        (format!("Problem{status}"), response)
    });
    Value::Object(responses.collect())
}

fn method<A: JsonSchema>(generator: &mut SchemaGenerator, id: &str, summary: &str) -> Value {
    let content = json!({ "application/json": { "schema": generator.subschema_for::<A>() } });
    let ok = json!({ "description": "The answer", "content": content });
    json!({ "operationId": id, "summary": summary, "responses": { "200": ok } })
}

fn post<Q: JsonSchema, A: JsonSchema>(
    generator: &mut SchemaGenerator,
    id: &str,
    summary: &str,
    example: &Value,
) -> Value {
    let mut method = method::<A>(generator, id, summary);
    let content = json!({ "schema": generator.subschema_for::<Q>(), "example": example });
    let body = json!({ "required": true, "content": { "application/json": content } });
    insert(&mut method, "requestBody", body);
    method
}

/// A question in the query of a URL: all its members are texts.
fn get<Q: JsonSchema, A: JsonSchema>(
    generator: &mut SchemaGenerator,
    id: &str,
    summary: &str,
) -> Value {
    let mut method = method::<A>(generator, id, summary);
    let question = generator.root_schema_for::<Q>();
    let none = Map::new();
    let members = question.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let required = question.get("required").and_then(Value::as_array);
    let members = members.iter().filter(|(name, _)| *name != "version").map(|(name, member)| {
        let is_required = required.is_some_and(|names| names.contains(&json!(name)));
        let mut parameter = json!({ "name": name, "in": "query", "required": is_required });
        insert(&mut parameter, "schema", json!({ "type": "string" }));
        if let Some(text) = member.get("description") {
            insert(&mut parameter, "description", text.clone());
        }
        parameter
    });
    insert(&mut method, "parameters", members.collect());
    method
}

fn insert(object: &mut Value, name: &str, value: Value) {
    if let Some(members) = object.as_object_mut() {
        members.insert(name.into(), value);
    }
}

/// A page of all kinds of problems, in Markdown.
pub fn problems() -> String {
    let mut page = documents::problems();
    page.push_str("\n# Problems of a service\n");
    for ProblemKind { code, title, status, text } in OWN {
        let _ = write!(page, "\n## `{code}`\n\n{title} (status {status}). {text}\n");
    }
    page
}

/// The reference of `may-fetch`, `fetch` and all operations, in Markdown.
pub fn reference() -> String {
    let [may_fetch, fetch] = EXAMPLES;
    documents::Reference::default()
        .beginning_with::<FetchQuestion, FetchDocument>("fetch", FETCH, fetch)
        .beginning_with::<MayFetchQuestion, MayFetchDocument>("may-fetch", MAY_FETCH, may_fetch)
        .page()
}

/// The page `/docs`: a guide in Markdown, then the reference.
pub fn docs(guide: &str) -> String {
    html::page("maycrawl", &format!("{guide}\n{}", reference()))
}
