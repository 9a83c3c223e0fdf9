//! Who asks, and in which dialect each reads files.

use maycrawl::{Agent, Dialect};
use maycrawl_crawlers::{Catalogue, Crawler};
use maycrawl_report::agent_name;

use crate::catalogue::{self, CatalogueArgs};
use crate::context::Context;
use crate::failure::Failure;
use crate::input;
use crate::streams::Streams;
use crate::values::Reading;

/// An agent, and the dialect in which it reads files.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    pub(crate) agent: Agent,
    pub(crate) dialect: Dialect,
}

/// Makes askers of names: what the catalogue knows of each, and how it reads.
pub(crate) struct Askers {
    /// Without it, names are taken as they are.
    catalogue: Option<Catalogue>,
    reading: Reading,
}

/// How a name was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameKind {
    /// A crawler of the catalogue, nobody in particular, or taken as it is.
    Plain,
    /// A `User-Agent` header that names a crawler of the catalogue.
    KnownHeader,
    /// A `User-Agent` header that names another crawler.
    OtherHeader,
    /// A `User-Agent` header that names no crawler, such as a browser's.
    NobodysHeader,
    /// A name that the catalogue does not know.
    Unknown,
}

impl Askers {
    /// Those of the catalogue and others.
    pub(crate) fn new(
        context: &Context,
        known: &CatalogueArgs,
        reading: Reading,
    ) -> Result<Self, Failure> {
        Ok(Self { catalogue: Some(catalogue::load(context, known)?), reading })
    }

    /// Those of names that are taken as they are.
    pub(crate) const fn plain(reading: Reading) -> Self {
        Self { catalogue: None, reading }
    }

    /// The catalogue, unless names are taken as they are.
    pub(crate) const fn catalogue(&self) -> Option<&Catalogue> {
        self.catalogue.as_ref()
    }

    /// A crawler that no group names.
    pub(crate) fn nobody(&self) -> Asker {
        Asker { agent: Agent::unnamed(), dialect: self.reading.of_nobody() }
    }

    /// A crawler of the catalogue.
    pub(crate) fn crawler(&self, crawler: &Crawler) -> Asker {
        let dialect = self.reading.dialect(|| crawler.own_dialect());
        Asker { agent: crawler.agent(), dialect }
    }

    /// The crawler of a product token or of a whole `User-Agent` header, with a note on standard
    /// error unless the catalogue knows that very name.
    pub(crate) fn named(&self, streams: &Streams, name: &[u8]) -> Asker {
        let (asker, kind) = self.understood(name);
        let (shown, token) = (input::shortened(name), agent_name(&asker.agent));
        match kind {
            NameKind::Plain => {}
            NameKind::KnownHeader => {
                streams.note(&format!("checking as {token}, the crawler that the User-Agent header {shown:?} names"));
            }
            NameKind::OtherHeader => streams.note(&format!(
                "checking as {token}, the crawler that the User-Agent header {shown:?} names; the catalogue does not know it"
            )),
            NameKind::NobodysHeader => streams.note(&format!(
                "the User-Agent header {shown:?} names no crawler, as those of browsers, so the group for * applies"
            )),
            NameKind::Unknown => streams.note(&format!(
                "the catalogue does not know {shown}, so maycrawl takes it as a product token{}",
                self.nearest(name)
            )),
        }
        asker
    }

    /// The crawler of a name, and how the name was understood.
    fn understood(&self, name: &[u8]) -> (Asker, NameKind) {
        let Some(catalogue) = self.catalogue.as_ref().filter(|_| !matches!(name, b"" | b"*"))
        else {
            let asker = Asker { agent: Agent::token(name), dialect: self.reading.of_nobody() };
            return (asker, NameKind::Plain);
        };
        let text = String::from_utf8_lossy(name);
        if let Some(known) = catalogue.find(&text) {
            return (self.crawler(known), NameKind::Plain);
        }
        if is_header(&text) {
            if let Some(known) = catalogue.of_header(&text) {
                return (self.crawler(known), NameKind::KnownHeader);
            }
            return match Agent::from_header(name) {
                Some(agent) => (self.unknown(catalogue, agent), NameKind::OtherHeader),
                None => (self.nobody(), NameKind::NobodysHeader),
            };
        }
        (self.unknown(catalogue, Agent::token(name)), NameKind::Unknown)
    }

    /// An agent that the catalogue does not know.
    fn unknown(&self, catalogue: &Catalogue, agent: Agent) -> Asker {
        let token = String::from_utf8_lossy(agent.tokens().next().unwrap_or_default());
        let dialect = self.reading.dialect(|| catalogue.own_dialect(&token));
        Asker { agent, dialect }
    }

    /// The crawler that may be meant by a name, in words.
    fn nearest(&self, name: &[u8]) -> String {
        if name.contains(&b',') {
            return "; for several crawlers, repeat --agent".into();
        }
        let name = String::from_utf8_lossy(name);
        let nearest = self.catalogue.as_ref().and_then(|catalogue| catalogue.nearest(&name));
        nearest.map_or_else(String::new, |one| format!("; did you mean {}?", one.token()))
    }
}

/// Whether a name is a `User-Agent` header: unlike a product token, it has a version or a
/// comment.
fn is_header(name: &str) -> bool {
    name.contains(['/', '('])
}

/// The dialects of askers, each once.
pub(crate) fn dialects(askers: &[Asker]) -> Vec<Dialect> {
    distinct(askers.iter().map(|asker| asker.dialect))
}

/// Dialects, each once, in the order of their first.
pub(crate) fn distinct(dialects: impl Iterator<Item = Dialect>) -> Vec<Dialect> {
    let mut distinct = Vec::new();
    for dialect in dialects {
        if !distinct.contains(&dialect) {
            distinct.push(dialect);
        }
    }
    distinct
}
