//! `check` in every dialect: where they disagree, and by which knob.

use maycrawl::dialect::Preset;
use maycrawl::{Dialect, Robots, Rules};
use maycrawl_report::json::{ComparisonDocument, RobotsFile, WireComparison};
use maycrawl_report::{Comparison, File, Outcome};
use maycrawl_url::{AskedUrl, Origin, with_scheme};

use super::too_large;
use crate::asked::AskedBy;
use crate::problem::Problem;
use crate::work::Work;

/// Asks every preset, and compares the others with `base`: all agents for the first URL, then for
/// the second.
pub(super) fn answer(
    file: &File,
    by: &AskedBy,
    urls: &[String],
    (base, origin): (&Dialect, Option<&Origin>),
    work: &Work<'_>,
) -> Result<ComparisonDocument, Problem> {
    let source = file.source();
    let mut readings = Vec::with_capacity(Preset::ALL.len());
    for Preset { dialect, .. } in Preset::ALL {
        work.check()?;
        readings.push(Robots::parse(source, dialect));
    }
    let mut agents = Vec::with_capacity(by.askers.len());
    for asker in &by.askers {
        work.check()?;
        let rules: Vec<Rules> = readings.iter().map(|one| one.rules(&asker.agent)).collect();
        agents.push((&asker.agent, rules));
    }
    let dialects = std::slice::from_ref(base);
    let mut left = work.limits().answer_bytes;
    let mut comparisons = Vec::new();
    for url in urls {
        let url = with_scheme(url.as_bytes(), origin, dialects);
        let asked = AskedUrl::parse(&url, dialects, origin);
        for (agent, rules) in &agents {
            work.check()?;
            let comparison = match (&asked, origin) {
                (Err(error), _) => {
                    let outcome = Outcome::Unasked { why: error.to_string() };
                    Comparison::without_rules(agent, rules, &url, base, &outcome)
                }
                (Ok(asked), Some(origin)) if !asked.is_in_scope() => {
                    Comparison::out_of_scope(agent, rules, &url, base, &origin.to_string())
                }
                (Ok(asked), _) => Comparison::ask(source, agent, rules, asked.path(base), base),
            };
            let comparison = WireComparison::from(&comparison);
            left = left.checked_sub(size(&comparison)).ok_or_else(too_large)?;
            comparisons.push(comparison);
        }
    }
    let unread = readings.iter().map(Robots::unread).max().unwrap_or_default();
    let robots = RobotsFile::new(file, unread);
    Ok(ComparisonDocument::new(robots, base.to_string(), comparisons))
}

/// About how many bytes a comparison takes.
fn size(comparison: &WireComparison) -> usize {
    const FRAME: usize = 150;
    comparison.url.len() + FRAME * (1 + comparison.dialects.len())
}
