//! A robots.txt as each crawler reads it.

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
    source: &'s [u8],
    readings: Vec<Robots>,
}

impl<'s> OwnRobots<'s> {
    /// A file. Nothing is parsed yet.
    pub fn new<S: AsRef<[u8]> + ?Sized>(source: &'s S) -> Self {
        Self { source: source.as_ref(), readings: Vec::new() }
    }

    /// The rules for an agent in a dialect.
    pub fn rules(&mut self, agent: &Agent, dialect: &Dialect) -> Rules {
        if let Some(robots) = self.readings.iter().find(|robots| robots.dialect() == dialect) {
            return robots.rules(agent);
        }
        let robots = Robots::parse(self.source, dialect);
        let rules = robots.rules(agent);
        self.readings.push(robots);
        rules
    }

    /// The rules for a crawler, in the dialect in which it reads.
    pub fn rules_for(&mut self, crawler: &Crawler) -> Rules {
        self.rules(&crawler.agent(), &crawler.own_dialect())
    }
}
