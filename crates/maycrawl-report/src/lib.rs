//! Answers about robots.txt as data, and their renderings.
//!
//! An [`Answer`] is one question with all that is known about it; a
//! [`Comparison`] is one question in every dialect. Both are rendered as text
//! for a terminal, as JSON in a versioned form, or as rows of TSV and CSV. The
//! command line, a service and bindings share these renderings.
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

mod answer;
mod blocked;
pub mod changes;
mod comparison;
pub mod crawlers;
mod display;
pub mod explain;
pub mod fetched;
mod file;
pub mod findings;
pub mod json;
pub mod json_text;
pub mod knob_pages;
mod mismatch;
pub mod policy;
pub mod policy_text;
pub mod presets;
pub mod rows;
pub mod tables;
pub mod text;
pub mod times;
mod why;

pub use answer::{Answer, Outcome};
pub use blocked::Blocked;
pub use comparison::{Comparison, DialectAnswer};
pub use display::{agent_name, fill, shown_file};
pub use file::{File, shown};
pub use mismatch::Mismatch;
