//! Schemas of questions and answers.

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
