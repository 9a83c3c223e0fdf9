//! Whether two files say the same: what a fix and the formatter must hold.

use maycrawl::Agent;
use maycrawl_lint::changes;
use testkit::answers::difference;

/// Panics if two files give other answers in a preset: on a path of every rule
/// for every agent that they name, on a few other paths, and beside their rules.
pub(crate) fn assert_same(before: &[u8], after: &[u8]) {
    assert_eq!(changes(before, after, 1).found, []);
    let agents = [Agent::token("*"), Agent::any_of(["a", "b", "Googlebot"])];
    let paths = ["/", "/a", "/a/b", "/index.html", "/a?b=c", "/%C3%A9"];
    assert_eq!(difference(before, after, &agents, &paths), None);
}
