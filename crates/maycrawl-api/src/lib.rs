//! Questions about robots.txt as JSON, answered as JSON.
//!
//! [`answer`] takes the name of an [`Operation`], a question and [`Limits`]; it returns the
//! document that `maycrawl … --format json` prints, or a [`Problem`] (RFC 9457). A service, a
//! WebAssembly module and bindings share it. It opens no file and no connection, starts no thread
//! and reads no clock.
//!
//! ```
//! use maycrawl_api::{Limits, answer};
//!
//! let question = br#"{"robots": "User-agent: *\nDisallow: /drafts/", "urls": ["/drafts/1"]}"#;
//! let answer = answer("check", question, &Limits::default(), &|| true)?;
//! let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
//! assert_eq!(answer["answers"][0]["verdict"], "disallow");
//! # Ok::<(), maycrawl_api::Problem>(())
//! ```
//!
//! Without JSON, make a [`Question`] such as [`CheckQuestion`] and have it answered.
//!
//! # Untrusted questions
//!
//! No question makes it panic. What a question may cost is checked against [`Limits`] before work
//! begins; work ends soon after `keep_going` returns false.

mod asked;
mod choices;
#[cfg(feature = "schema")]
pub mod documents;
mod json;
mod limits;
mod lint_settings;
mod operation;
mod operations;
mod problem;
mod question;
mod robots_text;
#[cfg(feature = "schema")]
mod schema;
mod work;

pub use asked::{AgentName, AgentTokens, DialectName};
pub use choices::{Choices, ChoicesFor};
pub use limits::Limits;
pub use lint_settings::LintSettings;
pub use operation::{OPERATIONS, Operation, answer, write_answer};
pub use operations::check::{CheckAnswer, CheckQuestion, Detail};
pub use operations::compare::CompareQuestion;
pub use operations::crawlers::CrawlersQuestion;
pub use operations::dialects::DialectsQuestion;
pub use operations::explain::ExplainQuestion;
pub use operations::fix::FixQuestion;
pub use operations::format::FormatQuestion;
pub use operations::generate::{GenerateQuestion, MergeQuestion};
pub use operations::lint::LintQuestion;
pub use operations::policy::PolicyQuestion;
pub use operations::presets::PresetsQuestion;
pub use operations::test::{Case, ExpectedVerdict, TestQuestion};
pub use problem::{Problem, ProblemKind, kinds};
pub use question::{Question, Version, read as read_question};
pub use robots_text::RobotsText;
pub use work::Work;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
