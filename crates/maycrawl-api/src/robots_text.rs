//! A robots.txt in a question.

use std::borrow::Cow;
use std::fmt;

use maycrawl_report::{File, base64, shortened};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::limits::not_longer;
use crate::problem::{Problem, kinds};
use crate::work::Work;

/// A robots.txt: its text as a string, or an object with `text` or `base64`, and a `name`.
///
/// ```
/// use maycrawl_api::RobotsText;
///
/// let text: RobotsText = serde_json::from_str(r#""User-agent: *""#).unwrap();
/// assert_eq!(text, "User-agent: *".into());
/// let file: RobotsText = serde_json::from_str(r#"{"base64": "VQ==", "name": "new"}"#).unwrap();
/// assert_eq!(serde_json::to_string(&file).unwrap(), r#"{"base64":"VQ==","name":"new"}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsText {
    content: Content,
    name: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    Text(String),
    Base64(String),
}

impl RobotsText {
    /// A file of these bytes, and a name for answers.
    pub fn new(bytes: &[u8], name: impl Into<String>) -> Self {
        let content = match std::str::from_utf8(bytes) {
            Ok(text) => Content::Text(text.into()),
            Err(_) => Content::Base64(base64::encode(bytes)),
        };
        Self { content, name: Some(name.into()) }
    }

    /// The bytes of the file at a place of the question.
    pub(crate) fn bytes(&self, work: &Work<'_>, pointer: &str) -> Result<Cow<'_, [u8]>, Problem> {
        if let Some(name) = &self.name {
            not_longer(work.limits().name_bytes, name, || format!("{pointer}/name"))?;
        }
        let most = work.limits().robots_bytes;
        let len = match &self.content {
            Content::Text(text) => text.len(),
            Content::Base64(text) => base64::decoded_len(text),
        };
        if len > most {
            let detail = format!("a file of {len} bytes, but one may have {most}");
            return Err(Problem::new(&kinds::TOO_LARGE, detail).at(pointer));
        }
        match &self.content {
            Content::Text(text) => Ok(text.as_bytes().into()),
            Content::Base64(text) => match base64::decode(text) {
                Ok(bytes) => Ok(bytes.into()),
                Err(at) => {
                    let rest = text.get(at..).unwrap_or_default();
                    let found = shortened(rest.chars().take(1).collect::<String>().as_bytes());
                    let detail = match &*found {
                        "" => "the text breaks off".to_owned(),
                        _ => format!("no base64 at offset {at}: {found:?}"),
                    };
                    let problem = Problem::new(&kinds::INVALID_BASE64, detail);
                    Err(problem.at(format!("{pointer}/base64")))
                }
            },
        }
    }

    /// The file at a place of the question.
    pub(crate) fn file(&self, work: &Work<'_>, pointer: &str) -> Result<File, Problem> {
        Ok(File::new(self.name(pointer), self.bytes(work, pointer)?))
    }

    /// What the file is called in answers: its name, or that of its member.
    pub(crate) fn name<'a>(&'a self, pointer: &'a str) -> &'a str {
        match pointer.trim_start_matches('/') {
            _ if self.name.is_some() => self.name.as_deref().unwrap_or_default(),
            "robots" => "robots.txt",
            member => member,
        }
    }
}

impl Default for RobotsText {
    /// An empty file.
    fn default() -> Self {
        Self::from("")
    }
}

impl From<&str> for RobotsText {
    fn from(text: &str) -> Self {
        Self { content: Content::Text(text.into()), name: None }
    }
}

/// The object, as it stands in JSON.
#[derive(Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct NamedText {
    /// The text; leave it out if there is `base64`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The bytes in base64 (RFC 4648 section 4), for files that are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
    /// What the file is called in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

impl<'de> Deserialize<'de> for RobotsText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct TextOrObject;

        impl<'de> Visitor<'de> for TextOrObject {
            type Value = RobotsText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the text of a robots.txt, or an object with `text` or `base64`")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<RobotsText, E> {
                Ok(text.into())
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RobotsText, A::Error> {
                let NamedText { text, base64, name } =
                    NamedText::deserialize(MapAccessDeserializer::new(map))?;
                let content = match (text, base64) {
                    (Some(text), None) => Content::Text(text),
                    (None, Some(base64)) => Content::Base64(base64),
                    (None, None) => return Err(Error::missing_field("text or base64")),
                    (Some(_), Some(_)) => {
                        return Err(Error::custom("leave out either `text` or `base64`"));
                    }
                };
                Ok(RobotsText { content, name })
            }
        }

        from.deserialize_any(TextOrObject)
    }
}

impl Serialize for RobotsText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (text, base64) = match &self.content {
            Content::Text(text) if self.name.is_none() => return to.serialize_str(text),
            Content::Text(text) => (Some(text.clone()), None),
            Content::Base64(base64) => (None, Some(base64.clone())),
        };
        NamedText { text, base64, name: self.name.clone() }.serialize(to)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for RobotsText {
    fn schema_name() -> Cow<'static, str> {
        "RobotsText".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let one_of = |one: &str, other: &str| {
            let types = serde_json::json!({ one: { "type": "string" }, other: { "type": "null" } });
            serde_json::json!({ "required": [one], "properties": types })
        };
        let mut object = NamedText::json_schema(generator);
        object.insert(
            "oneOf".into(),
            serde_json::json!([one_of("text", "base64"), one_of("base64", "text")]),
        );
        schemars::json_schema!({
            "description": "A robots.txt: its text as a string, or an object with `text` or `base64`",
            "anyOf": [{ "type": "string" }, object],
        })
    }
}
