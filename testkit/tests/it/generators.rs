//! The generators reach what they are meant to reach.

use std::collections::BTreeMap;

use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, proptest};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use testkit::generate;
use testkit::naive::{check, normal_path};

#[test]
fn questions_meet_rules() {
    const SAMPLES: usize = 4000;
    let mut runner = TestRunner::deterministic();
    let question = (generate::robots(), generate::asker(), generate::url(), generate::dialect());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..SAMPLES {
        let tree = question.new_tree(&mut runner).unwrap();
        let (robots, asker, url, dialect) = tree.current();
        let answer = check(&robots, &asker, &url, &dialect);
        let kind = match (answer.line, answer.allowed) {
            (0, _) => "no rule",
            (_, true) => "allowed by a rule",
            (_, false) => "disallowed by a rule",
        };
        *counts.entry(kind).or_default() += 1;
        *counts.entry("undefined").or_default() += usize::from(answer.undefined);
        *counts.entry("preset").or_default() += usize::from(dialect.name().is_some());
    }
    let at_least = |kind: &str, percent: usize| {
        assert!(counts[kind] * 100 >= SAMPLES * percent, "{kind} is rare: {counts:?}");
    };
    at_least("no rule", 20);
    at_least("allowed by a rule", 10);
    at_least("disallowed by a rule", 10);
    at_least("preset", 50);
    assert!(counts["undefined"] > 0, "{counts:?}");
}

proptest! {
    #[test]
    fn any_question_has_an_answer(
        robots in generate::robots(),
        asker in generate::asker(),
        url in generate::url(),
        dialect in generate::dialect(),
    ) {
        let answer = check(&robots, &asker, &url, &dialect);
        prop_assert!(answer.allowed || answer.line > 0, "only a rule disallows");
        prop_assert!(!answer.undefined || dialect.paths.reports_undefined);
        prop_assert!(normal_path(&url, &dialect).starts_with(b"/"));
    }

    #[test]
    fn a_path_is_what_it_is_in_a_url(path in generate::path(), dialect in generate::preset()) {
        // But for `//host`, which Google's parser skips.
        if !path.starts_with(b"//") {
            let url = [b"https://e.com", &path[..]].concat();
            prop_assert_eq!(normal_path(&path, &dialect), normal_path(&url, &dialect));
        }
    }
}
