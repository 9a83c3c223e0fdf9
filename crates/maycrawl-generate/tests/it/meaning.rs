//! A file does what its plan means.

use std::collections::HashSet;

use maycrawl::{Document, Robots, UrlPath};
use maycrawl_crawlers::Catalogue;
use maycrawl_generate::{Choice, Comments, PRESETS, Plan, Preset};
use maycrawl_lint::{LineOrder, LintContext, Settings, Severity, Site, format, lint};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::oracle::{ENGINES, Meaning, decides};
use crate::plans::choice;

/// Paths that rules of presets and of random plans tell apart.
const PATHS: [&str; 24] = [
    "/",
    "/a",
    "/a/",
    "/a/b",
    "/a/b/c.pdf",
    "/b",
    "/b?x=1",
    "/b?y=2&x=1",
    "/c.pdf",
    "/c.pdf?x=1",
    "/a%20b",
    "/search",
    "/search?q=a",
    "/search/a",
    "/admin/",
    "/login",
    "/wp-admin/admin-ajax.php",
    "/wp-admin/a",
    "/core/a.css",
    "/core/a",
    "/w/index.php?title=A",
    "/images/dogs.jpg",
    "/private_file.html",
    "/collections/a?sort_by=b",
];

fn check_file(choices: &[Choice], file: &str) {
    let meaning = Meaning::of(choices);
    for (name, engine) in &ENGINES {
        let robots = Robots::parse(file, engine);
        let paths = PATHS.map(|path| UrlPath::parse(path, engine));
        // Most crawlers have the rules and the meaning of others.
        let mut seen = HashSet::new();
        for crawler in Catalogue::built_in().crawlers() {
            let Some(own) = meaning.own(crawler, engine) else { continue };
            let rules = robots.rules(&crawler.agent());
            let lines: Vec<u32> = rules.rule_lines().map(|rule| rule.line()).collect();
            let about: Vec<*const Choice> =
                own.iter().map(|choice| std::ptr::from_ref(*choice)).collect();
            if !seen.insert((lines, about)) {
                continue;
            }
            for (text, path) in PATHS.iter().zip(&paths) {
                let expected = decides(&own, &meaning.everyone, text);
                let allowed = rules.check(path).is_allowed();
                assert_eq!(
                    allowed,
                    expected,
                    "{name}: {} {text}\n{choices:#?}\n{file}",
                    crawler.token()
                );
            }
        }
    }
}

/// Lints clean, and has the form that the formatter gives.
fn check_form(file: &str) {
    let agents = ["OurBot".to_owned(), "Our-Other_Bot".to_owned()];
    let known = LintContext { agents: &agents, ..LintContext::default() };
    // A plan may mean to block everyone.
    let mut settings = Settings::default();
    settings.set_site(Site::Private);
    let findings = lint(&Document::parse(file), &known, &settings);
    let bad: Vec<_> = findings.iter().filter(|one| one.severity >= Severity::Warning).collect();
    assert!(bad.is_empty(), "{bad:#?}\n{file}");
    assert_eq!(String::from_utf8(format(file.as_bytes(), LineOrder::Source).source).unwrap(), file);
}

#[test]
fn every_preset_does_what_it_means() {
    let catalogue = Catalogue::built_in();
    assert!(PRESETS.len() >= 25);
    for preset in PRESETS {
        let choices = Preset::choices(&preset.example(), catalogue).unwrap();
        let plan = Plan::new(&choices, catalogue)
            .unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        for file in [plan.write(Comments::Include), plan.write(Comments::Omit)] {
            check_form(&file);
        }
        check_file(&choices, &plan.write(Comments::Include));
    }
}

#[test]
fn random_plans_do_what_they_mean() {
    let catalogue = Catalogue::built_in();
    let mut runner = TestRunner::deterministic();
    let strategy = prop::collection::vec(choice(), 1..9);
    let (mut settled, mut refused) = (0, 0);
    while settled < 1000 {
        let choices = strategy.new_tree(&mut runner).unwrap().current();
        let Ok(plan) = Plan::with_any_token(&choices, catalogue) else {
            refused += 1;
            continue;
        };
        settled += 1;
        let file = plan.write(Comments::Include);
        check_file(&choices, &file);
        check_form(&file);
        check_form(&plan.write(Comments::Omit));
        assert_eq!(
            Plan::with_any_token(&choices, catalogue).unwrap().write(Comments::Include),
            file
        );
    }
    assert!(refused < 2 * settled, "{refused} plans were refused");
}
