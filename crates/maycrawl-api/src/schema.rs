//! Schemas of questions and answers.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};

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

/// Makes schemas for an `OpenAPI` document.
pub(crate) fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    settings.into_generator()
}
