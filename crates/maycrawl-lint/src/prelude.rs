//! What rules use.

pub(crate) use maycrawl::{
    Agent, Dialect, Robots, Rules, UrlPath,
    algebra::{Inclusion, Overlap},
    dialect::{FieldMatch, OutagePolicy, Precedence, UaMatch, UrlForm},
    lines::{Field, Line, Separator, Span},
    pattern::Pattern,
    robots::RuleKind,
    rules::Rank,
    terms::{InvalidValue, Value},
};
pub(crate) use maycrawl_crawlers::{Obeys, Purpose};

pub(crate) use crate::budget::Budget;
pub(crate) use crate::diagnostic::Diagnostic;
pub(crate) use crate::fields::canonical;
pub(crate) use crate::file::{
    AgentEntry, BASE, Comparison, DirectiveEntry, File, Group, LineShape, PathShape, RuleEntry,
    UrlParts, agent_names, commented_rule, ends_at_blank, fetches_pages, forbids_everything,
    invisible, is_alive, is_search_engine, paths_in, reads_token, text_span,
};
pub(crate) use crate::fix::{Edit, Fix};
pub(crate) use crate::ignore::Ignore;
pub(crate) use crate::rule::{IgnoreOutcome, Rule, rule};
pub(crate) use crate::severity::Severity;
pub(crate) use crate::text::{code_point, listed, lossy};
