//! The workspaces of the project agree on versions: what one tests is what another hands out, and the gate
//! compiles it once.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The crates of a lockfile, as names and versions.
fn locked(folder: &str) -> BTreeSet<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let text = fs::read_to_string(root.join(folder).join("Cargo.lock")).unwrap();
    let value = |line: &str| line.split('"').nth(1).map(str::to_owned);
    let names = text.lines().filter(|line| line.starts_with("name = ")).filter_map(value);
    // A version of the file itself has no quotation marks.
    let versions = text.lines().filter(|line| line.starts_with("version = ")).filter_map(value);
    names.zip(versions).collect()
}

/// What stays the same in releases that are compatible, as cargo sees it: `1`, or `0.4`.
fn release(version: &str) -> String {
    let parts = if version.starts_with("0.") { 2 } else { 1 };
    version.split('.').take(parts).collect::<Vec<_>>().join(".")
}

#[test]
fn a_crate_has_one_version_in_all_workspaces() {
    let ours = locked(".");
    assert!(ours.len() > 300, "{}", ours.len());
    for folder in ["bench", "bindings/js/engine", "bindings/python", "fuzz"] {
        let theirs = locked(folder);
        let others = theirs.difference(&ours).filter(|(name, version)| {
            ours.iter().any(|(own, known)| own == name && release(known) == release(version))
        });
        let others: Vec<_> = others.collect();
        assert!(
            others.is_empty(),
            "{folder}/Cargo.lock has other versions than Cargo.lock; choose one with `cargo update --precise`: {others:?}"
        );
    }
}
