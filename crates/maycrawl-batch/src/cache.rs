//! The rules of the files that were asked about.

use std::collections::HashMap;
use std::sync::Arc;

use ahash::RandomState;
use maycrawl::{Agent, Dialect, Robots, Rules};
use maycrawl_crawlers::{Asker, Askers, Catalogue, Reading};

/// Rules by file and agent. When it is full it starts anew: to forget the oldest, every row would have to write
/// which file it used.
#[derive(Debug)]
pub(crate) struct Cache {
    reading: Reading,
    askers: Askers<'static>,
    files: HashMap<Box<[u8]>, File, RandomState>,
    entries: Vec<Entry>,
    /// How many bytes all that takes.
    bytes: usize,
    most_bytes: usize,
    /// How often it started anew.
    turn: u64,
}

/// A file in each dialect in which it was asked, and which entry has the rules of an agent.
#[derive(Debug, Default)]
struct File {
    readings: Vec<Robots>,
    entries: HashMap<Agent, usize, RandomState>,
}

#[derive(Debug)]
struct Entry {
    rules: Arc<Rules>,
    /// What the rules took when they were last weighed. They grow when they are compiled.
    bytes: usize,
}

/// Names rules in a cache. Once they are gone, it names nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryId {
    turn: u64,
    index: usize,
}

/// About what a file and an entry take beside what they hold on the heap.
const FILE_BYTES: usize = size_of::<File>() + 64;
const ENTRY_BYTES: usize = size_of::<Entry>() + size_of::<Rules>() + size_of::<Agent>() + 64;

impl Cache {
    pub(crate) fn new(reading: Reading, most_bytes: usize) -> Self {
        Self {
            reading,
            askers: Askers::new(Catalogue::built_in(), reading),
            files: HashMap::default(),
            entries: Vec::new(),
            bytes: 0,
            most_bytes,
            turn: 0,
        }
    }

    pub(crate) const fn reading(&self) -> &Reading {
        &self.reading
    }

    pub(crate) const fn askers(&self) -> &Askers<'static> {
        &self.askers
    }

    /// How many bytes it holds.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The rules of this id, if they are still there.
    #[inline]
    pub(crate) fn get(&self, id: EntryId) -> Option<Arc<Rules>> {
        let entry = self.entries.get(id.index).filter(|_| id.turn == self.turn)?;
        Some(Arc::clone(&entry.rules))
    }

    /// The rules of a file for an agent, from the cache or made for it.
    pub(crate) fn find(&mut self, body: &[u8], agent: &Agent) -> (EntryId, Arc<Rules>) {
        let known = self.files.get(body).and_then(|file| file.entries.get(agent)).copied();
        if let Some((index, entry)) =
            known.and_then(|index| Some((index, self.entries.get(index)?)))
        {
            return (EntryId { turn: self.turn, index }, Arc::clone(&entry.rules));
        }
        let (key, mut file) = self.files.remove_entry(body).unwrap_or_else(|| {
            self.bytes += body.len() + FILE_BYTES;
            (body.into(), File::default())
        });
        let Asker { agent, dialect } = self.askers.agent(agent.clone());
        let (rules, bytes) = file.rules(body, &agent, &dialect);
        file.entries.insert(agent, self.entries.len());
        self.files.insert(key, file);
        self.bytes += bytes;
        self.keep(rules)
    }

    fn keep(&mut self, rules: Rules) -> (EntryId, Arc<Rules>) {
        let id = EntryId { turn: self.turn, index: self.entries.len() };
        let bytes = rules.heap_bytes();
        let tokens: usize = rules.agent().tokens().map(<[u8]>::len).sum();
        self.bytes += bytes + tokens + ENTRY_BYTES;
        let rules = Arc::new(rules);
        self.entries.push(Entry { rules: Arc::clone(&rules), bytes });
        (id, rules)
    }

    /// Weighs rules that were asked, and starts anew if all together are too heavy.
    #[inline]
    pub(crate) fn weigh(&mut self, id: EntryId) {
        if let Some(entry) = self.entries.get_mut(id.index) {
            let bytes = entry.rules.heap_bytes();
            if bytes != entry.bytes {
                self.bytes = self.bytes - entry.bytes + bytes;
                entry.bytes = bytes;
            }
        }
        if self.bytes > self.most_bytes {
            self.start_anew();
        }
    }

    #[cold]
    fn start_anew(&mut self) {
        *self = Self { turn: self.turn + 1, ..Self::new(self.reading, self.most_bytes) };
    }
}

impl File {
    /// The rules of an agent that reads in a dialect, and how many bytes were needed to read the file in it.
    fn rules(&mut self, body: &[u8], agent: &Agent, dialect: &Dialect) -> (Rules, usize) {
        if let Some(robots) = self.readings.iter().find(|robots| robots.dialect() == dialect) {
            return (robots.rules(agent), 0);
        }
        let robots = Robots::parse(body, dialect);
        let (rules, bytes) = (robots.rules(agent), robots.heap_bytes() + size_of::<Robots>());
        self.readings.push(robots);
        (rules, bytes)
    }
}
