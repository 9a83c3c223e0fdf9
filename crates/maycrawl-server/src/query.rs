//! The query of a URL as a question.

use maycrawl_api::kinds::UNKNOWN_MEMBER;
use maycrawl_api::{Problem, read_question};
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::kinds;
use crate::reply::Refused;

/// Reads the query of a URL as a question.
pub(crate) fn read<Q: DeserializeOwned>(query: &str) -> Result<Q, Refused> {
    read_question(&question(query)?).map_err(|problem| hinted(problem, query).into())
}

/// An `&` in the URL that is asked about ends the value, so the rest looks like other members.
fn hinted(problem: Problem, query: &str) -> Problem {
    if problem.kind() != &UNKNOWN_MEMBER || !query.contains("url=") {
        return problem;
    }
    let detail =
        format!("{}; if it is a part of the URL, write the & before it as %26", problem.detail());
    Problem::new(&UNKNOWN_MEMBER, detail).at(problem.pointer().unwrap_or_default())
}

/// The query of a URL as a question in JSON whose members are texts, but for the version.
fn question(query: &str) -> Result<Vec<u8>, Refused> {
    let mut members = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decode(name)?, decode(value)?);
        let version = value.parse().ok().filter(|_| name == "version").map(|it: u64| it.into());
        let value = version.unwrap_or_else(|| Value::from(value));
        members.push(format!("{}:{value}", Value::from(name)));
    }
    // Not a map, so that a name that is repeated is refused as in any other question.
    Ok(format!("{{{}}}", members.join(",")).into_bytes())
}

/// A name or a value. What is not UTF-8 is refused: as U+FFFD, it would be another question.
fn decode(text: &str) -> Result<String, Refused> {
    let text = text.replace('+', " ");
    let decoded = percent_decode_str(&text).decode_utf8().map_err(|_| {
        let detail = "a value is not UTF-8; to send a byte of a URL, escape its %: %25E9";
        Refused::new(&kinds::INVALID_QUERY, detail)
    })?;
    Ok(decoded.into_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    #[track_caller]
    fn check(query: &str, expected: Option<&str>) {
        let question = question(query).ok().map(|question| String::from_utf8(question).unwrap());
        assert_eq!(question.as_deref(), expected, "{query}");
    }

    #[test]
    fn a_query_is_a_question() {
        check("", Some("{}"));
        check("url=https://a.example/b?c=d", Some(r#"{"url":"https://a.example/b?c=d"}"#));
        check("url=a%26b&agent=a+b%2B%22", Some(r#"{"url":"a&b","agent":"a b+\""}"#));
        check("a=1&a=2", Some(r#"{"a":"1","a":"2"}"#));
        check("version=1&a=1", Some(r#"{"version":1,"a":"1"}"#));
        check("version=new", Some(r#"{"version":"new"}"#));
        check("a&=b&&", Some(r#"{"a":"","":"b"}"#));
        // A % that escapes nothing stands for itself, as in forms (WHATWG URL).
        check("a=%&b=100%25&c=%4g", Some(r#"{"a":"%","b":"100%","c":"%4g"}"#));
        check("a=%C3%A9", Some("{\"a\":\"\u{e9}\"}"));
    }

    #[test]
    fn what_is_not_utf8_is_refused() {
        for query in ["a=%E9", "%FF=a", "a=%ED%A0%80"] {
            check(query, None);
        }
    }
}
