//! Why JSON is no question: what serde reports, with the place.

use std::fmt;

use serde::de::{Error, Expected, Unexpected};

use crate::problem::{Problem, ProblemKind, kinds};

/// Why JSON is no question. The place grows from its end while the error passes through the
/// objects and lists around it.
#[derive(Debug)]
pub(super) struct Refusal(Box<Parts>);

#[derive(Debug)]
struct Parts {
    kind: &'static ProblemKind,
    detail: String,
    /// The segments of the pointer, the last first.
    place: Vec<String>,
}

impl Refusal {
    fn new(kind: &'static ProblemKind, detail: String) -> Self {
        Self(Box::new(Parts { kind, detail, place: Vec::new() }))
    }

    /// The same in a member or an item.
    pub(super) fn within(mut self, segment: impl Into<String>) -> Self {
        self.0.place.push(segment.into());
        self
    }

    pub(super) fn problem(self) -> Problem {
        /// A place with a long name is that of the object around it.
        const MOST_BYTES: usize = 500;
        let Parts { kind, detail, place } = *self.0;
        let mut pointer = String::new();
        for segment in place.iter().rev() {
            if pointer.len() + segment.len() > MOST_BYTES {
                break;
            }
            pointer.push('/');
            pointer.push_str(&segment.replace('~', "~0").replace('/', "~1"));
        }
        Problem::new(kind, cut(&detail)).at(pointer)
    }
}

impl Error for Refusal {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(&kinds::INVALID_VALUE, message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        // JSON has numbers, of which this one is not possible.
        let is_number = matches!(found, Unexpected::Float(_))
            && matches!(&*expected.to_string(), "u32" | "u64" | "1");
        let kind = if is_number { &kinds::INVALID_VALUE } else { &kinds::WRONG_TYPE };
        Self::new(kind, mismatch(found, expected))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(&kinds::INVALID_VALUE, mismatch(found, expected))
    }

    fn unknown_variant(word: &str, expected: &'static [&'static str]) -> Self {
        let detail = format!("there is no value {word:?}; write one of {}", expected.join(", "));
        Self::new(&kinds::INVALID_VALUE, detail)
    }

    fn unknown_field(name: &str, expected: &'static [&'static str]) -> Self {
        let detail =
            format!("there is no member {name:?}; the members are: {}", expected.join(", "));
        Self::new(&kinds::UNKNOWN_MEMBER, detail)
    }

    /// A name, or several of which one must be there: `text or base64`.
    fn missing_field(name: &'static str) -> Self {
        let names: Vec<_> = name.split(" or ").map(|name| format!("{name:?}")).collect();
        let detail = format!("there must be a member {}", names.join(" or "));
        Self::new(&kinds::MISSING_MEMBER, detail)
    }

    fn duplicate_field(name: &'static str) -> Self {
        let detail = format!("there are two members {name:?}");
        Self::new(&kinds::REPEATED_MEMBER, detail).within(name)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.detail)
    }
}

impl std::error::Error for Refusal {}

/// What was found and what it must be, in the words of JSON instead of those of serde.
fn mismatch(found: Unexpected<'_>, expected: &dyn Expected) -> String {
    let is_written_otherwise = matches!(found, Unexpected::Float(_));
    let found = match found {
        Unexpected::Unit | Unexpected::Option => "null".into(),
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(value) => value.to_string(),
        Unexpected::Signed(value) => value.to_string(),
        // 1.0 as such, not as 1.
        Unexpected::Float(value) => format!("{value:?}"),
        Unexpected::Str(text) => format!("the string {text:?}"),
        Unexpected::Seq => "a list".into(),
        Unexpected::Map => "an object".into(),
        other => other.to_string(),
    };
    let expected = match &*expected.to_string() {
        "a sequence" => "a list".into(),
        "a map" => "an object".into(),
        "a boolean" => "true or false".into(),
        "u32" => integer(u32::MAX.into(), is_written_otherwise),
        "u64" => integer(u64::MAX, is_written_otherwise),
        "f64" => "a number".into(),
        other => other.to_owned(),
    };
    format!("{found}, but it must be {expected}")
}

/// An integer, and how it is written where that may be what is wrong.
fn integer(most: u64, is_written_otherwise: bool) -> String {
    let how = if is_written_otherwise { ", written in digits alone" } else { "" };
    format!("an integer from 0 to {most}{how}")
}

/// More than any message has that repeats nothing long of the question.
const MOST_DETAIL: usize = 400;

/// A message without the middle, if it is long.
fn cut(text: &str) -> String {
    if text.len() <= MOST_DETAIL {
        return text.into();
    }
    let begin: String = text.chars().take(MOST_DETAIL / 2).collect();
    let end: Vec<char> = text.chars().rev().take(MOST_DETAIL / 4).collect();
    format!("{begin} … {}", end.iter().rev().collect::<String>())
}
