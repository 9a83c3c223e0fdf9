//! Who asks, and in which dialect each reads files.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use maycrawl::dialect::Preset;
use maycrawl::{Agent, Dialect};

use crate::catalogue::Catalogue;
use crate::crawler::Crawler;

/// The name of [`Reading::Own`].
pub const OWN: &str = "own";

/// How files are read: by each crawler as it reads itself, or by all in one dialect.
///
/// ```
/// use maycrawl::Dialect;
/// use maycrawl_crawlers::Reading;
///
/// assert_eq!("own".parse(), Ok(Reading::Own));
/// assert_eq!("google".parse(), Ok(Reading::In(Dialect::GOOGLE)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "a file is read in one dialect or in several")]
pub enum Reading {
    /// Each crawler reads as its operator documents.
    #[default]
    Own,
    /// All read in one dialect.
    In(Dialect),
}

impl Reading {
    /// The dialect of a crawler whose own dialect is this one.
    pub fn dialect(&self, own: impl FnOnce() -> Dialect) -> Dialect {
        match self {
            Self::Own => own(),
            Self::In(dialect) => *dialect,
        }
    }

    /// The dialect of a crawler that nothing is known of.
    pub fn of_nobody(&self) -> Dialect {
        self.dialect(|| Preset::DEFAULT.dialect)
    }
}

impl From<Dialect> for Reading {
    fn from(dialect: Dialect) -> Self {
        Self::In(dialect)
    }
}

impl From<&Dialect> for Reading {
    fn from(dialect: &Dialect) -> Self {
        Self::In(*dialect)
    }
}

impl FromStr for Reading {
    type Err = maycrawl::Error;

    /// Reads `own`, the name of a preset, or a dialect as its text.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == OWN { Ok(Self::Own) } else { text.parse().map(Self::In) }
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.pad(OWN),
            Self::In(dialect) => dialect.fmt(f),
        }
    }
}

/// An agent, and the dialect in which it reads files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// Who asks.
    pub agent: Agent,
    /// The dialect in which it reads files.
    pub dialect: Dialect,
}

/// Makes askers of names: what a catalogue knows of each, and how it reads.
///
/// ```
/// use maycrawl_crawlers::{Askers, Catalogue, NameKind, Reading};
///
/// let askers = Askers::new(Catalogue::built_in(), Reading::Own);
/// let bing = askers.named(b"Mozilla/5.0 (compatible; bingbot/2.0)");
/// assert_eq!(bing.kind, NameKind::KnownHeader);
/// assert_eq!(bing.asker.dialect.name(), Some("bing"));
/// assert_eq!(askers.named(b"Bingbt").nearest.unwrap().token(), "bingbot");
/// ```
#[derive(Clone, Debug)]
pub struct Askers<'c> {
    /// Without it, names are taken as they are.
    catalogue: Option<Cow<'c, Catalogue>>,
    reading: Reading,
}

/// How a name was understood, and who asks.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NamedAsker<'c> {
    /// Who asks.
    pub asker: Asker,
    /// How the name was understood.
    pub kind: NameKind,
    /// The crawler of the catalogue that it names, if any.
    pub crawler: Option<&'c Crawler>,
    /// If the catalogue does not know the name: the crawler that may be meant.
    pub nearest: Option<&'c Crawler>,
}

/// How a name was understood.
///
/// New kinds may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NameKind {
    /// A crawler of the catalogue, nobody in particular, or taken as it is.
    Plain,
    /// A crawler of the catalogue, with spaces for its hyphens: `Googlebot News`.
    Spaced,
    /// A `User-Agent` header that names a crawler of the catalogue.
    KnownHeader,
    /// A `User-Agent` header that names another crawler.
    OtherHeader,
    /// A `User-Agent` header that names no crawler, such as a browser's.
    NobodysHeader,
    /// A name that the catalogue does not know.
    Unknown,
}

impl<'c> Askers<'c> {
    /// Those of a catalogue and others.
    pub const fn new(catalogue: &'c Catalogue, reading: Reading) -> Self {
        Self { catalogue: Some(Cow::Borrowed(catalogue)), reading }
    }

    /// Those of a catalogue that is kept, and others.
    pub const fn from_catalogue(catalogue: Catalogue, reading: Reading) -> Self {
        Self { catalogue: Some(Cow::Owned(catalogue)), reading }
    }

    /// Those of names that are taken as they are.
    pub const fn plain(reading: Reading) -> Self {
        Self { catalogue: None, reading }
    }

    /// The catalogue, unless names are taken as they are.
    pub fn catalogue(&self) -> Option<&Catalogue> {
        self.catalogue.as_deref()
    }

