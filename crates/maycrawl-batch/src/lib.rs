//! Verdicts over Arrow columns: a robots.txt, a URL and an agent in each row.
//!
//! ```
//! use arrow_array::{RecordBatch, StringArray};
//! use maycrawl::Dialect;
//! use maycrawl_batch::{Agents, Checker};
//!
//! let robots = StringArray::from(vec!["User-agent: *\nDisallow: /a", ""]);
//! let urls = StringArray::from(vec![Some("https://example.com/a"), None]);
//! let agents = StringArray::from(vec!["MyBot", "OtherBot"]);
//!
//! let mut checker = Checker::new(&Dialect::GOOGLE);
//! let verdicts = checker.check(&robots, &urls, Agents::Column(&agents)).unwrap();
//! let batch = RecordBatch::from(verdicts);
//! assert_eq!((batch.num_rows(), batch.num_columns()), (2, 4));
//! ```
//!
//! A [`Checker`] reads columns of text or bytes in place: strings, large strings, string views, their
//! binary forms, and dictionaries of these. A null in a row gives a null verdict. The answers are [`Verdicts`]: whether
//! the URL is allowed, the reason, the line and the rule.
//!
//! Of a column of files alone, [`DirectivesBuilder`] makes a table of their lines, [`ScoresBuilder`] one of what the
//! linter thinks of them, and [`StandingsBuilder`] one of where agents may go.
//!
//! # Guarantees
//!
//! **Verdicts** are those of [`Rules::check_url`](maycrawl::Rules::check_url), row by row.
//!
//! **Errors.** Only the type and the length of a column can be wrong; no content is.
//!
//! **Cost.** A file that stands in many rows is parsed once. What a checker keeps is bounded, see
//! [`Checker::with_cache`]. Where many rows share a file, share its bytes too: in a dictionary or in views
//! into one buffer a file is found by its place, in other columns by its bytes.

mod answered;
mod askers;
mod batch;
mod cache;
mod checker;
mod codes;
mod column;
mod directives;
mod error;
mod pairs;
mod scores;
mod standings;
mod verdicts;

pub use checker::{Agents, Checker};
pub use directives::DirectivesBuilder;
pub use error::{Column, Error, ErrorKind};
pub use scores::ScoresBuilder;
pub use standings::StandingsBuilder;
pub use verdicts::{Verdicts, VerdictsBuilder};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
