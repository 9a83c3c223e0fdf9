//! From columns of questions to columns of verdicts.

use std::collections::HashMap;

use ahash::RandomState;
use arrow_array::Datum;
use maycrawl::verdict::RuleId;
use maycrawl::{Agent, Dialect, Rules};

use crate::cache::{Cache, EntryId};
use crate::column::Values;
use crate::error::{Column, Error, ErrorKind};
use crate::verdicts::{DecidingLine, Verdicts, VerdictsBuilder};

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
    /// The product token of each row's agent.
    Column(&'a dyn Datum),
}

/// What a checker keeps by default: 256 MiB, which holds the rules of about 20,000 usual files.
const MOST_BYTES: usize = 256 << 20;

impl Checker {
    /// A checker that reads files in `dialect`, and keeps at most 256 MiB.
    pub fn new(dialect: &Dialect) -> Self {
        Self::with_cache(dialect, MOST_BYTES)
    }

    /// A checker that keeps at most about so many bytes of files and their rules.
    ///
    /// When it would keep more, it forgets all of them.
    pub fn with_cache(dialect: &Dialect, most_bytes: usize) -> Self {
        Self { cache: Cache::new(dialect, most_bytes) }
    }

    /// The dialect in which it reads files.
    pub const fn dialect(&self) -> &Dialect {
        self.cache.dialect()
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
        let mut batch = Batch::new(&robots);
        for row in 0..rows {
            match (robots.get(row), url.get(row), agent.get(row)) {
                (Some(body), Some(url), Some(agent)) => {
                    batch.check(&mut self.cache, verdicts, body, url, agent);
                }
                _ => verdicts.append_null(),
            }
        }
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

/// Who asks in each row.
enum Askers<'a> {
    One(&'a Agent),
    Column(Values<'a>),
}

/// Who asks in one row.
#[derive(Clone, Copy)]
enum Asker<'a> {
    One(&'a Agent),
    Token(&'a [u8]),
}

impl<'a> Askers<'a> {
    const fn values(&self) -> Option<&Values<'a>> {
        match self {
            Self::One(_) => None,
            Self::Column(values) => Some(values),
        }
    }

    fn get(&self, row: usize) -> Option<Asker<'a>> {
        match self {
            Self::One(agent) => Some(Asker::One(agent)),
            Self::Column(values) => values.get(row).map(Asker::Token),
        }
    }
}

/// What is known while the columns of one batch are read.
struct Batch<'a> {
    /// Whether many rows share the bytes of a file.
    is_shared: bool,
    /// The rules of a file in this place, for this agent.
    places: HashMap<(usize, usize, u32), EntryId, RandomState>,
    last: Option<(&'a [u8], u32, EntryId)>,
    /// A number for each token.
    tokens: HashMap<&'a [u8], u32, RandomState>,
    last_token: Option<(&'a [u8], u32)>,
    lines: HashMap<(EntryId, RuleId), DecidingLine, RandomState>,
}

impl<'a> Batch<'a> {
    fn new(robots: &Values<'_>) -> Self {
        Self {
            is_shared: robots.shares(),
            places: HashMap::default(),
            last: None,
            tokens: HashMap::default(),
            last_token: None,
            lines: HashMap::default(),
        }
    }

    /// Appends the verdict on a row.
    #[inline]
    fn check(
        &mut self,
        cache: &mut Cache,
        verdicts: &mut VerdictsBuilder,
        body: &'a [u8],
        url: &[u8],
        asker: Asker<'a>,
    ) {
        let number = self.number(asker);
        let known = self.known(body, number);
        let found;
        let (id, rules) = if let Some(known) = known.and_then(|id| Some((id, cache.get(id)?))) {
            known
        } else {
            found = match asker {
                Asker::One(agent) => cache.find(body, agent),
                Asker::Token(token) => cache.find(body, &Agent::token(token)),
            };
            (found.0, &*found.1)
        };
        if self.is_shared && known != Some(id) {
            self.places.insert(place(body, number), id);
        }
        self.last = Some((body, number, id));
        let verdict = rules.check_url(url);
        let decided = verdict.rule().and_then(|rule| self.line(verdicts, rules, id, rule));
        verdicts.append(verdict, decided);
        cache.weigh(id);
    }

    /// A number for an agent: the same agent always has the same.
    #[inline]
    fn number(&mut self, asker: Asker<'a>) -> u32 {
        let Asker::Token(token) = asker else { return 0 };
        if let Some((last, number)) = self.last_token
            && is_same(last, token)
        {
            return number;
        }
        let next = u32::try_from(self.tokens.len()).unwrap_or(u32::MAX);
        let number = *self.tokens.entry(token).or_insert(next);
        self.last_token = Some((token, number));
        number
    }

    /// The rules of a file that an earlier row had, by its place or because the last row had it.
    #[inline]
    fn known(&self, body: &[u8], agent: u32) -> Option<EntryId> {
        if let Some((last, number, id)) = self.last
            && number == agent
            && is_same(last, body)
        {
            return Some(id);
        }
        if !self.is_shared {
            return None;
        }
        self.places.get(&place(body, agent)).copied()
    }

    /// The deciding line.
    #[inline]
    fn line(
        &mut self,
        verdicts: &mut VerdictsBuilder,
        rules: &Rules,
        id: EntryId,
        rule: RuleId,
    ) -> Option<DecidingLine> {
        if let Some(line) = self.lines.get(&(id, rule)) {
            return Some(*line);
        }
        let line = verdicts.line_of(rules.rule(rule)?);
        self.lines.insert((id, rule), line);
        Some(line)
    }
}

/// Where a value is. While the columns of a batch are there, nothing else is.
fn place(bytes: &[u8], agent: u32) -> (usize, usize, u32) {
    (bytes.as_ptr().addr(), bytes.len(), agent)
}

fn is_same(one: &[u8], other: &[u8]) -> bool {
    std::ptr::eq(one, other) || one == other
}
