//! What must hold of the linter, its fixes and the formatter, for any file.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

use maycrawl::{Agent, Document};
use maycrawl_lint::{
    Applicability, Finding, Known, Repaired, Settings, format, lint, repair, says_the_same, score,
};
use proptest::prelude::*;
use testkit::answers::difference;
use testkit::generate;

fn findings(document: &Document) -> Vec<Finding> {
    lint(document, &Known::default(), &Settings::default())
}

/// The agents that are asked about: named, by fallback, pooled, and nobody.
fn agents() -> [Agent; 6] {
    [
        Agent::token("*"),
        Agent::token("Foo"),
        Agent::token("FooBot"),
        Agent::first_of(["Foo", "Bar"]),
        Agent::any_of(["Foo", "Bar", "FooBot"]),
        Agent::token("Bar").ignoring_global(true),
    ]
}

/// Asserts that two files give the same answers in every preset.
fn assert_same(before: &[u8], after: &[u8], paths: &[Vec<u8>]) -> Result<(), TestCaseError> {
    let difference = difference(before, after, &agents(), paths);
    prop_assert!(difference.is_none(), "{:?} {:?}", difference, Document::parse(after));
    Ok(())
}

fn paths() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(generate::path(), 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    #[test]
    fn any_octets_are_linted_with_spans_in_bounds(
        octets in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let document = Document::parse(&octets);
        for finding in findings(&document) {
            let related = finding.related.iter().map(|(span, _)| *span);
            for span in related.chain([finding.span]) {
                prop_assert!(span.start <= span.end && span.end as usize <= octets.len());
            }
        }
    }

    #[test]
    fn safe_fixes_change_nothing_that_the_file_says(
        robots in generate::robots(),
        paths in paths(),
    ) {
        let repaired = repair(&robots, Applicability::Safe, findings);
        assert_same(&robots, &repaired.source, &paths)?;
    }

    #[test]
    fn fixes_come_to_an_end(robots in generate::robots()) {
        let repaired = repair(&robots, Applicability::Unsafe, findings);
        let again = repair(&repaired.source, Applicability::Unsafe, findings);
        let told = |one: &Repaired| -> Vec<_> {
            one.applied.iter().map(|one| (one.rule.name, one.line)).collect()
        };
        prop_assert!(again.applied.is_empty(), "{:?} then {:?}", told(&repaired), told(&again));
    }

    #[test]
    fn the_formatter_changes_nothing_that_the_file_says(
        robots in generate::robots(),
        paths in paths(),
        sort in any::<bool>(),
    ) {
        let formatted = format(&robots, sort);
        assert_same(&robots, &formatted.source, &paths)?;
        prop_assert_eq!(format(&formatted.source, sort).source, formatted.source);
    }

    /// What is proved holds: of files that lack a line, or two.
    #[test]
    fn files_that_say_the_same_answer_the_same(
        robots in generate::robots(),
        lost in prop::collection::vec(0_usize..12, 1..3),
        paths in paths(),
    ) {
        let document = Document::parse(&robots);
        let kept = document.lines().enumerate().filter(|(index, _)| !lost.contains(index));
        let shorter: Vec<u8> = kept.flat_map(|(_, line)| [line.text(), b"\n"].concat()).collect();
        if says_the_same(&robots, &shorter) {
            assert_same(&robots, &shorter, &paths)?;
        }
    }
}

/// Asserts whether it is proved that a file without the lines marked with `-`
/// says the same.
#[track_caller]
fn check_same(marked: &str, expected: bool) {
    let unmarked = |line| str::strip_prefix(line, "-").unwrap_or(line);
    let before: Vec<_> = marked.lines().map(unmarked).collect();
    let after: Vec<_> = marked.lines().filter(|line| !line.starts_with('-')).collect();
    assert_eq!(says_the_same(before.join("\n").as_bytes(), after.join("\n").as_bytes()), expected);
}

#[test]
fn a_rule_may_go_if_another_decides_the_same() {
    check_same("User-agent: *\nDisallow: /a\n-Disallow: /a/b", true);
    check_same("User-agent: *\n-Disallow: /a/b\nDisallow: /a", true);
    check_same("User-agent: *\nDisallow: /a\n-Disallow: /a", true);
    check_same("User-agent: *\n-Disallow: /b\nDisallow: /a", false);
    // Something of the other kind comes between them in rank.
    check_same("User-agent: *\nDisallow: /a\nAllow: /a/b\n-Disallow: /a/b/c", false);
    // It may be in another group: an agent may obey both.
    check_same("User-agent: A\nDisallow: /a\n-Disallow: /a/b/c\nUser-agent: B\nAllow: /a/b", false);
    // Wildcards are literal in the draft of 1996.
    check_same("User-agent: *\nDisallow: /a*b\n-Disallow: /acb", false);
    // The rule ends the list of agents.
    check_same("User-agent: A\n-Disallow:\nUser-agent: B\nDisallow: /", false);
    check_same("User-agent: *\nDisallow: /a\n-Noindex: /b\n-# why", true);
    check_same("User-agent: *\nDisallow: /a\n-Crawl-delay: 5", false);
    check_same("User-agent: *\nDisallow: /a\n-\nUser-agent: B\nDisallow: /b", true);
}

