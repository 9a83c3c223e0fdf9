//! Which verdicts differ between two versions of a file, with a path for each.

use std::collections::BTreeSet;
use std::convert::Infallible;

use maycrawl::{Agent, Robots, UrlPath, dialect::Preset};

use crate::budget::Budget;

/// A verdict that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The presets in which it differs.
    pub dialects: Vec<&'static str>,
    /// The product token; `*` for a crawler without a group of its own.
    pub agent: Vec<u8>,
    /// A path that shows it.
    pub path: Vec<u8>,
    /// Whether the path was allowed before.
    pub was_allowed: bool,
}

/// Which verdicts differ between two versions of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changes {
    /// The verdicts that differ.
    pub found: Vec<Change>,
    /// Whether paths were left out because they were too many or took too long.
    pub are_cut: bool,
}

/// The rules that may be matched; beyond it, nothing more is found.
const MOST_ASKED: usize = 50_000_000;

/// The cost of finding paths: the sum of the squares of patterns' lengths.
const MOST_SEARCHED: usize = 5_000_000;

/// Finds at most `most` verdicts that differ between two versions of a file.
///
/// It checks a shortest path of each rule, and then some paths that begin with it, for each crawler that either version
/// names and for one that neither names. Differences on other paths are not found.
pub fn changes(before: &[u8], after: &[u8], most: usize) -> Changes {
    let Ok(changes) = changes_unless(before, after, most, || Ok::<_, Infallible>(()));
    changes
}

/// [`changes`], which ends with the first error of `go_on`. It asks that before each path.
pub fn changes_unless<E>(
    before: &[u8],
    after: &[u8],
    most: usize,
    go_on: impl Fn() -> Result<(), E>,
) -> Result<Changes, E> {
    let mut changes = Changes::default();
    if before == after {
        return Ok(changes);
    }
    let Changes { found, are_cut } = &mut changes;
    let budget = Budget::new(MOST_ASKED);
    for Preset { name, dialect, .. } in Preset::ALL {
        let (before, after) = (Robots::parse(before, dialect), Robots::parse(after, dialect));
        let mut all_paths = BTreeSet::new();
        for robots in [&before, &after] {
            go_on()?;
            *are_cut |= !paths(robots, &mut all_paths);
        }
        let agents: BTreeSet<_> = agents(&before).into_iter().chain(agents(&after)).collect();
        let agent_lines: usize = after.groups().map(|group| group.agents().len()).sum();
        for agent in agents {
            if !budget.spend(2 * agent_lines) {
                *are_cut = true;
                return Ok(changes);
            }
            let crawler = Agent::token(&agent);
            let (old, new) = (before.rules(&crawler), after.rules(&crawler));
            'paths: for shortest in &all_paths {
                // If no answer differs on the path itself, one may on a path that goes on.
                let longer = GO_ON.iter().map(|end| [shortest, *end].concat());
                for path in std::iter::once(shortest.clone()).chain(longer) {
                    go_on()?;
                    // A check may match every rule of both.
                    let cost = old.patterns().len() + new.patterns().len() + 1;
                    if !budget.spend(cost) {
                        *are_cut = true;
                        return Ok(changes);
                    }
                    let asked = UrlPath::parse(&path, dialect);
                    let was_allowed = old.check(&asked).is_allowed();
                    if was_allowed == new.check(&asked).is_allowed() {
                        continue;
                    }
                    let is_it = |change: &&mut Change| {
                        (&change.agent, &change.path) == (&agent, &path)
                            && change.was_allowed == was_allowed
                    };
                    let is_full = found.len() == most;
                    match found.iter_mut().find(is_it) {
                        Some(change) => change.dialects.push(name),
                        None if is_full => {
                            *are_cut = true;
                            break 'paths;
                        }
                        None => found.push(Change {
                            dialects: vec![name],
                            agent: agent.clone(),
                            path,
                            was_allowed,
                        }),
                    }
                    break;
                }
            }
        }
    }
    Ok(changes)
}

/// Finds whom an edit of a file locks out of the home page: the crawlers that may
/// fetch `/` before and not after, in any preset.
///
/// ```
/// let (before, after) = ("User-agent: *\nDisallow:", "User-agent: *\nDisallow: /");
/// let locked_out = maycrawl_lint::locked_out(before.as_bytes(), after.as_bytes());
/// assert_eq!(locked_out[0].agent, b"*");
/// ```
pub fn locked_out(before: &[u8], after: &[u8]) -> Vec<Change> {
    let Ok(found) = locked_out_unless(before, after, || Ok::<_, Infallible>(()));
    found
}

/// [`locked_out`], which ends with the first error of `go_on`. It asks that before each agent.
pub(crate) fn locked_out_unless<E>(
    before: &[u8],
    after: &[u8],
    go_on: impl Fn() -> Result<(), E>,
) -> Result<Vec<Change>, E> {
    let mut found: Vec<Change> = Vec::new();
    for Preset { name, dialect, .. } in Preset::ALL {
        let (before, after) = (Robots::parse(before, dialect), Robots::parse(after, dialect));
        let agents: BTreeSet<_> = agents(&before).into_iter().chain(agents(&after)).collect();
        let home = UrlPath::parse("/", dialect);
        for agent in agents {
            go_on()?;
            let crawler = Agent::token(&agent);
            let is_open = |robots: &Robots| robots.rules(&crawler).check(&home).is_allowed();
            // Most files allow it to all after, too.
            if is_open(&after) || !is_open(&before) {
                continue;
            }
            match found.iter_mut().find(|change| change.agent == agent) {
                Some(change) => change.dialects.push(name),
                None => found.push(Change {
                    dialects: vec![name],
                    agent,
                    path: b"/".to_vec(),
                    was_allowed: true,
                }),
            }
        }
    }
    Ok(found)
}

/// How a path may go on: as another name, a page in a folder, a query, a file.
const GO_ON: [&[u8]; 4] = [b"x", b"/x", b"?x=1", b".html"];

/// Adds a shortest path of each rule, but of those that cost too much to find. Returns whether it
/// found all.
fn paths(robots: &Robots, paths: &mut BTreeSet<Vec<u8>>) -> bool {
    let dialect = robots.dialect();
    let budget = Budget::new(MOST_SEARCHED);
    let mut are_all = true;
    let rules = robots.groups().flat_map(|group| group.rules());
    for (_, pattern) in rules.flat_map(|rule| rule.patterns(dialect)) {
        let cost = (pattern.len() as usize).saturating_mul(pattern.len() as usize);
        if budget.spend(cost) {
            paths.extend(pattern.shortest_path());
        } else {
            are_all = false;
        }
    }
    are_all
}

/// The tokens that a file names, and `*`.
fn agents(robots: &Robots) -> BTreeSet<Vec<u8>> {
    let lines = robots.groups().flat_map(|group| group.agents());
    let tokens = lines.map(|line| line.token(robots.dialect()).to_ascii_lowercase());
    tokens.filter(|token| !token.is_empty()).chain([b"*".to_vec()]).collect()
}
