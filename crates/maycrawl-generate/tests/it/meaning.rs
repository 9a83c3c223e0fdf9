//! A file does what its plan means.

use std::collections::{HashMap, HashSet};

use maycrawl::{Dialect, Document, UrlPath};
use maycrawl_crawlers::{Catalogue, Crawler, Obeys, OwnRobots};
use maycrawl_generate::{Audience, Choice, Comments, Instruction, PRESETS, Plan, Preset};
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

/// Each crawler may fetch what the choices mean, all read as one engine.
fn check_file(choices: &[Choice], file: &str) {
    for (name, engine) in &ENGINES {
        check_crawlers(choices, file, name, |_| *engine);
    }
}

fn check_crawlers(
    choices: &[Choice],
    file: &str,
    name: &str,
    dialect_of: impl Fn(&Crawler) -> Dialect,
) {
    let meaning = Meaning::of(choices);
    let mut robots = OwnRobots::new(file);
    let mut paths = HashMap::new();
    // Most crawlers have the rules and the meaning of others.
    let mut seen = HashSet::new();
    for crawler in Catalogue::built_in().crawlers() {
        let dialect = dialect_of(crawler);
        let Some(own) = meaning.own(crawler, &dialect) else { continue };
        let rules = robots.rules(&crawler.agent(), &dialect);
        let lines: Vec<u32> = rules.rule_lines().map(|rule| rule.line()).collect();
        let about: Vec<*const Choice> =
            own.iter().map(|choice| std::ptr::from_ref(*choice)).collect();
        if !seen.insert((dialect, lines, about)) {
            continue;
        }
        let read = || PATHS.map(|path| UrlPath::parse(path, &dialect));
        for (text, path) in PATHS.iter().zip(paths.entry(dialect).or_insert_with(read)) {
            let expected = decides(&own, &meaning.everyone, text);
            let allowed = rules.check(path).is_allowed();
            let token = crawler.token();
            assert_eq!(allowed, expected, "{name}: {token} {text}\n{choices:#?}\n{file}");
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
        let file = plan.write(Comments::Include);
        check_file(&choices, &file);
        check_crawlers(&choices, &file, "own", Crawler::own_dialect);
    }
}

/// A crawler that is blocked by name is blocked, asked as it reads itself: names with digits, dots and
/// spaces too.
#[test]
fn every_crawler_of_the_catalogue_can_be_blocked_by_its_name() {
    let catalogue = Catalogue::built_in();
    for crawler in catalogue.crawlers() {
        let token = crawler.token();
        let audience = Audience::token(token).unwrap();
        let choices = [Choice::new(audience, Instruction::Block, "--block")];
        let plan =
            Plan::new(&choices, catalogue).unwrap_or_else(|error| panic!("{token}: {error}"));
        let file = plan.write(Comments::Include);
        let is_open = OwnRobots::new(&file).rules_for(crawler).check_url("/").is_allowed();
        // What obeys nothing is left out, with a note.
        assert_eq!(is_open, crawler.obeys() == Obeys::No, "{token}\n{file}");
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
