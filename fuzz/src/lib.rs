//! What the targets have in common.

use maycrawl::{Agent, Document};
use maycrawl_lint::{Finding, Known, Settings, changes};
use testkit::answers::difference;

/// The findings of all rules.
pub fn findings(document: &Document) -> Vec<Finding> {
    maycrawl_lint::lint(document, &Known::default(), &Settings::default())
}

/// Panics if two files give other answers in a preset: on a path of every rule
/// for every agent that they name, on a few other paths, and beside their rules.
pub fn assert_same(before: &[u8], after: &[u8]) {
    assert_eq!(changes(before, after, 1), []);
    let agents = [Agent::token("*"), Agent::any_of(["a", "b", "Googlebot"])];
    let paths = ["/", "/a", "/a/b", "/index.html", "/a?b=c", "/%C3%A9"];
    assert_eq!(difference(before, after, &agents, &paths), None);
}
