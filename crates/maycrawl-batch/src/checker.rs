//! From columns of questions to columns of verdicts.

use arrow_array::Datum;
use maycrawl::Agent;
use maycrawl_crawlers::Reading;

use crate::askers::Askers;
use crate::batch::Batch;
use crate::cache::Cache;
use crate::column::Values;
use crate::error::{Column, Error, ErrorKind};
use crate::verdicts::{Verdicts, VerdictsBuilder};

/// Checks URLs by robots.txt files, and keeps the rules of these files.
///
/// ```
/// use arrow_array::{Scalar, StringArray};
/// use maycrawl::{Agent, Dialect};
/// use maycrawl_batch::{Agents, Checker};
///
/// let mut checker = Checker::new(&Dialect::GOOGLE);
/// let file = Scalar::new(StringArray::from(vec!["User-agent: *\nDisallow: /a"]));
/// let urls = StringArray::from(vec!["/a", "/b"]);
/// let verdicts = checker.check(&file, &urls, Agents::One(&Agent::token("MyBot"))).unwrap();
/// assert_eq!(verdicts.allowed.true_count(), 1);
/// ```
#[derive(Debug)]
pub struct Checker {
    cache: Cache,
}

/// Who asks.
#[derive(Clone, Copy)]
pub enum Agents<'a> {
    /// The same agent in all rows.
    One(&'a Agent),
    /// The product token or the `User-Agent` header of each row's agent, which the catalogue may know.
    Column(&'a dyn Datum),
}

/// What a checker keeps by default: 256 MiB, which holds the rules of about 20,000 usual files.
const MOST_BYTES: usize = 256 << 20;

impl Checker {
    /// A checker that reads files in one dialect, or ([`Reading::Own`]) in that of each agent, and keeps at most
    /// 256 MiB.
    pub fn new(reading: impl Into<Reading>) -> Self {
        Self::with_cache(reading, MOST_BYTES)
    }

    /// A checker that keeps at most about so many bytes of files and their rules.
    ///
    /// When it would keep more, it forgets all of them.
    pub fn with_cache(reading: impl Into<Reading>, most_bytes: usize) -> Self {
        Self { cache: Cache::new(reading.into(), most_bytes) }
    }

    /// How it reads files.
    pub const fn reading(&self) -> &Reading {
        self.cache.reading()
    }

    /// About how many bytes of files and rules it keeps.
    pub const fn cached_bytes(&self) -> usize {
        self.cache.bytes()
    }

    /// The verdict on each row's URL, by its robots.txt, for its agent.
    ///
    /// A [`Scalar`](arrow_array::Scalar) stands for all rows; if there are only scalars, there is one row.
    ///
    /// # Errors
    ///
    /// If a column is neither text nor bytes, or two differ in length.
    pub fn check(
        &mut self,
        robots: &dyn Datum,
        url: &dyn Datum,
        agent: Agents<'_>,
    ) -> Result<Verdicts, Error> {
        let mut verdicts = VerdictsBuilder::new();
        self.append(&mut verdicts, robots, url, agent)?;
        Ok(verdicts.finish())
    }

    /// The same for one batch of several: appends its verdicts, or nothing if there is an error.
    pub fn append(
        &mut self,
        verdicts: &mut VerdictsBuilder,
        robots: &dyn Datum,
        url: &dyn Datum,
        agent: Agents<'_>,
    ) -> Result<(), Error> {
        let robots = Values::of(Column::Robots, robots)?;
        let url = Values::of(Column::Url, url)?;
        let agent = match agent {
            Agents::One(agent) => Askers::One(agent),
            Agents::Column(agent) => Askers::Column(Values::of(Column::Agent, agent)?),
        };
        let rows = rows(&robots, &url, &agent)?;
        Batch::new(robots, url, agent).append(rows, &mut self.cache, verdicts);
        Ok(())
    }
}

/// How many rows the columns have.
fn rows(robots: &Values<'_>, url: &Values<'_>, agent: &Askers<'_>) -> Result<usize, Error> {
    let columns = [
        (Column::Robots, robots.rows()),
        (Column::Url, url.rows()),
        (Column::Agent, agent.values().and_then(Values::rows)),
    ];
    let mut expected = None;
    for (column, rows) in columns {
        match (rows, expected) {
            (Some(found), Some(expected)) if found != expected => {
                return Err(Error::new(column, ErrorKind::Length { found, expected }));
            }
            (rows, _) => expected = expected.or(rows),
        }
    }
    Ok(expected.unwrap_or(1))
}
