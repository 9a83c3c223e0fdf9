//! What rules use.

pub(crate) use maycrawl::{
    Agent, Covers, Dialect, Document, Field, Line, Malformed, Meets, Path, Pattern, Robots,
    RuleKind, Separator, Span, Spelling, Value,
};
pub(crate) use maycrawl_crawlers::{Obeys, Purpose};

pub(crate) use crate::file::{
    BASE, File, Group, Matched, Named, Placed, forbids_everything, lossy,
};
pub(crate) use crate::finding::{Report, Severity};
pub(crate) use crate::fix::{Edit, Fix};
pub(crate) use crate::format::canonical;
pub(crate) use crate::rule::rule;
