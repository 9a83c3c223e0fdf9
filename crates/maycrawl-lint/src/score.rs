//! One number and one word for a file: how much of what its author can have meant it does.

use std::collections::{BTreeMap, BTreeSet};

use maycrawl::lines::LineIndex;
use maycrawl::{Document, Robots};
use maycrawl_crawlers::Catalogue;

use crate::effect::Effect;
use crate::file::{BASE, is_search_engine};
use crate::finding::Finding;
use crate::rule::Rule;
use crate::severity::Severity;

/// How well a file does, from 0 to 100, and what it loses by what.
///
/// A file begins with 100, and the findings of each rule cost what their [`Effect`] says:
///
/// | effect | points |
/// |---|---|
/// | [`NoFile`](Effect::NoFile) | 100 |
/// | [`Site`](Effect::Site) | 65 |
/// | [`Crawlers`](Effect::Crawlers) | 50 where all crawlers are concerned, 40 for a search engine, 8 for another that is known, 2 for the rest |
/// | [`Pages`](Effect::Pages) | 25 |
/// | [`Parsers`](Effect::Parsers) | 12 |
/// | [`Lines`](Effect::Lines) | 85 times their share of the file's lines, each counted once |
/// | [`Clutter`](Effect::Clutter) | 25 times that share |
/// | [`Nothing`](Effect::Nothing) | 1, for all rules together at most 8 |
///
/// An error costs at least 4 points, a warning 2 and a note 1. The score never falls below 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score {
    /// The score.
    pub points: u32,
    /// What each rule costs, in the order of its first finding.
    pub costs: Vec<Cost>,
}

/// What the findings of a rule cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cost {
    /// The name of the rule.
    pub rule: &'static str,
    /// What they cost the site.
    pub effect: Effect,
    /// How many there are.
    pub findings: u32,
    /// How many points that takes from the score.
    pub points: u32,
    /// The severity of the worst of them.
    pub severity: Severity,
}

/// How well a file does, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Grade {
    /// Below 50 points.
    Broken,
    /// From 50 points, or more and an error.
    NeedsAttention,
    /// From 85 points, without an error.
    Healthy,
}

impl Score {
    /// The score in words. A file with an error is not healthy, whatever its score.
    pub fn grade(&self) -> Grade {
        let has_error = self.costs.iter().any(|cost| cost.severity == Severity::Error);
        match self.points {
            85.. if !has_error => Grade::Healthy,
            50.. => Grade::NeedsAttention,
            _ => Grade::Broken,
        }
    }
}

impl Grade {
    /// The stable name of the grade.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Broken => "broken",
            Self::NeedsAttention => "needs attention",
            Self::Healthy => "healthy",
        }
    }
}

/// The score of a file with these findings.
///
/// `O(n log n)` in the lines of the file and of the findings.
pub fn score(document: &Document, findings: &[Finding]) -> Score {
    let site = Site::new(document);
    let mut rules: Vec<(&'static Rule, Vec<&Finding>)> = Vec::new();
    for finding in findings {
        match rules.iter_mut().find(|(rule, _)| rule.name == finding.rule.name) {
            Some((_, of_rule)) => of_rule.push(finding),
            None => rules.push((finding.rule, vec![finding])),
        }
    }
    let (mut notes_left, mut counted) = (MOST_FOR_NOTES, BTreeSet::new());
    let costs: Vec<_> = rules
        .iter()
        .map(|(rule, of_rule)| {
            let worst = of_rule.iter().map(|finding| finding.severity).max();
            let severity = worst.unwrap_or(Severity::Note);
            let effect = Effect::of(rule, severity);
            let points = match effect {
                Effect::Nothing => notes_left.min(1),
                effect => site.cost(effect, of_rule, &mut counted).max(least(severity)),
            };
            if effect == Effect::Nothing {
                notes_left = notes_left.saturating_sub(points);
            }
            let findings = u32::try_from(of_rule.len()).unwrap_or(u32::MAX);
            Cost { rule: rule.name, effect, findings, points, severity }
        })
        .collect();
    let lost = costs.iter().fold(0_u32, |lost, cost| lost.saturating_add(cost.points));
    Score { points: 100_u32.saturating_sub(lost), costs }
}

const MOST_FOR_NOTES: u32 = 8;

/// What a finding costs at least.
const fn least(severity: Severity) -> u32 {
    match severity {
        Severity::Error => 4,
        Severity::Warning => 2,
        Severity::Note => 1,
    }
}

/// What a cost is measured by.
struct Site {
    index: LineIndex,
    /// The lines that say something.
    lines: u32,
    /// The lines that name crawlers, and how much it matters what those crawlers do.
    agents: BTreeMap<u32, u32>,
}

impl Site {
    fn new(document: &Document) -> Self {
        let says_something = |text: &[u8]| !matches!(text.trim_ascii(), [] | [b'#', ..]);
        let lines = document.lines().filter(|line| says_something(line.text())).count();
        let robots = Robots::from_document(document, &BASE);
        let agents = robots.groups().flat_map(|group| group.agents()).map(|agent| {
            let weight = match Catalogue::built_in().find(&String::from_utf8_lossy(agent.value())) {
                _ if agent.is_global(&BASE) => 50,
                Some(crawler) if is_search_engine(crawler) => 40,
                Some(crawler) if !crawler.is_retired() => 8,
                _ => 2,
            };
            (agent.line(), weight)
        });
        Self {
            index: LineIndex::new(document.source()),
            lines: u32::try_from(lines).unwrap_or(u32::MAX),
            agents: agents.collect(),
        }
    }

    /// What the findings of a rule cost, given the lines that were counted before.
    fn cost(&self, effect: Effect, findings: &[&Finding], counted: &mut BTreeSet<u32>) -> u32 {
        match effect {
            Effect::NoFile => 100,
            Effect::Site => 65,
            Effect::Crawlers => {
                findings.iter().map(|finding| self.weight(finding)).max().unwrap_or_default()
            }
            Effect::Pages => 25,
            Effect::Parsers => 12,
            Effect::Lines => self.share(85, findings, counted),
            Effect::Clutter => self.share(25, findings, counted),
            Effect::Nothing => 0,
        }
    }

    /// The share of so many points that is the share of the findings' lines in the file.
    fn share(&self, of: u32, findings: &[&Finding], counted: &mut BTreeSet<u32>) -> u32 {
        let spans = findings.iter().flat_map(|finding| finding.spans());
        let lines = spans.map(|span| self.index.position(span.start).line);
        // A line that does nothing for two reasons is lost once.
        let lost = lines.filter(|line| counted.insert(*line)).count();
        let lost = u32::try_from(lost).unwrap_or(u32::MAX).min(self.lines);
        lost.saturating_mul(of).checked_div(self.lines).unwrap_or_default()
    }

    /// How much it matters what the crawlers do of which a finding speaks.
    fn weight(&self, finding: &Finding) -> u32 {
        let spans = std::iter::once(finding.span);
        let spans = spans.chain(finding.related.iter().map(|(span, _)| *span));
        let lines = spans.map(|span| self.index.position(span.start).line);
        lines.filter_map(|line| self.agents.get(&line)).max().copied().unwrap_or_default()
    }
}
