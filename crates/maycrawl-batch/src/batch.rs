//! The rows of a batch, answered file by file.

use std::collections::HashMap;
use std::hint::black_box;

use ahash::RandomState;
use maycrawl::Verdict;
use maycrawl::verdict::RuleId;

use crate::askers::Askers;
use crate::cache::Cache;
use crate::column::Values;
use crate::pairs::Pairs;
use crate::verdicts::{DecidingLine, VerdictsBuilder};

/// So many rows at a time are answered in the order of their files: the rules of a file are fetched from memory once
/// for all of them, wherever they are.
const WINDOW: usize = 1 << 16;

/// The columns of one batch, and what is known while they are read.
pub(crate) struct Batch<'a> {
    robots: Values<'a>,
    url: Values<'a>,
    askers: Askers<'a>,
    pairs: Pairs<'a>,
    /// The lines that decided, by pair.
    lines: HashMap<(u32, RuleId), DecidingLine, RandomState>,
    /// The rows of the window that have no null: the number of the pair, and the row in the window.
    asked: Vec<(u32, u32)>,
    /// A verdict for each row of the window.
    answers: Vec<Option<Answer>>,
}

type Answer = (Verdict, Option<DecidingLine>);

impl<'a> Batch<'a> {
    pub(crate) fn new(robots: Values<'a>, url: Values<'a>, askers: Askers<'a>) -> Self {
        Self {
            pairs: Pairs::new(robots.shares()),
            robots,
            url,
            askers,
            lines: HashMap::default(),
            asked: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// Appends the verdicts on all rows.
    pub(crate) fn append(
        &mut self,
        rows: usize,
        cache: &mut Cache,
        verdicts: &mut VerdictsBuilder,
    ) {
        for start in (0..rows).step_by(WINDOW) {
            let end = rows.min(start + WINDOW);
            self.read(start, end);
            self.answers.resize(end - start, None);
            self.answer(start, cache, verdicts);
            for answer in self.answers.drain(..) {
                match answer {
                    Some((verdict, line)) => verdicts.append(verdict, line),
                    None => verdicts.append_null(),
                }
            }
        }
    }

    /// Finds the pair of each row, and puts the rows in the order of their pairs.
    fn read(&mut self, start: usize, end: usize) {
        if self.pairs.are_many() {
            self.pairs = Pairs::new(self.robots.shares());
            self.lines.clear();
        }
        self.asked.clear();
        for (in_window, row) in (0..).zip(start..end) {
            let (file, url) = (self.robots.get(row), self.url.get(row));
            if let (Some(file), Some(_), Some(asker)) = (file, url, self.askers.get(row)) {
                self.asked.push((self.pairs.number(file, asker), in_window));
            }
        }
        self.asked.sort_unstable();
    }

    /// Answers the rows pair by pair.
    fn answer(&mut self, start: usize, cache: &mut Cache, verdicts: &mut VerdictsBuilder) {
        let mut urls = Vec::new();
        for rows in self.asked.chunk_by(|one, next| one.0 == next.0) {
            let Some((number, _)) = rows.first().copied() else { continue };
            let Some(pair) = self.pairs.get_mut(number) else { continue };
            urls.clear();
            urls.extend(rows.iter().filter_map(|(_, row)| self.url.get(start + *row as usize)));
            fetch(&urls);
            let (id, rules) = pair.rules(cache);
            for ((_, row), url) in rows.iter().zip(&urls) {
                let verdict = rules.check_url(url);
                let line = verdict.rule().and_then(|rule| {
                    let known = self.lines.get(&(number, rule)).copied();
                    known.or_else(|| {
                        let line = verdicts.line_of(rules.rule(rule)?);
                        self.lines.insert((number, rule), line);
                        Some(line)
                    })
                });
                if let Some(answer) = self.answers.get_mut(*row as usize) {
                    *answer = Some((verdict, line));
                }
            }
            cache.weigh(id);
        }
    }
}

/// Fetches texts from memory, several at a time: a loop that does nothing else does not wait for each.
fn fetch(texts: &[&[u8]]) {
    let ends = |text: &&[u8]| text.first().zip(text.last()).map_or(0, |(first, last)| first ^ last);
    black_box(texts.iter().map(ends).fold(0, |all, ends| all ^ ends));
}
