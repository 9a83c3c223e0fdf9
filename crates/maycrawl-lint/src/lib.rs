//! Finds what is wrong in a robots.txt, says what it costs, and repairs what it can prove.
//!
#![doc = include_str!("../README.md")]

mod budget;
mod changes;
mod context;
mod diagnostic;
mod effect;
mod equivalence;
mod error;
mod fields;
mod file;
mod finding;
mod fix;
mod format;
mod ignore;
mod lint;
mod misnamed;
mod openings;
mod policy;
mod prelude;
mod refusal;
mod repair;
mod rule;
mod rule_group;
mod rules;
mod score;
mod settings;
mod severity;
mod standing;
mod text;

pub use budget::Budget;
pub use changes::{Change, Changes, changes, changes_unless, locked_out};
pub use context::LintContext;
pub use effect::Effect;
pub use equivalence::is_equivalent;
pub use error::{Error, ErrorKind};
pub use finding::Finding;
pub use fix::{Applicability, Edit, Fix, apply};
pub use format::{FormatOutcome, LineOrder, format, format_unless};
pub use lint::{Cancelled, lint, lint_unless};
pub use openings::{OpenRule, Opening, openings};
pub use policy::{Contradiction, Counts, CrawlerStanding, OtherName, Policy, UnreadName};
pub use refusal::Refusal;
pub use repair::{AppliedFix, RepairOutcome, repair, repair_unless};
pub use rule::Rule;
pub use rule_group::RuleGroup;
pub use rules::RULES;
pub use score::{Cost, Grade, Score, score};
pub use settings::{Settings, Site};
pub use severity::Severity;
pub use standing::{Standing, standing};
