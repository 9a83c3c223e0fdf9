//! Writes the robots.txt that you mean, or adds it to a file that exists.
//!
//! What you mean is a list of [`Choice`]s, from [presets](PRESETS) or of your own. A
//! [`Plan`] says what each crawler will read, or which two choices contradict each
//! other. Write it as a whole file, or merge it into one of which not a byte
//! changes.
//!
//! ```
//! use maycrawl_crawlers::Catalogue;
//! use maycrawl_generate::{Audience, Choice, Comments, Instruction, Plan};
//!
//! let choices = [
//!     Choice::new(Audience::Everyone, Instruction::disallow("/drafts/")?, "line 1"),
//!     Choice::new("GPTBot".parse()?, Instruction::Block, "line 2"),
//! ];
//! let plan = Plan::new(&choices, Catalogue::built_in())?;
//! let file = plan.write(Comments::Omit);
//! assert!(!maycrawl::is_allowed(&file, "GPTBot", "/"));
//! assert!(maycrawl::is_allowed(&file, "MyBot", "/"));
//! assert!(!maycrawl::is_allowed(&file, "AdsBot-Google", "/drafts/a")); // ignores `*`, and is named
//! # Ok::<(), maycrawl_generate::Error>(())
//! ```
//!
//! # What a plan means
//!
//! - A choice for everyone holds for every crawler, also for those that ignore the
//!   group for `*`. Crawlers that obey no robots.txt are named in a comment.
//! - A choice for a purpose or an operator outweighs one for everyone, and a choice
//!   for one crawler outweighs both. Two choices of equal weight that contradict
//!   each other are an error.
//! - Path rules add up: a crawler with rules of its own keeps those for everyone,
//!   unless it is blocked, or has a rule for the same path. The longest rule that
//!   matches decides, as in every robots.txt.
//! - A crawler that is not named obeys the group of the crawler that it falls back
//!   to, if its operator says so.
//!
//! # Promises
//!
//! Nothing panics, whatever the choices and the file are. No choice can write a line
//! of its own into the file: values are checked when they are made. Time grows with
//! the square of the number of path rules of one crawler, which is at most 2,048.

mod agents;
mod choice;
mod content;
mod error;
mod groups;
mod merge;
mod note;
mod plan;
mod preset;
mod presets;
mod text;
mod token;

pub use agents::{AgentPlan, Sourced};
pub use choice::{Audience, Choice, ChoiceKey, Instruction, PathRule};
pub use error::{Error, ErrorKind, Input};
pub use merge::{ExistingGroup, MergeError, MergeErrorKind, MergeNote, MergedFile};
pub use note::Note;
pub use plan::{Comments, Plan};
pub use preset::{Parameter, Preset};
pub use presets::PRESETS;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