    /// A crawler that no group names.
    pub fn nobody(&self) -> Asker {
        Asker { agent: Agent::unnamed(), dialect: self.reading.of_nobody() }
    }

    /// A crawler of the catalogue.
    pub fn crawler(&self, crawler: &Crawler) -> Asker {
        let dialect = self.reading.dialect(|| crawler.own_dialect());
        Asker { agent: crawler.agent(), dialect }
    }

    /// An agent whose tokens are taken as they are. Its own dialect is that of the crawler that
    /// its first token names; a name that is no product token is matched whole.
    ///
    /// ```
    /// use maycrawl::Agent;
    /// use maycrawl_crawlers::{Askers, Catalogue, Reading};
    ///
    /// let askers = Askers::new(Catalogue::built_in(), Reading::Own);
    /// let own = |token| askers.agent(Agent::token(token)).dialect.to_string();
    /// assert_eq!(own("bingbot"), "bing");
    /// assert_eq!(own("MyBot2"), "google+groups.ua_match=whole");
    /// ```
    pub fn agent(&self, agent: Agent) -> Asker {
        let dialect = self.reading.dialect(|| {
            let first = String::from_utf8_lossy(agent.tokens().next().unwrap_or_default());
            match self.catalogue().and_then(|catalogue| catalogue.find(&first)) {
                Some(crawler) if crawler.agent() == agent => crawler.own_dialect(),
                Some(crawler) => crawler.own_dialect().with_whole_names(&agent),
                None => Preset::DEFAULT.dialect.with_whole_names(&agent),
            }
        });
        Asker { agent, dialect }
    }

    /// Who asks by a product token or a whole `User-Agent` header: [`named`](Self::named) without
    /// what is only of interest to people, and so much faster for a name that nobody knows.
    pub fn asker(&self, name: &[u8]) -> Asker {
        self.understood(name).asker
    }

    /// Who asks by the `User-Agent` header that it sends, whatever that looks like; `None` if it
    /// names no product.
    pub fn header(&self, header: &[u8]) -> Option<Asker> {
        let text = String::from_utf8_lossy(header);
        let known =
            self.catalogue().and_then(|known| known.find(&text).or_else(|| known.of_header(&text)));
        known
            .map(|crawler| self.crawler(crawler))
            .or_else(|| Some(self.agent(Agent::from_header(header)?)))
    }

    /// The crawler of a product token or of a whole `User-Agent` header.
    pub fn named(&self, name: &[u8]) -> NamedAsker<'_> {
        let named = self.understood(name);
        let is_unknown = named.kind == NameKind::Unknown;
        let catalogue = self.catalogue().filter(|_| is_unknown);
        let nearest = catalogue.and_then(|known| known.nearest(&String::from_utf8_lossy(name)));
        NamedAsker { nearest, ..named }
    }

    /// How a name is understood, without the nearest of those that are known.
    fn understood(&self, name: &[u8]) -> NamedAsker<'_> {
        let by_kind = |asker, kind| NamedAsker { asker, kind, crawler: None, nearest: None };
        let known = |crawler, kind| NamedAsker {
            asker: self.crawler(crawler),
            kind,
            crawler: Some(crawler),
            nearest: None,
        };
        let Some(catalogue) = self.catalogue().filter(|_| !matches!(name, b"" | b"*")) else {
            return by_kind(self.agent(Agent::token(name)), NameKind::Plain);
        };
        let text = String::from_utf8_lossy(name);
        if let Some(crawler) = catalogue.find(&text) {
            return known(crawler, NameKind::Plain);
        }
        if let Some(crawler) = catalogue.with_spaces(&text) {
            return known(crawler, NameKind::Spaced);
        }
        if is_header(&text) {
            if let Some(crawler) = catalogue.of_header(&text) {
                return known(crawler, NameKind::KnownHeader);
            }
            return match Agent::from_header(name) {
                Some(agent) => by_kind(self.agent(agent), NameKind::OtherHeader),
                None => by_kind(self.nobody(), NameKind::NobodysHeader),
            };
        }
        by_kind(self.agent(Agent::token(name)), NameKind::Unknown)
    }
}

/// Whether a name is a `User-Agent` header: unlike a product token, it has a version or a
/// comment.
fn is_header(name: &str) -> bool {
    name.contains(['/', '('])
}

/// Dialects, each once, in the order of their first.
pub fn distinct(dialects: impl IntoIterator<Item = Dialect>) -> Vec<Dialect> {
    let mut distinct = Vec::new();
    for dialect in dialects {
        if !distinct.contains(&dialect) {
            distinct.push(dialect);
        }
    }
    distinct
}
