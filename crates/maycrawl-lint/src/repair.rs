//! Applies fixes until nothing is left to fix, and proves the safe ones.

use std::collections::BTreeMap;

use maycrawl::Document;

use crate::finding::Finding;
use crate::fix::{Applicability, Edit, Fix, apply};
use crate::meaning::says_the_same;
use crate::position::Positions;
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
    /// How many fixes that are called safe were left out, because something else
    /// in the file keeps them from being proved.
    pub left_out: usize,
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

/// How many proofs one round may cost.
const MOST_PROOFS: u32 = 60;

/// A finding and the fix that is proposed for it.
type Proposed<'f> = (&'f Finding, &'f Fix);

/// Applies the fixes that `lint` proposes, up to `allowed`, until none is left.
///
/// Safe fixes go first, and each is proved: one that cannot be, because
/// something else in the file is in the way, is not applied.
pub fn repair(
    source: &[u8],
    allowed: Applicability,
    lint: impl Fn(&Document) -> Vec<Finding>,
) -> Repaired {
    let mut repaired =
        Repaired { source: source.to_vec(), applied: Vec::new(), rounds: 0, left_out: 0 };
    while repaired.rounds < MOST_ROUNDS {
        let document = Document::parse(&repaired.source);
        let findings = lint(&document);
        let safe = proposed(&findings, Applicability::Safe);
        repaired.left_out = safe.len();
        let mut round = proved(&document, safe);
        if round.is_empty() && allowed == Applicability::Unsafe {
            round = apart(proposed(&findings, Applicability::Unsafe));
        }
        if round.is_empty() {
            break;
        }
        repaired.source = applied(&document, &round);
        repaired.rounds += 1;
        let positions = Positions::new(&document);
        repaired.applied.extend(round.iter().map(|(finding, fix)| Applied {
            rule: finding.rule,
            applicability: fix.applicability,
            title: fix.title.clone(),
            line: positions.of(finding.span.start).line,
        }));
    }
    repaired
}

/// The best fix of each finding of this applicability, in the file's order.
fn proposed(findings: &[Finding], wanted: Applicability) -> Vec<Proposed<'_>> {
    let best = findings.iter().filter_map(|finding| Some((finding, finding.fixes.first()?)));
    let mut fixes: Vec<_> = best.filter(|(_, fix)| fix.applicability == wanted).collect();
    fixes.sort_by_key(|(_, fix)| fix.extent().start);
    fixes
}

/// Those whose edits do not overlap: of two that do, the first.
fn apart(mut fixes: Vec<Proposed<'_>>) -> Vec<Proposed<'_>> {
    let mut taken: BTreeMap<u32, u32> = BTreeMap::new();
    fixes.retain(|(_, fix)| {
        // What is inserted at one place stands side by side.
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

/// Those that provably change nothing, all together. Where all cannot be proved,
/// halves are.
fn proved<'f>(document: &Document, fixes: Vec<Proposed<'f>>) -> Vec<Proposed<'f>> {
    let mut held: Vec<Proposed<'f>> = Vec::new();
    let mut open = vec![apart(fixes)];
    let mut proofs = 0;
    while let Some(some) = open.pop().filter(|_| proofs < MOST_PROOFS) {
        let together: Vec<_> = held.iter().chain(&some).copied().collect();
        proofs += 1;
        if some.is_empty() || says_the_same(document.source(), &applied(document, &together)) {
            held = together;
        } else if some.len() > 1 {
            let (first, second) = some.split_at(some.len() / 2);
            open.extend([second.to_vec(), first.to_vec()]);
        }
    }
    held
}

fn applied(document: &Document, fixes: &[Proposed<'_>]) -> Vec<u8> {
    let mut edits: Vec<&Edit> = fixes.iter().flat_map(|(_, fix)| &fix.edits).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    apply(document.source(), edits)
}
