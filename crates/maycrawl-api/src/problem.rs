//! Why a question has no answer, as data (RFC 9457).

use std::fmt;

use maycrawl_report::json::ProblemDocument;
use maycrawl_report::json_text;

pub mod kinds;

/// Why a question has no answer, as data (RFC 9457).
///
/// ```
/// use maycrawl_api::{Limits, answer};
///
/// let question = br#"{"robots": "User-agent: *", "ulrs": ["/"]}"#;
/// let problem = answer("check", question, &Limits::default(), &|| true).unwrap_err();
/// assert_eq!(problem.kind().code, "unknown-member");
/// assert_eq!(problem.kind().status, 422);
/// assert_eq!(problem.pointer(), Some("/ulrs"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    kind: &'static ProblemKind,
    detail: String,
    pointer: Option<String>,
}

/// A kind of problem. The registry of those of this crate is [`kinds::ALL`]; a service adds its own.
#[derive(Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "a service makes kinds of its own")]
pub struct ProblemKind {
    /// Its stable code, the end of its `type`: `unknown-member`.
    pub code: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// The status of the HTTP answer.
    pub status: u16,
    /// When it arises, and what to do.
    pub text: &'static str,
}

impl ProblemKind {
    /// The `type` of a problem, a reference relative to the service: `/problems/unknown-member`.
    pub fn uri(&self) -> String {
        format!("/problems/{}", self.code)
    }
}

impl Problem {
    /// A problem of a kind, with what is the matter in this case.
    pub fn new(kind: &'static ProblemKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), pointer: None }
    }

    /// The same, with the JSON pointer of its place in the question.
    #[must_use]
    pub fn at(self, pointer: impl Into<String>) -> Self {
        Self { pointer: Some(pointer.into()), ..self }
    }

    /// What kind of problem it is.
    pub const fn kind(&self) -> &'static ProblemKind {
        self.kind
    }

    /// What is the matter, in a sentence without a full stop.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// The JSON pointer (RFC 6901) of its place in the question, if it has one. The empty pointer
    /// is the whole question.
    pub fn pointer(&self) -> Option<&str> {
        self.pointer.as_deref()
    }

    /// The problem as `application/problem+json`.
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = Vec::new();
        // Writing to memory cannot fail.
        let _ = json_text::write_line(&mut json, &ProblemDocument::from(self));
        json
    }
}

impl From<&Problem> for ProblemDocument {
    fn from(problem: &Problem) -> Self {
        let Problem { kind, detail, pointer } = problem;
        Self::new(kind.uri(), kind.title, kind.status, detail.clone(), pointer.clone())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_deref() {
            None | Some("") => f.write_str(&self.detail),
            Some(pointer) => write!(f, "{pointer}: {}", self.detail),
        }
    }
}

impl std::error::Error for Problem {}
