//! Why a question has no answer.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

wire! {
    /// Why a question has no answer: `application/problem+json` (RFC 9457).
    pub struct ProblemDocument {
        /// What kind of problem it is: `/problems/` and its code.
        pub r#type: String,
        /// The kind, in a few words.
        pub title: Cow<'static, str>,
        /// The status of the HTTP answer.
        pub status: u16,
        /// What is the matter in this case.
        pub detail: String,
        /// The JSON pointer (RFC 6901) of its place in the question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pointer: Option<String>,
    }
}

impl ProblemDocument {
    /// A problem of a type.
    pub fn new(
        r#type: String,
        title: impl Into<Cow<'static, str>>,
        status: u16,
        detail: String,
        pointer: Option<String>,
    ) -> Self {
        Self { r#type, title: title.into(), status, detail, pointer }
    }
}
