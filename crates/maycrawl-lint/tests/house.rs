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
