//! JSON, read into a tree and written: as little code as that takes.

mod parser;
mod writer;

pub use writer::Writer;

/// A value of JSON. Objects keep their members in order, and those that stand there twice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer from 0 to 2⁶⁴ - 1.
    Natural(u64),
    /// Any other number.
    OtherNumber,
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Self>),
    /// An object.
    Object(Vec<(String, Self)>),
}

impl Json {
    /// Reads a text (RFC 8259), or says what is wrong with it and at which offset.
    ///
    /// ```
    /// use maycrawl_engine_core::json::Json;
    ///
    /// assert_eq!(Json::parse("[1, null]"), Ok(Json::List(vec![Json::Natural(1), Json::Null])));
    /// assert_eq!(Json::parse("[1,]"), Err(("expected a value", 3)));
    /// ```
    pub fn parse(text: &str) -> Result<Self, (&'static str, usize)> {
        parser::parse(text)
    }

    /// What it is, for a message.
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Natural(_) | Self::OtherNumber => "number",
            Self::Text(_) => "string",
            Self::List(_) => "array",
            Self::Object(_) => "object",
        }
    }
}
