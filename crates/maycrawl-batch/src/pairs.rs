//! The pairs of a file and an agent that rows of one batch have.

use std::collections::HashMap;
use std::sync::Arc;

use ahash::RandomState;
use maycrawl::Rules;

use crate::askers::Asker;
use crate::cache::{Cache, EntryId};

/// So many pairs or places are kept from one window of rows to the next.
const MANY: usize = 1 << 16;

/// Pairs by number, in the order of the first rows that have them.
pub(crate) struct Pairs<'a> {
    /// Whether many rows share the bytes of a file.
    is_shared: bool,
    all: Vec<Pair<'a>>,
    /// The file, the agent and the pair of the last row.
    last: Option<(&'a [u8], u32, u32)>,
    /// The number by the place of a file in memory, and its agent.
    places: HashMap<(usize, usize, u32), u32, RandomState>,
    /// The number by the bytes of a file, and its agent. Each row of a column of strings is hashed in full, so the hash
    /// is the fastest for long texts. Hash collisions cost time only, and the seed is new for each batch.
    texts: HashMap<(&'a [u8], u32), u32, foldhash::fast::RandomState>,
    /// A number for each token.
    tokens: HashMap<&'a [u8], u32, RandomState>,
    last_token: Option<(&'a [u8], u32)>,
}

/// A file and an agent, and where the cache has their rules.
pub(crate) struct Pair<'a> {
    file: &'a [u8],
    asker: Asker<'a>,
    id: Option<EntryId>,
}

impl<'a> Pairs<'a> {
    pub(crate) fn new(is_shared: bool) -> Self {
        Self {
            is_shared,
            all: Vec::new(),
            last: None,
            places: HashMap::default(),
            texts: HashMap::default(),
            tokens: HashMap::default(),
            last_token: None,
        }
    }

    /// Whether there are so many that it is time to forget them, so that memory has a bound.
    pub(crate) fn are_many(&self) -> bool {
        self.all.len().max(self.places.len()) > MANY
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut Pair<'a>> {
        self.all.get_mut(number as usize)
    }

    /// The number of a row's pair.
    #[inline]
    pub(crate) fn number(&mut self, file: &'a [u8], asker: Asker<'a>) -> u32 {
        let agent = self.agent(asker);
        if let Some((last, of, number)) = self.last
            && of == agent
            && is_same(last, file)
        {
            return number;
        }
        let number = if self.is_shared {
            self.by_place(file, agent, asker)
        } else {
            self.by_text(file, agent, asker)
        };
        self.last = Some((file, agent, number));
        number
    }

    #[inline]
    fn by_place(&mut self, file: &'a [u8], agent: u32, asker: Asker<'a>) -> u32 {
        // While the columns of a batch are there, nothing else is in this place.
        let place = (file.as_ptr().addr(), file.len(), agent);
        if let Some(number) = self.places.get(&place) {
            return *number;
        }
        let number = self.by_text(file, agent, asker);
        self.places.insert(place, number);
        number
    }

    fn by_text(&mut self, file: &'a [u8], agent: u32, asker: Asker<'a>) -> u32 {
        *self.texts.entry((file, agent)).or_insert_with(|| {
            self.all.push(Pair { file, asker, id: None });
            number_of(self.all.len() - 1)
        })
    }

    /// A number for an agent: the same agent always has the same.
    #[inline]
    fn agent(&mut self, asker: Asker<'a>) -> u32 {
        let Asker::Token(token) = asker else { return 0 };
        if let Some((last, number)) = self.last_token
            && is_same(last, token)
        {
            return number;
        }
        let next = number_of(self.tokens.len());
        let number = *self.tokens.entry(token).or_insert(next);
        self.last_token = Some((token, number));
        number
    }
}

impl Pair<'_> {
    /// The rules of the file for the agent.
    #[inline]
    pub(crate) fn rules(&mut self, cache: &mut Cache) -> (EntryId, Arc<Rules>) {
        if let Some(id) = self.id
            && let Some(rules) = cache.get(id)
        {
            return (id, rules);
        }
        let agent = self.asker.agent(cache.askers());
        let found = cache.find(self.file, &agent);
        self.id = Some(found.0);
        found
    }
}

fn number_of(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn is_same(one: &[u8], other: &[u8]) -> bool {
    std::ptr::eq(one, other) || one == other
}
