//! The reference page.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

use super::shortened::shortened;
use crate::limits::Limits;
use crate::operation::{OPERATIONS, Operation};
use crate::schema::generator;
use crate::work::Work;

/// The address of a service in examples.
const SERVICE: &str = "http://127.0.0.1:8080";

/// The reference page of the operations, in Markdown.
pub fn reference() -> String {
    Reference::default().page()
}

/// A reference page in the making: a section for each question with its members, an example and
/// its answer; then the types of members.
#[derive(Debug)]
pub struct Reference {
    generator: SchemaGenerator,
    sections: Vec<Section>,
}

#[derive(Debug)]
struct Section {
    name: String,
    summary: String,
    /// The schemas of question and answer.
    schemas: [Value; 2],
    examples: String,
}

impl Default for Reference {
    /// A section for each operation.
    fn default() -> Self {
        let mut generator = generator();
        let section = |operation: &Operation| Section {
            name: operation.name.into(),
            summary: operation.summary.into(),
            schemas: [
                (operation.schemas.question)(&mut generator).into(),
                (operation.schemas.answer)(&mut generator).into(),
            ],
            examples: examples(operation),
        };
        let sections = OPERATIONS.iter().map(section).collect();
        Self { generator, sections }
    }
}

impl Reference {
    /// The same with a section before the others. The example is a command and its answer.
    #[must_use]
    pub fn beginning_with<Q: JsonSchema, A: JsonSchema>(
        mut self,
        name: &str,
        summary: &str,
        [command, answer]: [&str; 2],
    ) -> Self {
        let schemas = [
            self.generator.subschema_for::<Q>().into(),
            self.generator.subschema_for::<A>().into(),
        ];
        let examples = example("A question:", command, answer.trim_end());
        let (name, summary) = (name.into(), summary.into());
        self.sections.insert(0, Section { name, summary, schemas, examples });
        self
    }

    /// The page, in Markdown.
    pub fn page(mut self) -> String {
        let mut page = head();
        let types: Value = self.generator.take_definitions(true).into();
        let mut named = Named::default();
        let mut answers: BTreeMap<String, &str> = BTreeMap::new();
        for Section { name, summary, schemas: [question, answer], examples } in &self.sections {
            let _ = write!(page, "\n## `{name}`\n\n{summary}\n\n");
            page.push_str(&members(found(&types, question), Side::Question, &mut named));
            page.push_str(examples);
            let document = name_of(answer);
            let text = match answers.get(&document) {
                Some(same) => {
                    format!("The answer has the members of that of [`{same}`](#{same}).\n")
                }
                None => members_of_answer(found(&types, answer), &mut named),
            };
            let _ = write!(page, "\n{text}");
            answers.insert(document, name);
        }
        for (side, title) in [(Side::Question, "questions"), (Side::Answer, "answers")] {
            let _ = write!(page, "\n## Types of {title}\n");
            page.push_str(&named.sections(&types, side));
        }
        page
    }
}

/// Whether a type is read or written: the one has defaults, the other members that may be absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Question,
    Answer,
}

/// The types that tables name, and on which side.
#[derive(Default)]
struct Named(BTreeMap<String, Side>);

impl Named {
    /// A link to a type.
    fn link(&mut self, name: String, side: Side) -> String {
        let link = format!("[`{name}`](#{})", name.to_lowercase());
        self.0.entry(name).or_insert(side);
        link
    }

    /// A section for each type of a side, and for those that these name.
    fn sections(&mut self, types: &Value, side: Side) -> String {
        let mut sections: BTreeMap<String, String> = BTreeMap::new();
        let next = |named: &Self, written: &BTreeMap<String, String>| {
            let mut names = named.0.iter().filter(|(_, of)| **of == side).map(|(name, _)| name);
            names.find(|name| !written.contains_key(*name)).cloned()
        };
        while let Some(name) = next(self, &sections) {
            let section = section(&name, types.get(&name).unwrap_or(&Value::Null), side, self);
            sections.insert(name, section);
        }
        sections.into_values().collect()
    }
}

/// The section of a type.
fn section(name: &str, schema: &Value, side: Side, named: &mut Named) -> String {
    let mut section = format!("\n### `{name}`\n\n{}\n", described(schema));
    for one in alternatives(schema).filter(|one| one.get("$ref").is_some()) {
        named.link(name_of(one), side);
    }
    for schema in std::iter::once(schema).chain(alternatives(schema)) {
        if schema.get("properties").is_some() {
            let _ = write!(section, "\n{}", members(schema, side, named));
        }
        for word in alternatives(schema).filter(|one| one.get("const").is_some()) {
            let value = word.get("const").unwrap_or(&Value::Null);
            let _ = write!(section, "\n- `{value}`: {}", described(word));
        }
    }
    if !section.ends_with('\n') {
        section.push('\n');
    }
    section
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
         `maycrawl serve` starts the service at {SERVICE}. It takes each question as `POST /v1/` and the name of the\n\
         operation, with `Content-Type: application/json`; [openapi.json](openapi.json) has the schemas. The WebAssembly\n\
         module, the crate `maycrawl-api` and the command with `--format json` give the same answers. A question without an\n\
         answer gets a [problem](problems.md).\n\n\
         In questions, `version` is 1 or left out, a member that is `null` is the same as one that is left out, and unknown\n\
         members are refused. In answers, members without a value are left out: the tables say which may be absent.\n\
         Members may be added to answers; none is removed, renamed or given another meaning.\n\n\
         Limits, unless the service has others: {} MiB a question, {} MiB an answer, {} MiB a robots.txt,\n\
         {agents} agents, {urls} URLs or cases, {verdicts} verdicts (agents × URLs), {explanations} of them explained,\n\
         {} KiB a URL, {} KiB a name, {} MiB of rules (agents × bytes of the robots.txt), {findings} findings, {choices} choices.\n\n\
         {VERDICTS}",
        question_bytes >> 20,
        answer_bytes >> 20,
        robots_bytes >> 20,
        url_bytes >> 10,
        name_bytes >> 10,
        rules_bytes >> 20,
    )
}

