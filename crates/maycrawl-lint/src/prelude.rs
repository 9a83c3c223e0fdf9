//! What rules use.

pub(crate) use maycrawl::{
    Agent, Dialect, Document, Robots, UrlPath,
    algebra::{Inclusion, Overlap},
    dialect::{FieldMatch, OutagePolicy, Precedence, UaMatch, UrlForm},
    lines::{Field, Line, Separator, Span, Spelling},
    pattern::Pattern,
    robots::RuleKind,
    rules::Rank,
    terms::{InvalidValue, Value},
};
pub(crate) use maycrawl_crawlers::{Obeys, Purpose};

pub(crate) use crate::file::{
    BASE, File, Group, Matched, Named, Placed, forbids_everything, lossy,
};
pub(crate) use crate::finding::{Report, Severity};
pub(crate) use crate::fix::{Edit, Fix};
pub(crate) use crate::format::canonical;
pub(crate) use crate::rule::rule;
