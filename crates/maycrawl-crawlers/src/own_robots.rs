//! A robots.txt as each crawler reads it.

use std::borrow::Cow;

use maycrawl::{Agent, Dialect, Robots, Rules};

use crate::crawler::Crawler;

/// A robots.txt as each crawler reads it: parsed once for each dialect that is asked for, of
/// which the crawlers of a catalogue have few.
///
/// ```
/// use maycrawl_crawlers::{Catalogue, OwnRobots};
///
/// let mut file = OwnRobots::new("User-agent: MJ12bot\nDisallow: /");
/// let crawlers = Catalogue::built_in().active();
/// let blocked: Vec<_> = crawlers
///     .filter(|crawler| !file.rules_for(crawler).check_url("/").is_allowed())
///     .map(|crawler| crawler.token())
///     .collect();
/// assert_eq!(blocked, ["MJ12bot"]);
/// ```
#[derive(Clone, Debug)]
pub struct OwnRobots<'s> {
    source: Cow<'s, [u8]>,
    readings: Vec<Robots>,
}

impl<'s> OwnRobots<'s> {
    /// A file. Nothing is parsed yet.
    pub fn new<S: AsRef<[u8]> + ?Sized>(source: &'s S) -> Self {
        Self { source: Cow::Borrowed(source.as_ref()), readings: Vec::new() }
    }

    /// A file that is kept. Nothing is parsed yet.
    pub const fn from_vec(source: Vec<u8>) -> Self {
        Self { source: Cow::Owned(source), readings: Vec::new() }
    }

    /// The bytes of the file.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// The rules for an agent in a dialect.
    pub fn rules(&mut self, agent: &Agent, dialect: &Dialect) -> Rules {
        self.reading(dialect).rules(agent)
    }

    /// The file in a dialect.
    #[allow(clippy::indexing_slicing, reason = "the place is that of a reading")]
    pub fn reading(&mut self, dialect: &Dialect) -> &Robots {
        let known = self.readings.iter().position(|robots| robots.dialect() == dialect);
        let at = known.unwrap_or_else(|| {
            self.readings.push(Robots::parse(&self.source, dialect));
            self.readings.len() - 1
        });
        &self.readings[at]
    }

    /// The file in each dialect that was asked for, in the order of the first questions.
    pub fn readings(&self) -> &[Robots] {
        &self.readings
    }

    /// The rules for a crawler, in the dialect in which it reads.
    pub fn rules_for(&mut self, crawler: &Crawler) -> Rules {
        self.rules(&crawler.agent(), &crawler.own_dialect())
    }
}
