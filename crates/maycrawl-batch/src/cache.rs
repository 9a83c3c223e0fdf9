//! The rules of the files that were asked about.

use std::collections::HashMap;
use std::sync::Arc;

use ahash::RandomState;
use maycrawl::{Agent, Dialect, Robots, Rules};

/// Rules by file and agent. When it is full it starts anew: to forget the oldest, every row would have to write
/// which file it used.
#[derive(Debug)]
pub(crate) struct Cache {
    dialect: Dialect,
    files: HashMap<Box<[u8]>, File, RandomState>,
    entries: Vec<Entry>,
    /// How many bytes all that takes.
    bytes: usize,
    most_bytes: usize,
    /// How often it started anew.
    turn: u64,
}

/// A file, and which entry has the rules of an agent.
#[derive(Debug)]
struct File {
    robots: Robots,
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
    pub(crate) fn new(dialect: &Dialect, most_bytes: usize) -> Self {
        Self {
            dialect: *dialect,
            files: HashMap::default(),
            entries: Vec::new(),
            bytes: 0,
            most_bytes,
            turn: 0,
        }
    }

    pub(crate) const fn dialect(&self) -> &Dialect {
        &self.dialect
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
        if let Some(file) = self.files.get_mut(body) {
            let known = file.entries.get(agent).copied();
            if let Some((index, entry)) =
                known.and_then(|index| Some((index, self.entries.get(index)?)))
            {
                return (EntryId { turn: self.turn, index }, Arc::clone(&entry.rules));
            }
            let rules = file.robots.rules(agent);
            file.entries.insert(agent.clone(), self.entries.len());
            return self.keep(rules);
        }
        let robots = Robots::parse(body, &self.dialect);
        let rules = robots.rules(agent);
        self.bytes += body.len() + robots.heap_bytes() + FILE_BYTES;
        let entries = HashMap::from_iter([(agent.clone(), self.entries.len())]);
        self.files.insert(body.into(), File { robots, entries });
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
        *self = Self { turn: self.turn + 1, ..Self::new(&self.dialect, self.most_bytes) };
    }
}