/// A star after a dollar sign keeps it from being the end of the URL.
#[test]
fn a_needed_star_is_left_alone() {
    let file = Document::parse("User-agent: *\nDisallow: /a$*");
    assert!(findings(&file).iter().all(|finding| finding.rule.name != "path-needless-star"));
}

/// Whether a group forbids everything is decided, not read off its text.
#[test]
fn groups_that_forbid_everything() {
    const RULES: [&str; 3] =
        ["agent-search-and-training", "agent-search-engine-blocked", "signal-contradiction"];
    let named = ["User-agent: GPTBot", "User-agent: OAI-SearchBot", "User-agent: Googlebot"];
    for (rules, expected) in [
        ("Disallow: /", true),
        ("Disallow: *", true),
        ("Disallow: /**", true),
        ("Disallow: /*\nAllow: /", true),
        ("Disallow: /\nAllow: page", true),
        ("Disallow: /\nAllow:", true),
        ("Disallow: /\nAllow: /", false),
        ("Disallow: /\nAllow: /page", false),
        ("Disallow: /$\nDisallow: /c", false),
        ("Disallow:", false),
    ] {
        let found = |agents: &[&str], names: &[&str]| -> Vec<bool> {
            let text = format!("{}\nContent-Signal: ai-train=yes\n{rules}", agents.join("\n"));
            let found = findings(&Document::parse(&text));
            let is_found = |name: &&str| found.iter().any(|finding| finding.rule.name == *name);
            names.iter().map(is_found).collect()
        };
        assert_eq!(found(&named, &RULES), [expected; 3], "{rules}");
        let global = found(&["User-agent: *"], &["group-blocks-everything"]);
        assert_eq!(global, [expected], "{rules}");
    }
}

#[test]
fn settings_choose_rules() {
    let file = Document::parse("User-agent: *\nDisallow: private/\nNoindex: /old/");
    let names = |settings: &Settings| -> Vec<_> {
        let found = lint(&file, &Known::default(), settings);
        found.iter().map(|finding| (finding.rule.name, finding.severity.name())).collect()
    };
    let path = ("path-no-leading-slash", "error");
    let mut settings = Settings::default();
    assert_eq!(names(&settings), [path, ("directive-dead", "warning")]);
    settings.ignore("path").unwrap();
    assert_eq!(names(&settings), [("directive-dead", "warning")]);
    settings.set_severity("X001", maycrawl_lint::Severity::Error).unwrap();
    assert_eq!(names(&settings), [("directive-dead", "error")]);
    settings.select(&["path-no-leading-slash"]).unwrap();
    assert_eq!(names(&settings), [path]);
}

#[test]
fn a_score_has_a_formula() {
    let of = |file: &str| score(&findings(&Document::parse(file))).points;
    assert_eq!(of("User-agent: *\nDisallow: /private/"), 100);
    assert_eq!(of("User-agent: GPTBot\nDisallow: /"), 100);
    assert_eq!(of("User-agent: *\nDisallow: private/"), 90);
    assert_eq!(of("User-agent: *\nDisallow: /a/\nNoindex: /b/"), 97);
    // No group of rules costs more than 30.
    assert_eq!(of("User-agent: *\nDisallow: a/\nDisallow: b/\nDisallow: c/\nDisallow: d/"), 70);
}

#[test]
fn places_are_counted_as_editors_do() {
    let file = Document::parse("\u{FEFF}User-agent: *\r\nDisallow: /\u{1F600}é x\n");
    let positions = maycrawl_lint::Positions::new(&file);
    let at = |text: &str| {
        let source = file.source();
        let offset = source.windows(text.len()).position(|part| part == text.as_bytes()).unwrap();
        let place = positions.of(u32::try_from(offset).unwrap());
        (place.line, place.column, place.utf16_column)
    };
    assert_eq!(at("User"), (1, 1, 1));
    assert_eq!(at("Disallow"), (2, 1, 1));
    assert_eq!(at(" x"), (2, 18, 15));
}
