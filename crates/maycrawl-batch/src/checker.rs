//! From columns of questions to columns of verdicts.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use ahash::RandomState;
use arrow_array::Datum;
use maycrawl::verdict::RuleId;
use maycrawl::{Agent, Dialect, Rules, Verdict};

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

/// What a checker keeps unless it is told otherwise: 256 MiB, which holds the rules of about 20,000 usual files.
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
        let mut batch = Batch::new(robots, url, agent);
        for start in (0..rows).step_by(BLOCK) {
            batch.check(&mut self.cache, verdicts, start..rows.min(start + BLOCK));
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

impl Asker<'_> {
    /// The rules of a file for this agent.
    fn find(self, cache: &mut Cache, body: &[u8]) -> (EntryId, Arc<Rules>) {
        match self {
            Self::One(agent) => cache.find(body, agent),
            Self::Token(token) => cache.find(body, &Agent::token(token)),
        }
    }
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

/// The rules of so many rows are looked up before the first of these is asked. They lie anywhere in memory, and the
/// processor waits for several at once.
const BLOCK: usize = 32;

/// The columns of one batch, and what is known while they are read.
struct Batch<'a> {
    robots: Values<'a>,
    url: Values<'a>,
    agent: Askers<'a>,
    /// The rules of the file in a place, for an agent.
    places: HashMap<(usize, usize, u32), EntryId, RandomState>,
    last: Option<(&'a [u8], u32, EntryId)>,
    /// A number for each token.
    tokens: HashMap<&'a [u8], u32, RandomState>,
    last_token: Option<(&'a [u8], u32)>,
    lines: HashMap<(EntryId, RuleId), DecidingLine, RandomState>,
}

impl<'a> Batch<'a> {
    fn new(robots: Values<'a>, url: Values<'a>, agent: Askers<'a>) -> Self {
        Self {
            robots,
            url,
            agent,
            places: HashMap::default(),
            last: None,
            tokens: HashMap::default(),
            last_token: None,
            lines: HashMap::default(),
        }
    }

    /// Appends the verdicts on some rows.
    fn check(&mut self, cache: &mut Cache, verdicts: &mut VerdictsBuilder, rows: Range<usize>) {
        let ids: Vec<Option<EntryId>> = rows.clone().map(|row| self.find(cache, row)).collect();
        for (id, row) in ids.into_iter().zip(rows) {
            match id.and_then(|id| self.ask(cache, verdicts, id, row)) {
                Some((verdict, line)) => verdicts.append(verdict, line),
                None => verdicts.append_null(),
            }
        }
    }

    /// Finds the rules of a row; `None` if a value is null.
    #[inline]
    fn find(&mut self, cache: &mut Cache, row: usize) -> Option<EntryId> {
        let (body, asker) = (self.robots.get(row)?, self.agent.get(row)?);
        self.url.get(row)?;
        let agent = self.number(asker);
        let known = self.known(body, agent);
        let id = match known {
            Some(id) if cache.get(id).is_some() => id,
            _ => asker.find(cache, body).0,
        };
        if self.robots.shares() && known != Some(id) {
            self.places.insert(place(body, agent), id);
        }
        self.last = Some((body, agent, id));
        cache.weigh(id);
        Some(id)
    }

    /// Asks the rules of a row.
    #[inline]
    fn ask(
        &mut self,
        cache: &mut Cache,
        verdicts: &mut VerdictsBuilder,
        id: EntryId,
        row: usize,
    ) -> Option<(Verdict, Option<DecidingLine>)> {
        let url = self.url.get(row)?;
        let anew;
        let (id, rules) = if let Some(rules) = cache.get(id) {
            (id, rules)
        } else {
            anew = self.agent.get(row)?.find(cache, self.robots.get(row)?);
            (anew.0, &*anew.1)
        };
        let verdict = rules.check_url(url);
        let line = verdict.rule().and_then(|rule| self.line(verdicts, rules, id, rule));
        cache.weigh(id);
        Some((verdict, line))
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
        if !self.robots.shares() {
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
