//! What single rules say of small files, and where they keep silent.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

mod agents;
mod fields_and_paths;
mod groups;

use maycrawl::Document;
use maycrawl_lint::{
    Applicability, Finding, LintContext, Settings, apply, is_equivalent, lint, repair,
};

/// What a rule finds in a file, whether or not it is pedantic.
fn findings(rule: &str, file: &str) -> Vec<Finding> {
    let mut settings = Settings::default();
    settings.enable(rule).unwrap();
    let mut found = lint(&Document::parse(file), &LintContext::default(), &settings);
    found.retain(|finding| finding.rule.name == rule);
    found
}

/// The only finding of a rule in a file.
#[track_caller]
fn only(rule: &str, file: &str) -> Finding {
    let mut found = findings(rule, file);
    assert_eq!(found.len(), 1, "{rule} in {file}: {found:?}");
    found.pop().unwrap()
}

/// Asserts that a rule finds one thing, with these words in its message or its advice.
#[track_caller]
fn check(rule: &str, file: &str, words: &str) {
    let found = only(rule, file);
    let said = format!("{}; {}", found.message, found.help);
    assert!(said.contains(words), "{rule} says {said:?} about {file:?}, not {words:?}");
}

/// Asserts that a rule finds one thing, says this of it, and names so many other lines.
#[track_caller]
fn check_others(rule: &str, file: &str, words: &str, others: usize) {
    check(rule, file, words);
    let related = only(rule, file).related;
    assert_eq!(related.len(), others, "{related:?}");
}

/// Asserts that a rule says nothing of a file.
#[track_caller]
fn check_silent(rule: &str, file: &str) {
    let said: Vec<_> = findings(rule, file).into_iter().map(|one| one.message).collect();
    assert!(said.is_empty(), "{rule} says {said:?} about {file:?}");
}

/// The file after the first fix of the only finding.
#[track_caller]
fn fixed(rule: &str, file: &str) -> (String, Applicability) {
    let found = only(rule, file);
    let fix = found.fixes.first().unwrap();
    let source = apply(file.as_bytes(), &fix.edits);
    if fix.applicability == Applicability::Safe {
        assert!(is_equivalent(file.as_bytes(), &source));
    }
    (String::from_utf8(source).unwrap(), fix.applicability)
}

/// The file after all fixes, also unsafe ones.
fn repaired(file: &str) -> String {
    let find = |document: &Document| lint(document, &LintContext::default(), &Settings::default());
    String::from_utf8(repair(file.as_bytes(), Applicability::Unsafe, find).source).unwrap()
}
