//! Applies fixes until nothing is left to fix, and proves the safe ones.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use maycrawl::{Document, lines::LineIndex};

use crate::changes::locked_out_unless;
use crate::equivalence::is_equivalent_unless;
use crate::finding::Finding;
use crate::fix::{Applicability, Edit, Fix, apply};
use crate::refusal::Refusal;
use crate::rule::Rule;

/// What [`repair`] made of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RepairOutcome {
    /// The repaired file.
    pub source: Vec<u8>,
    /// The applied fixes, in order.
    pub applied: Vec<AppliedFix>,
    /// The number of rounds.
    pub rounds: u32,
    /// How many safe fixes were not applied, because something else in the file
    /// prevents their proof.
    pub left_out: usize,
    /// The findings that are left.
    pub left: Vec<Finding>,
    /// Why the file was not repaired, if it is too large or not text.
    pub refusal: Option<Refusal>,
}

/// An applied fix.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AppliedFix {
    /// The rule whose finding it repairs.
    pub rule: &'static Rule,
    /// Whether it was safe.
    pub applicability: Applicability,
    /// What it does, as an instruction.
    pub title: String,
    /// The line of the finding, in the file as it was in that round.
    pub line: u32,
}

/// A larger file is not repaired: it would take minutes, and crawlers read half of that.
const MOST_BYTES: usize = 1 << 20;

/// More rounds than fixes need: each leaves fewer mistakes.
const MOST_ROUNDS: u32 = 20;

/// The proofs of one round.
const MOST_PROOFS: u32 = 60;

/// A finding and the fix that is proposed for it.
type FixProposal<'f> = (&'f Finding, &'f Fix);

/// What makes a finding the same in another version of the file: its rule and the text of its line.
type Key = (&'static str, Vec<u8>);

fn key(document: &Document, finding: &Finding) -> Key {
    let source = document.source();
    let (start, end) = (finding.span.start as usize, finding.span.end as usize);
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let before = source.get(..start).unwrap_or_default();
    let first = before.iter().rposition(is_end).map_or(0, |at| at + 1);
    let after = source.get(end..).unwrap_or_default();
    let last = end.saturating_add(after.iter().position(is_end).unwrap_or(after.len()));
    let mut text = source.get(first..last).unwrap_or_default().to_vec();
    // Safe fixes move white space.
    text.retain(|byte| !byte.is_ascii_whitespace());
    (finding.rule.name, text)
}

/// Applies the fixes that `lint` proposes, up to `allowed`, until none is left.
///
/// It applies safe fixes first, and only those that it can prove: something else
/// in the file may prevent a proof. An unsafe fix is left out if with it a crawler
/// could no longer fetch `/`: no mistake is worth that. If all of them together would do so, it
/// applies the safe ones only. An unsafe fix is applied only if its finding, of the same rule on the
/// same text, is one of the file as it was: what other fixes bring to light stays for the next time.
///
/// It lints once a round, at most 21 times, and proves up to 60 fixes a round; each proof
/// asks all presets. A file of some hundred mistakes may take a second.
pub fn repair(
    source: &[u8],
    allowed: Applicability,
    lint: impl Fn(&Document) -> Vec<Finding>,
) -> RepairOutcome {
    let lint = |document: &Document| Ok::<_, Infallible>(lint(document));
    let Ok(repaired) = repair_unless(source, allowed, lint, || Ok(()));
    repaired
}

/// [`repair`], which ends with the first error of `lint`, such as
/// [`Cancelled`](crate::Cancelled) of [`lint_unless`](crate::lint_unless), or of `go_on`, which it
/// asks before each part of a proof. Nothing that is repaired by half comes back.
pub fn repair_unless<E>(
    source: &[u8],
    allowed: Applicability,
    lint: impl Fn(&Document) -> Result<Vec<Finding>, E>,
    go_on: impl Fn() -> Result<(), E>,
) -> Result<RepairOutcome, E> {
    let mut repaired = RepairOutcome {
        source: source.to_vec(),
        applied: Vec::new(),
        rounds: 0,
        left_out: 0,
        left: Vec::new(),
        refusal: Refusal::of(source).or((source.len() > MOST_BYTES).then_some(Refusal::TooLarge)),
    };
    let mut reported: Option<BTreeSet<Key>> = None;
    while repaired.rounds < MOST_ROUNDS && repaired.refusal.is_none() {
        let document = Document::parse(&repaired.source);
        let findings = lint(&document)?;
        let reported = reported
            .get_or_insert_with(|| findings.iter().map(|one| key(&document, one)).collect());
        let safe = proposals(&findings, Applicability::Safe);
        repaired.left_out = safe.len();
        let mut round = proved(&document, safe, &go_on)?;
        if round.is_empty() && allowed == Applicability::Unsafe {
            let mut fixes = proposals(&findings, Applicability::Unsafe);
            fixes.retain(|(finding, _)| reported.contains(&key(&document, finding)));
            round = harmless(&document, fixes, &go_on)?;
        }
        if round.is_empty() {
            repaired.left = findings;
            break;
        }
        repaired.source = applied(&document, &round);
        repaired.rounds += 1;
        let lines = LineIndex::new(document.source());
        repaired.applied.extend(round.iter().map(|(finding, fix)| AppliedFix {
            rule: finding.rule,
            applicability: fix.applicability,
            title: fix.title.clone(),
            line: lines.position(finding.span.start).line,
        }));
    }
    if repaired.rounds == MOST_ROUNDS {
        repaired.left = lint(&Document::parse(&repaired.source))?;
    }
    // Rounds that lock out nobody may do so together.
    if allowed == Applicability::Unsafe
        && !locked_out_unless(source, &repaired.source, &go_on)?.is_empty()
    {
        return repair_unless(source, Applicability::Safe, lint, go_on);
    }
    Ok(repaired)
}

/// The best fix of each finding of this applicability, in the file's order.
fn proposals(findings: &[Finding], wanted: Applicability) -> Vec<FixProposal<'_>> {
    let best = findings.iter().filter_map(|finding| Some((finding, finding.fixes.first()?)));
    let mut fixes: Vec<_> = best.filter(|(_, fix)| fix.applicability == wanted).collect();
    fixes.sort_by_key(|(_, fix)| fix.extent().start);
    fixes
}

