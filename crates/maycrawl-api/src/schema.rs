//! Schemas of questions and answers.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

/// The schemas of an operation's question and answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schemas {
    pub(crate) question: fn(&mut SchemaGenerator) -> Schema,
    pub(crate) answer: fn(&mut SchemaGenerator) -> Schema,
}

impl Schemas {
    pub(crate) const fn of<Q: JsonSchema, A: JsonSchema>() -> Self {
        Self {
            question: SchemaGenerator::subschema_for::<Q>,
            answer: SchemaGenerator::subschema_for::<A>,
        }
    }
}

/// Makes schemas for an `OpenAPI` document. In a question, null is a member left out.
pub fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    settings.with_transform(RecursiveTransform(null_is_left_out)).into_generator()
}

/// Lets the members of a question that may be left out be null. What refuses unknown members is
/// part of a question.
fn null_is_left_out(schema: &mut Schema) {
    if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
        return;
    }
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &String| {
        required.as_array().is_some_and(|names| names.contains(&Value::from(name.as_str())))
    };
    if let Some(members) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        members.iter_mut().filter(|(name, _)| !is_required(name)).for_each(|(_, it)| add_null(it));
    }
}

fn add_null(member: &mut Value) {
    let Some(member) = member.as_object_mut() else { return };
    if let Some(value) = member.remove("const") {
        member.insert("enum".into(), json!([value, null]));
    }
    if let Some(kind) = member.get_mut("type") {
        if kind.is_string() {
            *kind = json!([kind, "null"]);
        }
    } else if let Some(reference) = member.remove("$ref") {
        member.insert("anyOf".into(), json!([{ "$ref": reference }, { "type": "null" }]));
    }
}
