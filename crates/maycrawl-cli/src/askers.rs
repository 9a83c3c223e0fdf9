//! Who asks, and in which dialect each reads files.

use maycrawl::Dialect;
use maycrawl_crawlers::{Catalogue, Crawler, Reading, distinct};
use maycrawl_report::name_note;

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
        let named = self.0.named(name);
        if let Some(note) = name_note(name, &named, "repeat --agent") {
            streams.note(&note);
        }
        named.asker
    }
}

/// The dialects of askers, each once.
pub(crate) fn dialects(askers: &[Asker]) -> Vec<Dialect> {
    distinct(askers.iter().map(|asker| asker.dialect))
}
