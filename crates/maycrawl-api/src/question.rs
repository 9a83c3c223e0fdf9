//! From JSON to a question.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeOwned, Deserializer, Error as _, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Serialize};

use self::refusal::Refusal;
use self::tree::Tree;
use crate::json::Json;
use crate::problem::{Problem, kinds};
use crate::work::Work;

mod refusal;
mod tree;

/// What an operation is asked.
///
/// ```
/// use maycrawl_api::{CheckQuestion, Question, Work};
///
/// let mut question = CheckQuestion::default();
/// question.robots = "User-agent: *\nDisallow: /drafts/".into();
/// question.urls = vec!["/drafts/1".into()];
/// let answer = question.answer(&Work::default())?;
/// # let _ = answer;
/// # Ok::<(), maycrawl_api::Problem>(())
/// ```
pub trait Question: DeserializeOwned {
    /// What it is answered.
    type Answer: Serialize;

    /// Answers it.
    fn answer(&self, work: &Work<'_>) -> Result<Self::Answer, Problem>;
}

/// Defines questions: their members, and what they all have.
macro_rules! question {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, serde::Deserialize, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        #[non_exhaustive]
        pub struct $name {
            /// The version of this form: 1.
            #[serde(default)]
            pub version: crate::question::Version,
            $($(#[$field_meta])* pub $field: $type,)*
        }
    };
}
pub(crate) use question;

/// Reads a question. A service reads its own questions as those of the operations are read.
pub fn read<Q: DeserializeOwned>(question: &[u8]) -> Result<Q, Problem> {
    Q::deserialize(Tree(tree(question)?)).map_err(Refusal::problem)
}

/// JSON as a tree, if its version is supported: another version may have other members.
fn tree(question: &[u8]) -> Result<Json, Problem> {
    let text = std::str::from_utf8(question).map_err(|error| {
        let detail = format!("the byte at offset {} is not UTF-8", error.valid_up_to());
        Problem::new(&kinds::NOT_UTF8, detail)
    })?;
    let json: Json = serde_json::from_str(text)
        .map_err(|error| Problem::new(&kinds::NOT_JSON, why(text, &error)))?;
    let members = if let Json::Object(members) = &json { &**members } else { &[] };
    match members.iter().find(|(name, _)| name == "version") {
        Some((_, Json::Natural(version))) if *version != 1 => {
            let detail = format!("write 1, not {version}");
            Err(Problem::new(&kinds::UNSUPPORTED_VERSION, detail).at("/version"))
        }
        _ => Ok(json),
    }
}

/// Why a text is not JSON, in words of JSON instead of those of serde.
fn why(text: &str, error: &serde_json::Error) -> String {
    let message = error.to_string();
    let (line, column) = (error.line(), error.column());
    let place = format!("at line {line} column {column}");
    if text.trim().is_empty() {
        "the question is empty; send at least {}".into()
    } else if text.starts_with('\u{FEFF}') {
        "the question begins with a byte order mark; leave it out".into()
    } else if error.is_eof() {
        format!("the text breaks off {place}")
    } else if message.starts_with("recursion limit") {
        format!("the text nests more than 127 levels deep {place}")
    } else if message.starts_with("lone leading surrogate")
        || message.starts_with("unexpected end of hex escape")
    {
        format!("half of a surrogate pair {place}; write both halves, or leave it out")
    } else {
        message
    }
}

/// The version of a form. There is only 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Version;

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct One;

        impl Visitor<'_> for One {
            type Value = Version;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("1")
            }

            fn visit_u64<E: serde::de::Error>(self, version: u64) -> Result<Version, E> {
                match version {
                    1 => Ok(Version),
                    other => Err(E::invalid_value(Unexpected::Unsigned(other), &self)),
                }
            }

            fn visit_i64<E: serde::de::Error>(self, version: i64) -> Result<Version, E> {
                Err(E::invalid_value(Unexpected::Signed(version), &self))
            }
        }

        from.deserialize_u64(One)
    }
}

impl Serialize for Version {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(1)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Version {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Version".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "const": 1 })
    }
}

/// Members of an object as they stand there, each name once.
pub(crate) fn members<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    struct Members;

    impl<'de> Visitor<'de> for Members {
        type Value = BTreeMap<String, String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Self::Value::new();
            while let Some((name, value)) = map.next_entry::<String, String>()? {
                if members.contains_key(&name) {
                    return Err(A::Error::custom(format_args!("there are two members {name:?}")));
                }
                members.insert(name, value);
            }
            Ok(members)
        }
    }

    from.deserialize_map(Members)
}

/// Defines an enum whose values are words in JSON.
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$value_meta:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$value_meta])* #[serde(rename = $word)] $value,)+
        }

        // By hand, since serde would also read `{"word": null}`.
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                crate::question::word(from, &[$(($word, Self::$value)),+], &[$($word),+])
            }
        }
    };
}
pub(crate) use words;

/// Reads one of these words.
pub(crate) fn word<'de, D: Deserializer<'de>, T: Copy>(
    from: D,
    words: &[(&str, T)],
    names: &'static [&'static str],
) -> Result<T, D::Error> {
    struct Word;

    impl Visitor<'_> for Word {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<String, E> {
            Ok(word.into())
        }
    }

    let word = from.deserialize_str(Word)?;
    let found = words.iter().find(|(name, _)| *name == word);
    found.map(|(_, value)| *value).ok_or_else(|| D::Error::unknown_variant(&word, names))
}
