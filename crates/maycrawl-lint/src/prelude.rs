//! What rules use.

pub(crate) use maycrawl::{
    Agent, Covers, Dialect, Document, Field, FieldMatch, Ladder, Line, Malformed, Meets, Normalise,
    Path, Pattern, Precedence, Rank, Robots, RuleKind, Separator, Span, Spelling, UaMatch, Value,
};
pub(crate) use maycrawl_crawlers::{Obeys, Purpose};

pub(crate) use crate::file::{
    BASE, File, Group, Matched, Named, Placed, forbids_everything, lossy,
};
pub(crate) use crate::finding::{Report, Severity};
pub(crate) use crate::fix::{Edit, Fix};
pub(crate) use crate::format::canonical;
pub(crate) use crate::rule::rule;
