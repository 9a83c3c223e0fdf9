//! What serde says about malformed questions, as problems.

use std::fmt::Write as _;
use std::str::Utf8Error;

use serde_json::error::Category;
use serde_path_to_error::{Path, Segment};

use crate::problem::{Problem, ProblemKind, kinds};

/// How the complaint about a version begins.
pub(super) const VERSION: &str = "unsupported version ";

/// How the messages of serde begin, which has no kinds of errors; what they say here, and the kind.
/// A test holds each against serde.
static MESSAGES: [(&str, &str, &ProblemKind); 7] = [
    (VERSION, "write 1, not ", &kinds::UNSUPPORTED_VERSION),
    ("invalid type: ", "", &kinds::WRONG_TYPE),
    ("unknown field ", "there is no member ", &kinds::UNKNOWN_MEMBER),
    ("missing field ", "there must be a member ", &kinds::MISSING_MEMBER),
    ("duplicate field ", "there are two members ", &kinds::REPEATED_MEMBER),
    ("unknown variant ", "there is no value ", &kinds::INVALID_VALUE),
    ("invalid value: ", "", &kinds::INVALID_VALUE),
];

pub(super) fn not_utf8(error: Utf8Error) -> Problem {
    let detail = format!("the byte at offset {} is not UTF-8", error.valid_up_to());
    Problem::new(&kinds::NOT_UTF8, detail)
}

pub(super) fn problem(error: &serde_json::Error, path: Option<&Path>) -> Problem {
    let text = error.to_string();
    if error.classify() != Category::Data {
        let problem = Problem::new(&kinds::NOT_JSON, cut(&text));
        return match path.map(pointer) {
            Some(pointer) if !pointer.is_empty() => problem.at(pointer),
            _ => problem,
        };
    }
    // The pointer says where better than the line.
    let message = text.rfind(" at line ").and_then(|end| text.get(..end)).unwrap_or(&text);
    let found = MESSAGES.iter().find_map(|(begin, here, kind)| {
        Some((format!("{here}{}", message.strip_prefix(begin)?), *kind))
    });
    let (detail, kind) = found.unwrap_or_else(|| (message.to_owned(), &kinds::INVALID_VALUE));
    let detail = detail.replace(", expected one of ", "; it is one of ");
    let problem = Problem::new(kind, cut(&detail));
    match path.map(pointer) {
        Some(pointer) => problem.at(pointer),
        None => problem,
    }
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

/// The JSON pointer of a place, or of the object around it if its name is long.
fn pointer(path: &Path) -> String {
    const MOST_BYTES: usize = 500;
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => {
                let _ = write!(pointer, "/{index}");
            }
            Segment::Map { key } if pointer.len() + key.len() <= MOST_BYTES => {
                pointer.push('/');
                pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
            }
            _ => break,
        }
    }
    pointer
}
