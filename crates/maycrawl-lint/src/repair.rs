//! Applies fixes until nothing is left to fix, and proves the safe ones.

use std::collections::{BTreeMap, HashSet};

use maycrawl::{Document, Span};

use crate::finding::Finding;
use crate::fix::{Applicability, Edit, Fix, apply};
use crate::meaning::says_the_same;
use crate::rule::Rule;

/// A file after its fixes.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The file.
    pub source: Vec<u8>,
    /// What was done, in order.
    pub applied: Vec<Applied>,
    /// How many rounds it took.
    pub rounds: u32,
}

/// A fix that was applied.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The rule whose finding it repairs.
    pub rule: &'static Rule,
    /// Whether it was safe.
    pub applicability: Applicability,
    /// What it did.
    pub title: String,
    /// The line of the finding, in the file as it was in that round.
    pub line: u32,
}

/// More rounds than fixes need; each makes the file's mistakes fewer.
const MOST_ROUNDS: u32 = 20;

/// How many fixes are tried one by one where they cannot be proved together.
const MOST_TRIED_ALONE: usize = 50;

/// Applies the fixes that `lint` proposes, up to `allowed`, until none is left.
///
/// Safe fixes go first, and each is proved: one that cannot be, because
/// something else in the file is in the way, is not applied.
pub fn repair(
    source: &[u8],
    allowed: Applicability,
    lint: impl Fn(&Document) -> Vec<Finding>,
) -> Repaired {
    let mut repaired = Repaired { source: source.to_vec(), applied: Vec::new(), rounds: 0 };
    let mut unproved: HashSet<(&'static str, Vec<u8>)> = HashSet::new();
    while repaired.rounds < MOST_ROUNDS {
        let document = Document::parse(&repaired.source);
        let findings = lint(&document);
        let is_open =
            |(finding, fix): &(&Finding, &Fix)| !unproved.contains(&key(finding, fix, &document));
        let mut safe = proposed(&findings, Applicability::Safe);
        safe.retain(is_open);
        let mut round = proved(&document, safe, &mut unproved);
        if round.is_empty() && allowed == Applicability::Unsafe {
            round = apart(proposed(&findings, Applicability::Unsafe));
        }
        if round.is_empty() {
            break;
        }
        repaired.source = applied(&document, &round);
        // What could not be proved before may be now.
        unproved.clear();
        repaired.rounds += 1;
        repaired.applied.extend(round.iter().map(|(finding, fix)| Applied {
            rule: finding.rule,
            applicability: fix.applicability,
            title: fix.title.clone(),
            line: line_of(&document, finding.span),
        }));
    }
    repaired
}

/// The best fix of each finding of this applicability, in the file's order.
fn proposed(findings: &[Finding], wanted: Applicability) -> Vec<(&Finding, &Fix)> {
    let best = findings.iter().filter_map(|finding| Some((finding, finding.fixes.first()?)));
    let mut fixes: Vec<_> = best.filter(|(_, fix)| fix.applicability == wanted).collect();
    fixes.sort_by_key(|(_, fix)| fix.extent().start);
    fixes
}

/// Those whose edits do not touch each other: of two that do, the first.
fn apart<'f>(mut fixes: Vec<(&'f Finding, &'f Fix)>) -> Vec<(&'f Finding, &'f Fix)> {
    let mut taken: BTreeMap<u32, u32> = BTreeMap::new();
    fixes.retain(|(_, fix)| {
        // What is inserted at one place stands side by side.
        let is_free = |edit: &Edit| {
            let before = taken.range(..=edit.span.end).next_back();
            before.is_none_or(|(start, end)| {
                let both_insert = start == end && edit.span.is_empty();
                *end < edit.span.start || (*end == edit.span.start && both_insert)
            })
        };
        let is_free = fix.edits.iter().all(is_free);
        if is_free {
            taken.extend(fix.edits.iter().map(|edit| (edit.span.start, edit.span.end)));
        }
        is_free
    });
    fixes
}

/// Those that provably change nothing, all together.
fn proved<'f>(
    document: &Document,
    fixes: Vec<(&'f Finding, &'f Fix)>,
    unproved: &mut HashSet<(&'static str, Vec<u8>)>,
) -> Vec<(&'f Finding, &'f Fix)> {
    let all = apart(fixes);
    if all.is_empty() || says_the_same(document.source(), &applied(document, &all)) {
        return all;
    }
    let mut held = Vec::new();
    for (tried, one) in all.into_iter().enumerate() {
        held.push(one);
        let holds =
            tried < MOST_TRIED_ALONE && says_the_same(document.source(), &applied(document, &held));
        if !holds {
            held.pop();
            unproved.insert(key(one.0, one.1, document));
        }
    }
    held
}

fn applied(document: &Document, fixes: &[(&Finding, &Fix)]) -> Vec<u8> {
    let mut edits: Vec<&Edit> = fixes.iter().flat_map(|(_, fix)| &fix.edits).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    apply(document.source(), edits)
}

/// What tells one fix from another when lines have moved.
fn key(finding: &Finding, fix: &Fix, document: &Document) -> (&'static str, Vec<u8>) {
    (finding.rule.name, fix.extent().of(document.source()).to_vec())
}

/// The number of the line in which a span begins.
pub(crate) fn line_of(document: &Document, span: Span) -> u32 {
    let lines = document.lines();
    let before = lines.take_while(|line| line.span().start <= span.start).count();
    u32::try_from(before.max(1)).unwrap_or(u32::MAX)
}