const VERDICTS: &str = "\
## Verdicts

`verdict` is one of these. `reason` is the code of the reason; the operation `explain` explains each.

- `allow`: the agent may fetch the URL. A rule allows it, no rule matches, or the site has no robots.txt.
- `disallow`: a rule blocks the URL.
- `later`: the site does not return its robots.txt now, so the agent must not fetch the URL yet. Ask again at `retry_at`.
  Only `may-fetch` asks sites.
- `out-of-scope`: the URL belongs to another origin than the file, which says nothing about it.
- `unasked`: there is nothing that could be asked, such as a URL without a scheme. In `test`, this is `error`.
";

/// The members of an answer; of one in several forms, the types of these.
fn members_of_answer(schema: &Value, named: &mut Named) -> String {
    let forms: Vec<_> = alternatives(schema)
        .map(|one| format!("- {}: {}\n", type_of(one, Side::Answer, named), described(one)))
        .collect();
    match &*forms {
        [] => format!("Members of the answer:\n\n{}", members(schema, Side::Answer, named)),
        forms => format!("The answer is one of these:\n\n{}", forms.concat()),
    }
}

/// A table of the members of an object. Collects the types that they name.
fn members(schema: &Value, side: Side, named: &mut Named) -> String {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return String::new();
    };
    let required: Vec<_> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().collect();
    let is_required = |name: &String| required.iter().any(|one| one.as_str() == Some(name));
    let is_known = |name: &str| side == Side::Question && name == "version";
    let mut rows: Vec<_> = properties.iter().filter(|(name, _)| !is_known(name)).collect();
    if rows.is_empty() {
        return "The question has no members; send `{}`.\n".into();
    }
    rows.sort_by_key(|(name, _)| !is_required(name));
    let title = if side == Side::Question { "default" } else { "" };
    let mut table = format!("| member | type | {title} | |\n|---|---|---|---|\n");
    for (name, property) in rows {
        let remark = match (side, property.get("default")) {
            (Side::Question, _) if is_required(name) => "required".to_owned(),
            (Side::Question, Some(default)) if !default.is_null() && !default.is_object() => {
                format!("`{default}`")
            }
            (Side::Answer, _) if !is_required(name) => "may be absent".to_owned(),
            _ => String::new(),
        };
        let (kind, text) = (type_of(property, side, named), described(property));
        let text = text.replace('|', "\\|");
        let _ = writeln!(table, "| `{name}` | {kind} | {remark} | {text} |");
    }
    table
}

/// The type of a value in words.
fn type_of(schema: &Value, side: Side, named: &mut Named) -> String {
    if schema.get("$ref").is_some() {
        return named.link(name_of(schema), side);
    }
    let mut word = |word: &str| match word {
        "array" => {
            let items = schema.get("items").unwrap_or(&Value::Null);
            format!("list of {}", type_of(items, side, named))
        }
        "object" => match schema.get("additionalProperties") {
            Some(values @ Value::Object(_)) => {
                format!("object of {}", type_of(values, side, named))
            }
            _ => "object".into(),
        },
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
            one.map(|one| type_of(one, side, named)).collect::<Vec<_>>().join(" or ")
        }
    }
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    let lists = ["anyOf", "oneOf", "allOf"].into_iter();
    lists.filter_map(|name| schema.get(name)?.as_array()).flatten()
}

/// The schema that a reference names.
fn found<'t>(types: &'t Value, reference: &Value) -> &'t Value {
    types.get(name_of(reference)).unwrap_or(&Value::Null)
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

/// The examples of an operation, as commands that can be copied.
fn examples(operation: &Operation) -> String {
    let first = ("A question:", operation.example);
    let all = std::iter::once(first).chain(operation.other_example);
    all.map(|(what, question)| {
        let command = format!(
            "curl {SERVICE}/v1/{} -H 'Content-Type: application/json' -d '{question}'",
            operation.name
        );
        let answer = operation.answer(question.as_bytes(), &Work::default());
        let answer = answer.unwrap_or_else(|problem| problem.to_json());
        example(what, &command, &shortened(&String::from_utf8_lossy(&answer)))
    })
    .collect()
}

fn example(what: &str, command: &str, answer: &str) -> String {
    let is_short = if answer.contains('…') { ", shortened where it says `…`" } else { "" };
    format!(
        "\n{what}\n\n```sh\n{command}\n```\n\nIts answer{is_short}:\n\n```json\n{answer}\n```\n"
    )
}
