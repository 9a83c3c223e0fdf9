//! May I crawl this?
#![no_std]
#![deny(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod agent;
mod dialect;
mod directive;
mod document;
mod error;
mod explain;
mod groups;
mod knobs;
mod lines;
mod octets;
mod one_shot;
mod path;
mod pattern;
mod precedence;
mod robots;
mod rules;
mod span;
mod steps;
mod verdict;

pub use agent::{Agent, GroupChoice};
pub use dialect::{
    ControlOctet, Dialect, EmptyDisallow, EmptyToken, FetchKnobs, FieldMatch, GroupKnobs,
    LineKnobs, Merge, Normalise, OverBody, PathKnobs, Precedence, RuleLimits, Tie, TokenLists,
    UaMatch, WildcardConflict,
};
pub use directive::{Directive, Field, Reading, Spelling};
pub use document::Document;
pub use error::{Error, ErrorKind};
pub use explain::{ExplainedAgent, ExplainedRule, Explanation, Lost};
pub use groups::RuleKind;
pub use knobs::{Knob, KnobCase, Repeated};
pub use lines::{Line, Lines, Separator, lines};
pub use path::Path;
pub use pattern::{Pattern, PieceMatch};
pub use robots::{AgentLine, Group, Robots, RuleLine};
pub use rules::Rules;
pub use span::Span;
pub use verdict::{Reason, RuleId, Verdict};

/// Whether `token` may crawl `url`, by a robots.txt of these `bytes`, as
/// Google's crawlers decide: [`Dialect::GOOGLE`].
pub fn is_allowed(bytes: impl AsRef<[u8]>, token: impl AsRef<[u8]>, url: impl AsRef<[u8]>) -> bool {
    Dialect::GOOGLE.is_allowed(bytes, token, url)
}
