//! Why a question has no answer (RFC 9457).

use crate::json::Writer;

/// Defines kinds of problems, each with its code, status and title as in `maycrawl-api`.
macro_rules! kinds {
    ($($(#[$meta:meta])* $name:ident: $code:literal, $status:literal, $title:literal;)+) => {
        /// A kind of problem, a subset of those of `maycrawl-api`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Kind {
            $(#[doc = concat!($title, ".")] $name,)+
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// Its code, its status and its title.
            pub const fn parts(self) -> (&'static str, u32, &'static str) {
                match self {
                    $(Self::$name => ($code, $status, $title),)+
                }
            }
        }
    };
}

kinds! {
    NotUtf8: "not-utf8", 400, "The question is not UTF-8";
    NotJson: "not-json", 400, "The question is not JSON";
    UnknownOperation: "unknown-operation", 404, "There is no such operation";
    TooLarge: "too-large", 413, "The question or a file in it is too large";
    UnsupportedVersion: "unsupported-version", 422, "The version is not supported";
    WrongType: "wrong-type", 422, "A value has the wrong type";
    UnknownMember: "unknown-member", 422, "There is no such member";
    MissingMember: "missing-member", 422, "A member is missing";
    RepeatedMember: "repeated-member", 422, "A member is repeated";
    InvalidValue: "invalid-value", 422, "A value is not one of those that are possible";
    UnknownDialect: "unknown-dialect", 422, "There is no such dialect";
    InvalidBase64: "invalid-base64", 422, "A file is not valid base64";
    TooMany: "too-many", 422, "The question asks too much at once";
    AnswerTooLarge: "answer-too-large", 422, "The answer would be too large";
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    kind: Kind,
    detail: String,
    pointer: Option<String>,
}

impl Problem {
    /// A problem of a kind, with what is the matter in this case.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), pointer: None }
    }

    /// The same, with the JSON pointer of its place in the question.
    #[must_use]
    pub fn at(self, pointer: impl Into<String>) -> Self {
        Self { pointer: Some(pointer.into()), ..self }
    }

    /// The problem as `application/problem+json`.
    pub fn to_json(&self) -> Vec<u8> {
        let (code, status, title) = self.kind.parts();
        let mut json = Writer::default();
        json.object(|json| {
            json.member("type").text(&["/problems/", code].concat());
            json.member("title").text(title);
            json.member("status").number(status);
            json.member("detail").text(&self.detail);
            if let Some(pointer) = &self.pointer {
                json.member("pointer").text(pointer);
            }
        });
        json.into_line()
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Problem {}
