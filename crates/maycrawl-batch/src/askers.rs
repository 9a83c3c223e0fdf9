//! Who asks: one agent, or a column of product tokens.

use std::borrow::Cow;

use maycrawl::Agent;
use maycrawl_crawlers::Askers as KnownAskers;

use crate::column::Values;

/// Who asks in each row.
pub(crate) enum Askers<'a> {
    One(&'a Agent),
    Column(Values<'a>),
}

/// Who asks in one row.
#[derive(Clone, Copy)]
pub(crate) enum Asker<'a> {
    One(&'a Agent),
    Token(&'a [u8]),
}

impl<'a> Askers<'a> {
    pub(crate) const fn values(&self) -> Option<&Values<'a>> {
        match self {
            Self::One(_) => None,
            Self::Column(values) => Some(values),
        }
    }

    #[inline]
    pub(crate) fn get(&self, row: usize) -> Option<Asker<'a>> {
        match self {
            Self::One(agent) => Some(Asker::One(agent)),
            Self::Column(values) => values.get(row).map(Asker::Token),
        }
    }
}

impl<'a> Asker<'a> {
    /// Who asks. A name may be one of the catalogue, or a `User-Agent` header.
    pub(crate) fn agent(self, known: &KnownAskers<'_>) -> Cow<'a, Agent> {
        match self {
            Self::One(agent) => Cow::Borrowed(agent),
            Self::Token(token) => Cow::Owned(known.asker(token).agent),
        }
    }
}
