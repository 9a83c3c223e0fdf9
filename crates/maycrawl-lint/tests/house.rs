//! How the crate is laid out, read from its source.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use maycrawl_lint::RULES;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The Rust files of a folder: their names without the ending, and their text.
fn files(folder: &Path) -> Vec<(String, String)> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let rust = paths.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let mut files: Vec<_> = rust
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// The files of rules: their names, as modules, and their text.
fn rules() -> Vec<(String, String)> {
    let mut rules = files(&source().join("rules"));
    rules.retain(|(name, _)| name != "tests");
    rules
}

#[test]
fn every_file_of_a_rule_is_registered() {
    let files: BTreeSet<_> = rules().into_iter().map(|(name, _)| name.replace('_', "-")).collect();
    let registered: BTreeSet<_> = RULES.iter().map(|rule| rule.name.to_owned()).collect();
    assert_eq!(files, registered);
}

/// What a rule needs of another belongs to the file as rules look at it, or to a
/// module below the rules.
#[test]
fn no_rule_refers_to_another() {
    for (name, text) in rules() {
        let code: Vec<_> = text.lines().filter(|line| !line.trim().starts_with("//")).collect();
        let code = code.join("\n");
        for other in ["super::", "crate::rules", "self::"] {
            assert!(!code.contains(other), "{name} refers to {other}");
        }
    }
}

/// The modules of the crate, so that each imports only those before it.
const ORDER: [&str; 28] = [
    "text",
    "fields",
    "budget",
    "error",
    "context",
    "equivalence",
    "changes",
    "openings",
    "standing",
    "policy",
    "severity",
    "rule_group",
    "file",
    "fix",
    "diagnostic",
    "misnamed",
    "ignore",
    "rule",
    "effect",
    "prelude",
    "rules",
    "settings",
    "finding",
    "lint",
    "score",
    "refusal",
    "repair",
    "format",
];

#[test]
fn modules_import_one_way() {
    let place = |module: &str| ORDER.iter().position(|one| *one == module);
    let mut modules = files(&source());
    for folder in ["file", "rules"] {
        let parts = files(&source().join(folder)).into_iter();
        let parts = parts.filter(|(name, _)| name != "tests");
        modules.extend(parts.map(|(_, text)| (folder.to_owned(), text)));
    }
    for (module, text) in modules.into_iter().filter(|(module, _)| module != "lib") {
        let own = place(&module).unwrap_or_else(|| panic!("{module} has no place in the order"));
        for line in text.lines().filter(|line| !line.trim().starts_with("//")) {
            for import in line.split("crate::").skip(1) {
                let name = import.split(|char: char| !char.is_alphanumeric() && char != '_');
                let name = name.into_iter().next().unwrap_or_default();
                let is_before = place(name).is_some_and(|other| other < own);
                assert!(is_before || name == module, "{module} imports {name}: {line}");
            }
        }
    }
}
