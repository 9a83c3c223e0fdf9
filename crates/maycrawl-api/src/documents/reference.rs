//! The reference page.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::Value;

use super::shortened::shortened;
use crate::limits::Limits;
use crate::operation::{OPERATIONS, Operation};
use crate::schema::generator;
use crate::work::Work;

/// The reference page, in Markdown: each operation with the members of its question, an example
/// and its answer; then the types of members.
pub fn reference() -> String {
    let mut page = head();
    let mut generator = generator();
    let mut questions = Vec::new();
    for operation in OPERATIONS {
        questions.push((operation, name_of(&(operation.schemas.question)(&mut generator).into())));
    }
    let types: Value = generator.take_definitions(true).into();
    let mut named = BTreeSet::new();
    for (operation, question) in &questions {
        let schema = types.get(question).unwrap_or(&Value::Null);
        let _ = write!(page, "\n## `{}`\n\n{}\n\n", operation.name, operation.summary);
        page.push_str(&members(schema, &mut named));
        page.push_str(&example(operation));
    }
    page.push_str("\n## Types\n");
    let mut written = BTreeSet::new();
    while let Some(name) = named.iter().find(|name| !written.contains(*name)).cloned() {
        let schema = types.get(&name).unwrap_or(&Value::Null);
        let text = described(schema);
        let _ = write!(page, "\n### `{name}`\n\n{text}\n");
        for one in alternatives(schema).filter(|one| one.get("$ref").is_some()) {
            named.insert(name_of(one));
        }
        for schema in std::iter::once(schema).chain(alternatives(schema)) {
            if schema.get("properties").is_some() {
                let _ = write!(page, "\n{}", members(schema, &mut named));
            }
            for word in alternatives(schema).filter(|one| one.get("const").is_some()) {
                let value = word.get("const").unwrap_or(&Value::Null);
                let _ = write!(page, "\n- `{value}`: {}", described(word));
            }
        }
        if page.ends_with(|last| last != '\n') {
            page.push('\n');
        }
        written.insert(name);
    }
    page
}

fn head() -> String {
    let Limits {
        question_bytes,
        answer_bytes,
        robots_bytes,
        agents,
        name_bytes,
        url_bytes,
        urls,
        verdicts,
        explanations,
        rules_bytes,
        findings,
        choices,
    } = Limits::default();
    format!(
        "# Questions and answers as JSON\n\n\
         A service takes each question as `POST /v1/` and the name of the operation, with `Content-Type:\n\
         application/json`; [openapi.json](openapi.json) describes that. The WebAssembly module and the crate `maycrawl-api`\n\
         take the same questions. The answers are the documents that the command prints with `--format json`; their\n\
         schemas are in [schemas](schemas). Members may be added to answers; none is removed, renamed or given another\n\
         meaning. In questions, `version` is 1 or left out, and unknown members are refused. A question without an answer\n\
         gets a [problem](problems.md).\n\n\
         Limits, unless the service has others: {} MiB a question, {} MiB an answer, {} MiB a robots.txt,\n\
         {agents} agents, {urls} URLs or cases, {verdicts} verdicts (agents × URLs), {explanations} of them explained,\n\
         {} KiB a URL, {} KiB a name, {} MiB of rules (agents × bytes of the robots.txt), {findings} findings, {choices} choices.\n",
        question_bytes >> 20,
        answer_bytes >> 20,
        robots_bytes >> 20,
        url_bytes >> 10,
        name_bytes >> 10,
        rules_bytes >> 20,
    )
}

/// A table of the members of an object. Collects the types that they name.
fn members(schema: &Value, named: &mut BTreeSet<String>) -> String {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return String::new();
    };
    let required: Vec<_> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().collect();
    let is_required = |name: &String| required.iter().any(|one| one.as_str() == Some(name));
    let mut rows: Vec<_> = properties.iter().filter(|(name, _)| *name != "version").collect();
    if rows.is_empty() {
        return "The question has no members.\n".into();
    }
    rows.sort_by_key(|(name, _)| !is_required(name));
    let mut table = "| member | type | default | |\n|---|---|---|---|\n".to_owned();
    for (name, property) in rows {
        let default = match property.get("default") {
            _ if is_required(name) => "required".to_owned(),
            Some(default) if !default.is_null() && !default.is_object() => format!("`{default}`"),
            _ => String::new(),
        };
        let (r#type, text) = (type_of(property, named), described(property));
        let _ =
            writeln!(table, "| `{name}` | {} | {default} | {} |", r#type, text.replace('|', "\\|"));
    }
    table
}

/// The type of a value in words.
fn type_of(schema: &Value, named: &mut BTreeSet<String>) -> String {
    if schema.get("$ref").is_some() {
        let name = name_of(schema);
        let link = format!("[`{name}`](#{})", name.to_lowercase());
        named.insert(name);
        return link;
    }
    let mut word = |word: &str| match word {
        "array" => {
            format!("list of {}", type_of(schema.get("items").unwrap_or(&Value::Null), named))
        }
        other => other.to_owned(),
    };
    match schema.get("type") {
        Some(Value::String(one)) => word(one),
        Some(Value::Array(several)) => {
            let words = several.iter().filter_map(Value::as_str).filter(|one| *one != "null");
            words.map(word).collect::<Vec<_>>().join(" or ")
        }
        _ => {
            let is_null = |one: &&Value| one.get("type").and_then(Value::as_str) == Some("null");
            let one = alternatives(schema).filter(|one| !is_null(one));
            one.map(|one| type_of(one, named)).collect::<Vec<_>>().join(" or ")
        }
    }
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    let lists = ["anyOf", "oneOf", "allOf"].into_iter();
    lists.filter_map(|name| schema.get(name)?.as_array()).flatten()
}

fn name_of(reference: &Value) -> String {
    let path = reference.get("$ref").and_then(Value::as_str).unwrap_or_default();
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

/// The description in one line.
fn described(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn example(operation: &Operation) -> String {
    let answer = operation.answer(operation.example.as_bytes(), &Work::default());
    let answer = answer.unwrap_or_else(|problem| problem.to_json());
    let answer = shortened(&String::from_utf8_lossy(&answer));
    format!(
        "\nA question:\n\n```json\n{}\n```\n\nIts answer, shortened where it says `…`:\n\n```json\n{answer}\n```\n",
        operation.example
    )
}