/// The proposals whose edits do not overlap: of two that do, the first.
fn apart(mut fixes: Vec<FixProposal<'_>>) -> Vec<FixProposal<'_>> {
    let mut taken: BTreeMap<u32, u32> = BTreeMap::new();
    fixes.retain(|(_, fix)| {
        // Several insertions at one place do not overlap.
        let is_free = |edit: &Edit| {
            let before = taken.range(..edit.span.end).next_back();
            before.is_none_or(|(_, end)| *end <= edit.span.start)
        };
        let is_free = fix.edits.iter().all(is_free);
        if is_free {
            for Edit { span, .. } in &fix.edits {
                let end = taken.entry(span.start).or_default();
                *end = span.end.max(*end);
            }
        }
        is_free
    });
    fixes
}

/// The proposals that together provably change nothing.
fn proved<'f, E>(
    document: &Document,
    fixes: Vec<FixProposal<'f>>,
    go_on: &impl Fn() -> Result<(), E>,
) -> Result<Vec<FixProposal<'f>>, E> {
    together(document, fixes, |fixed| is_equivalent_unless(document.source(), fixed, go_on))
}

/// The proposals that together lock nobody out of the home page.
fn harmless<'f, E>(
    document: &Document,
    fixes: Vec<FixProposal<'f>>,
    go_on: &impl Fn() -> Result<(), E>,
) -> Result<Vec<FixProposal<'f>>, E> {
    together(document, fixes, |fixed| {
        Ok(locked_out_unless(document.source(), fixed, go_on)?.is_empty())
    })
}

/// The proposals that may be applied together. Where not all may, it tries halves.
fn together<'f, E>(
    document: &Document,
    fixes: Vec<FixProposal<'f>>,
    may_become: impl Fn(&[u8]) -> Result<bool, E>,
) -> Result<Vec<FixProposal<'f>>, E> {
    let mut held: Vec<FixProposal<'f>> = Vec::new();
    let mut open = vec![apart(fixes)];
    let mut proofs = 0;
    while let Some(some) = open.pop().filter(|_| proofs < MOST_PROOFS) {
        let all: Vec<_> = held.iter().chain(&some).copied().collect();
        proofs += 1;
        if some.is_empty() || may_become(&applied(document, &all))? {
            held = all;
        } else if some.len() > 1 {
            let (first, second) = some.split_at(some.len() / 2);
            open.extend([second.to_vec(), first.to_vec()]);
        }
    }
    Ok(held)
}

fn applied(document: &Document, fixes: &[FixProposal<'_>]) -> Vec<u8> {
    let mut edits: Vec<&Edit> = fixes.iter().flat_map(|(_, fix)| &fix.edits).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    apply(document.source(), edits)
}
