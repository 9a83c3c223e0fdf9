//! Who asks, and in which dialect each reads files.

use maycrawl::Dialect;
use maycrawl_crawlers::{Catalogue, Crawler, NameKind, NamedAsker, Reading, distinct};
use maycrawl_report::{name_note, shortened};

pub(crate) use maycrawl_crawlers::Asker;

use crate::catalogue::{self, CatalogueArgs};
use crate::context::Context;
use crate::failure::Failure;
use crate::streams::Streams;

/// Makes askers of names: what the catalogue knows of each, and how it reads.
pub(crate) struct Askers(maycrawl_crawlers::Askers<'static>);

impl Askers {
    /// Those of the catalogue and others.
    pub(crate) fn new(
        context: &Context,
        known: &CatalogueArgs,
        reading: Reading,
    ) -> Result<Self, Failure> {
        let catalogue = catalogue::load(context, known)?;
        Ok(Self(maycrawl_crawlers::Askers::from_catalogue(catalogue, reading)))
    }

    /// Those of names that are taken as they are.
    pub(crate) const fn plain(reading: Reading) -> Self {
        Self(maycrawl_crawlers::Askers::plain(reading))
    }

    /// The catalogue, unless names are taken as they are.
    pub(crate) fn catalogue(&self) -> Option<&Catalogue> {
        self.0.catalogue()
    }

    /// A crawler that no group names.
    pub(crate) fn nobody(&self) -> Asker {
        self.0.nobody()
    }

    /// A crawler of the catalogue.
    pub(crate) fn crawler(&self, crawler: &Crawler) -> Asker {
        self.0.crawler(crawler)
    }

    /// The crawler of a product token or of a whole `User-Agent` header, with a note on standard
    /// error unless the catalogue knows that very name.
    pub(crate) fn named(&self, streams: &Streams, name: &[u8]) -> Asker {
        noted(streams, name, self.0.named(name))
    }

    /// The same for a name on the command line, which must be one that a crawler may have.
    pub(crate) fn given(&self, streams: &Streams, name: &[u8]) -> Result<Asker, Failure> {
        let named = self.0.named(name);
        if named.kind == NameKind::Unknown || name.is_empty() {
            expect_name(name)?;
        }
        Ok(noted(streams, name, named))
    }
}

/// Who a name means, with a note unless the catalogue knows that very name.
fn noted(streams: &Streams, name: &[u8], named: NamedAsker<'_>) -> Asker {
    if let Some(note) = name_note(name, &named, "repeat --agent") {
        streams.note(&note);
    }
    named.asker
}

/// An error for what is no name of a crawler, so that no verdict is about nobody.
fn expect_name(name: &[u8]) -> Result<(), Failure> {
    let shown = shortened(name);
    let why = match name {
        [] => "it is empty; name a crawler, or leave --agent out".to_owned(),
        _ if name.contains(&b',') => {
            let names: Vec<_> = shown.split(',').map(str::trim).collect();
            format!(
                "a product token contains no comma; for several crawlers, write --agent {}",
                names.join(" --agent ")
            )
        }
        _ if name.contains(&b':') => {
            let token = shown.rsplit(':').next().unwrap_or_default().trim();
            format!("a product token contains no colon; write --agent {token}")
        }
        _ if name.iter().any(|byte| b"\"'*".contains(byte)) || name.trim_ascii() != name => {
            let token = shown.trim_matches([' ', '\t', '"', '\'', '*']);
            format!(
                "a product token has no quotation marks, spaces or * around it; write --agent {token}"
            )
        }
        _ => return Ok(()),
    };
    Err(Failure::input(format!("--agent {shown:?}: {why}")))
}

/// The dialects of askers, each once.
pub(crate) fn dialects(askers: &[Asker]) -> Vec<Dialect> {
    distinct(askers.iter().map(|asker| asker.dialect))
}
