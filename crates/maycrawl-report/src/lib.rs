//! Answers about robots.txt as data, and their renderings.
//!
//! An [`Answer`] is one question with all that is known about it; a
//! [`Comparison`] is one question in every dialect; a [`Policy`](maycrawl_lint::Policy) says who may
//! crawl what. They are rendered as sentences, as text for a terminal, as JSON in a
//! versioned form, or as rows of TSV and CSV. The command line, a service and
//! bindings share these renderings.
//!
//! ```
//! use maycrawl::{Agent, Dialect, Robots};
//! use maycrawl_report::{Answer, File};
//!
//! let file = File::new("robots.txt", "User-agent: *\nDisallow: /a");
//! let rules = Robots::parse(file.source(), &Dialect::GOOGLE).rules(&Agent::token("MyBot"));
//! let answer = Answer::ask(&rules, "https://example.com/a/b");
//! assert_eq!(answer.verdict_name(), "disallow");
//! assert_eq!(
//!     answer.why(),
//!     "`Disallow: /a` on line 2 is the only rule that matches; \
//!      no group names MyBot, so the group for * applies"
//! );
//! ```
//!
//! # Features
//!
//! All are on by default. Without any, the crate is data, sentences, rows and JSON.
//!
//! - `terminal`: `text`, `tables` and `findings::text`, coloured for a terminal.
//! - `sarif`: `findings::sarif`.
//! - `fetch`: `fetched`, and its JSON.
//! - `generate`: `presets`, and the JSON of plans.
//! - `schema` (off by default): JSON schemas of the types in [`json`].

mod answer;
pub mod answer_pages;
pub mod base64;
mod blocked;
pub mod cases;
pub mod changes;
mod comparison;
pub mod crawlers;
mod disagreement;
mod display;
#[cfg(feature = "terminal")]
mod excerpt;
pub mod explain;
#[cfg(feature = "fetch")]
pub mod fetched;
pub mod field_pages;
mod file;
pub mod findings;
pub mod json;
pub mod json_text;
pub mod knob_pages;
pub mod markdown;
mod mismatch;
mod notes;
pub mod policy;
#[cfg(feature = "generate")]
pub mod presets;
pub mod rows;
#[cfg(feature = "terminal")]
pub mod tables;
#[cfg(feature = "terminal")]
pub mod text;
pub mod times;
pub mod url_table;
mod why;

pub use answer::{Answer, Outcome};
pub use blocked::BlockedSummary;
pub use comparison::{Comparison, DialectAnswer};
pub use display::{
    agent_name, fill, fill_below, reading, reading_note, sanitize, sanitize_file, shortened,
};
pub use file::File;
pub use mismatch::Mismatch;
pub use notes::{
    file_notes, ignores_delays, name_note, robots_name_note, stated_notes, unnameable_notes,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
