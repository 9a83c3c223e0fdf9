//! Writes the robots.txt that you mean, from what you want, or adds it to a
//! file that is there.
//!
//! What is wanted is a list of [`Choice`]s: from flags, from a file, from
//! [presets](PRESETS). A [`Plan`] settles who is told what, or says which two
//! choices contradict each other. A plan is written as a whole file, or merged
//! into one of which not an octet changes.
//!
//! ```
//! use maycrawl_crawlers::Catalogue;
//! use maycrawl_generate::{Choice, Plan, What, Who};
//!
//! let choices = [
//!     Choice::new(Who::Everyone, What::disallow("/drafts/")?, "--disallow /drafts/"),
//!     Choice::new(Who::parse("GPTBot")?, What::Block, "--block GPTBot"),
//! ];
//! let plan = Plan::new(&choices, Catalogue::built_in())?;
//! let file = plan.write(false);
//! assert!(!maycrawl::is_allowed(&file, "GPTBot", "/"));
//! assert!(maycrawl::is_allowed(&file, "MyBot", "/"));
//! assert!(!maycrawl::is_allowed(&file, "AdsBot-Google", "/drafts/a")); // ignores `*`, and is named
//! # Ok::<(), maycrawl_generate::Error>(())
//! ```
//!
//! # What a plan means
//!
//! - What is said of everyone holds for every crawler, those that ignore the
//!   group for `*` too. Crawlers that obey no robots.txt are named in a comment.
//! - What is said of a purpose or an operator outweighs what is said of everyone,
//!   and what is said of one crawler outweighs both. Two choices of equal weight
//!   that contradict each other are an error.
//! - Path rules add up: a crawler with rules of its own keeps those for everyone,
//!   unless it is blocked, or has a rule for the same path. The longest rule that
//!   matches decides, as in every robots.txt.
//! - A crawler that is not named obeys the group of the crawler that it falls back
//!   to, where its operator says that it does.
//!
//! Nothing panics, whatever the choices and the file are; writing costs the
//! square of the number of path rules that one crawler is told.

mod choice;
mod error;
mod group;
mod merge;
mod notes;
mod path;
mod plan;
mod preset;
mod presets;
mod says;
mod text;
mod who;

pub use choice::{Choice, What, Who};
pub use error::{CannotMerge, Error};
pub use merge::{Decided, Merged};
pub use path::PathRule;
pub use plan::{Plan, Said, Wish};
pub use preset::{Parameter, Preset};
pub use presets::PRESETS;
