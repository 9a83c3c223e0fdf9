//! The query of a URL as a question.

use serde_json::Value;

use crate::kinds;
use crate::reply::Refused;

/// The query of a URL as a question in JSON whose members are texts.
pub(crate) fn question(query: &str) -> Result<Vec<u8>, Refused> {
    let mut members = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (Value::from(decode(name)?), Value::from(decode(value)?));
        members.push(format!("{name}:{value}"));
    }
    // Not a map, so that a name that is repeated is refused as in any other question.
    Ok(format!("{{{}}}", members.join(",")).into_bytes())
}

/// A name or a value. What is not UTF-8 is refused: as U+FFFD, it would be another question.
fn decode(text: &str) -> Result<String, Refused> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, after) = match (first, after) {
            (b'%', [high, low, after @ ..]) => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => (high << 4 | low, after),
                _ => return Err(malformed("a % is not followed by two hexadecimal digits")),
            },
            (b'%', _) => return Err(malformed("a % is not followed by two hexadecimal digits")),
            (b'+', after) => (b' ', after),
            (byte, after) => (*byte, after),
        };
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| {
        malformed("a value is not UTF-8; to send a byte of a URL, escape its %: %25E9")
    })
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

fn malformed(detail: &str) -> Refused {
    Refused::new(&kinds::INVALID_QUERY, detail)
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
        check("a&=b&&", Some(r#"{"a":"","":"b"}"#));
        check("a=%C3%A9", Some("{\"a\":\"\u{e9}\"}"));
    }

    #[test]
    fn what_is_malformed_is_refused() {
        for query in ["a=%", "a=%4", "a=%4g", "a=%+1", "a=%E9", "%FF=a", "a=%ED%A0%80"] {
            check(query, None);
        }
    }
}
