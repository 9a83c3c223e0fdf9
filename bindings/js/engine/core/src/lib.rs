//! The operations of the small engine: what `maycrawl-api` answers, as far as the core alone can.
//!
//! There is no catalogue of crawlers, no URL parser beside that of the core, and there are no words.
//! A question that it answers has the same answer from `maycrawl-api`, but for the `notes`; tests
//! hold that.

pub mod base64;
mod check;
pub mod json;
mod problem;
mod question;

pub use problem::{Kind, Problem};

use crate::json::Json;

/// An operation.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Operation {
    /// Its name: `check`.
    pub name: &'static str,
    /// What it answers, in a sentence.
    pub summary: &'static str,
    /// A question, as JSON for people.
    pub example: &'static str,
    run: fn(Json, &Limits) -> Result<Vec<u8>, Problem>,
}

/// Every operation.
pub static OPERATIONS: &[Operation] = &[Operation {
    name: "check",
    summary: "May these agents fetch these URLs, and by which line?",
    example: check::EXAMPLE,
    run: check::answer,
}];

/// What a question may cost: the members of `maycrawl_api::Limits` that count here.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a question: 8 MiB.
    pub question_bytes: usize,
    /// Bytes of an answer: 64 MiB.
    pub answer_bytes: usize,
    /// Bytes of each robots.txt: 1 MiB.
    pub robots_bytes: usize,
    /// Agents in one question: 1,000.
    pub agents: usize,
    /// Bytes of an agent's name: 4 KiB.
    pub name_bytes: usize,
    /// Bytes of a URL: 16 KiB.
    pub url_bytes: usize,
    /// URLs in one question: 100,000.
    pub urls: usize,
    /// Verdicts in one answer, agents × URLs: 1,000,000.
    pub verdicts: usize,
    /// Bytes of rules, agents × bytes of the robots.txt: 64 MiB.
    pub rules_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            question_bytes: 8 << 20,
            answer_bytes: 64 << 20,
            robots_bytes: 1 << 20,
            agents: 1_000,
            name_bytes: 4 << 10,
            url_bytes: 16 << 10,
            urls: 100_000,
            verdicts: 1_000_000,
            rules_bytes: 64 << 20,
        }
    }
}

/// Answers a question to an operation: JSON to JSON, or to a problem.
///
/// ```
/// use maycrawl_engine_core::{Limits, answer};
///
/// let question = br#"{
///     "robots": "User-agent: *\nDisallow: /drafts/",
///     "agents": [{ "tokens": ["MyBot"] }],
///     "urls": ["/drafts/1", "/"],
///     "dialect": "google",
///     "detail": "columns"
/// }"#;
/// let answer = String::from_utf8(answer("check", question, &Limits::default())?).unwrap();
/// assert!(answer.contains(r#""verdict":["disallow","allow"]"#));
/// # Ok::<(), maycrawl_engine_core::Problem>(())
/// ```
pub fn answer(operation: &str, question: &[u8], limits: &Limits) -> Result<Vec<u8>, Problem> {
    let Some(operation) = OPERATIONS.iter().find(|one| one.name == operation) else {
        let detail = "this engine has no operation of this name";
        return Err(Problem::new(Kind::UnknownOperation, detail));
    };
    if question.len() > limits.question_bytes {
        let (found, most) = (question.len(), limits.question_bytes);
        let detail = format!("{found} bytes, but a question may have {most}");
        return Err(Problem::new(Kind::TooLarge, detail));
    }
    let answer = (operation.run)(question::parse(question)?, limits)?;
    if answer.len() > limits.answer_bytes {
        let detail = format!("it would have more than {} bytes", limits.answer_bytes);
        return Err(Problem::new(Kind::AnswerTooLarge, detail));
    }
    Ok(answer)
}
