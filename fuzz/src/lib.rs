//! What the targets have in common.

use maycrawl::{Agent, Dialect, Document, Path, Robots};
use maycrawl_lint::{Finding, Known, Settings, changes};

/// The findings of all rules.
pub fn findings(document: &Document) -> Vec<Finding> {
    maycrawl_lint::lint(document, &Known::default(), &Settings::default())
}

/// Panics if two files give other answers in a preset: on a path of every rule
/// for every agent that they name, on a few other paths, and beside their rules.
pub fn assert_same(before: &[u8], after: &[u8]) {
    assert_eq!(changes(before, after, 1), []);
    for (name, dialect) in Dialect::PRESETS {
        let (old, new) = (Robots::parse(before, dialect), Robots::parse(after, dialect));
        for agent in [Agent::token("*"), Agent::any_of(["a", "b", "Googlebot"])] {
            let (told, tells) = (old.terms(&agent), new.terms(&agent));
            assert_eq!(told.crawl_delay().value, tells.crawl_delay().value, "{name}");
            assert_eq!(told.request_rate().value, tells.request_rate().value, "{name}");
            assert_eq!(told.content_signal().value, tells.content_signal().value, "{name}");
            let (was, is) = (old.rules(&agent), new.rules(&agent));
            for path in ["/", "/a", "/a/b", "/index.html", "/a?b=c", "/%C3%A9"] {
                let path = Path::parse(path, dialect);
                assert_eq!(was.check(&path).is_allowed(), is.check(&path).is_allowed(), "{name}");
            }
        }
    }
}
