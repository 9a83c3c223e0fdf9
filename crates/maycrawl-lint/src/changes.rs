//! Which verdicts differ between two versions of a file, with a path for each.

use std::collections::BTreeSet;

use maycrawl::{Agent, Dialect, Meets, Path, Robots};

/// A verdict that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The preset in which it does.
    pub dialect: &'static str,
    /// The product token; `*` for a crawler without a group of its own.
    pub agent: Vec<u8>,
    /// A path that shows it.
    pub path: Vec<u8>,
    /// Whether it was allowed; now it is the other way.
    pub was_allowed: bool,
}

/// Verdicts that differ, at most `most`: of the presets in their order, for the
/// crawlers that either file names and for one that none names, on a shortest
/// path of each rule.
///
/// What differs between these paths only is not found.
pub fn changes(before: &[u8], after: &[u8], most: usize) -> Vec<Change> {
    let mut found = Vec::new();
    for (name, dialect) in Dialect::PRESETS {
        let (before, after) = (Robots::parse(before, dialect), Robots::parse(after, dialect));
        let paths: BTreeSet<Vec<u8>> = paths(&before).chain(paths(&after)).collect();
        for agent in agents(&before).into_iter().chain(agents(&after)).collect::<BTreeSet<_>>() {
            let crawler = Agent::token(&agent);
            let (old, new) = (before.rules(&crawler), after.rules(&crawler));
            for path in &paths {
                let asked = Path::parse(path, dialect);
                let was_allowed = old.check(&asked).is_allowed();
                if was_allowed == new.check(&asked).is_allowed() {
                    continue;
                }
                if found.len() == most {
                    return found;
                }
                let (agent, path) = (agent.clone(), path.clone());
                found.push(Change { dialect: name, agent, path, was_allowed });
                break;
            }
        }
    }
    found
}

/// A shortest path of every rule.
fn paths(robots: &Robots) -> impl Iterator<Item = Vec<u8>> {
    let dialect = robots.dialect();
    let rules = robots.groups().flat_map(|group| group.rules());
    rules.flat_map(|rule| rule.patterns(dialect)).filter_map(|(_, pattern)| {
        match pattern.meets(&pattern) {
            Meets::Yes(path) => Some(path),
            Meets::No | Meets::Unknown => None,
        }
    })
}

/// The tokens that a file names, and `*`.
fn agents(robots: &Robots) -> BTreeSet<Vec<u8>> {
    let lines = robots.groups().flat_map(|group| group.agents());
    let tokens = lines.map(|line| line.token(robots.dialect()).to_ascii_lowercase());
    tokens.filter(|token| !token.is_empty()).chain([b"*".to_vec()]).collect()
}
