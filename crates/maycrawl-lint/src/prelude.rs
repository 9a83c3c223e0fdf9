//! What rules use.

pub(crate) use maycrawl::{
    Agent, Covers, Dialect, Field, Line, Malformed, Meets, Path, Pattern, Robots, RuleKind,
    Separator, Span, Value,
};
pub(crate) use maycrawl_crawlers::{Obeys, Purpose};

pub(crate) use crate::budget::Budget;
pub(crate) use crate::diagnostic::Diagnostic;
pub(crate) use crate::fields::canonical;
pub(crate) use crate::file::{
    AgentEntry, BASE, DirectiveEntry, EXACT_PRESETS, File, Group, LineShape, PathShape, RuleEntry,
    agent_names, forbids_everything, invisible, text_span,
};
pub(crate) use crate::fix::{Edit, Fix};
pub(crate) use crate::ignore::Ignore;
pub(crate) use crate::rule::{IgnoreOutcome, Rule, rule};
pub(crate) use crate::severity::Severity;
pub(crate) use crate::text::lossy;
