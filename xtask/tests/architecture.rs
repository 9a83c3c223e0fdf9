//! The table of crates in ARCHITECTURE.md, held true.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test names itself and may fail"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Which crate may depend on which others of the workspace, by the table in ARCHITECTURE.md.
fn may_depend_on() -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let (_, table) = text.split_once("| crate | job | may depend on |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let crates = rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        let [name, _, allowed] = cells[..] else { panic!("not three cells: {row}") };
        (name.trim().trim_matches('`').to_owned(), quoted(allowed))
    });
    crates.collect()
}

/// What the packages for other languages, which are workspaces of their own, may show.
const BINDINGS: &[(&str, &[&str])] = &[
    ("js/engine", &["maycrawl-api", "maycrawl-engine-core"]),
    ("js/engine/core", &["maycrawl"]),
    (
        "python",
        &[
            "maycrawl",
            "maycrawl-api",
            "maycrawl-batch",
            "maycrawl-cli",
            "maycrawl-crawlers",
            "maycrawl-fetch",
            "maycrawl-report",
            "maycrawl-url",
        ],
    ),
];

/// Everything that the core may bring with it.
const CORE_BRINGS: &[&str] = &["maycrawl", "memchr", "once_cell", "sfparse"];

struct Package {
    /// Dependencies of the library or program itself, not of its tests.
    normal: BTreeSet<String>,
    is_published: bool,
}

fn packages() -> BTreeMap<String, Package> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter().map(|package| {
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        let normal = dependencies.filter(|dependency| dependency["kind"].is_null());
        let parts = Package {
            normal: normal.map(|one| one["name"].as_str().unwrap().to_owned()).collect(),
            is_published: package["publish"].is_null(),
        };
        (package["name"].as_str().unwrap().to_owned(), parts)
    });
    packages.collect()
}

#[test]
fn every_crate_stands_in_the_table() {
    assert!(packages().into_keys().eq(may_depend_on().into_keys()));
}

#[test]
fn dependencies_point_one_way() {
    let packages = packages();
    for (name, allowed) in may_depend_on() {
        for dependency in packages[&name].normal.iter().filter(|one| packages.contains_key(*one)) {
            assert!(allowed.contains(dependency), "{name} must not depend on {dependency}");
        }
    }
}

#[test]
fn bindings_depend_on_what_they_show() {
    let bindings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings");
    for (name, expected) in BINDINGS {
        let manifest = fs::read_to_string(bindings.join(name).join("Cargo.toml")).unwrap();
        let of_the_project = |line: &str| Some(line.split_once(" = { path")?.0.to_owned());
        let shown: BTreeSet<_> = manifest.lines().filter_map(of_the_project).collect();
        assert_eq!(shown, expected.iter().map(|one| (*one).to_owned()).collect(), "{name}");
    }
}

#[test]
fn what_is_not_published_serves_tests_only() {
    let packages = packages();
    for (name, package) in packages.iter().filter(|(_, package)| package.is_published) {
        for dependency in package.normal.iter().filter_map(|one| packages.get(one)) {
            assert!(dependency.is_published, "{name} is published, but not all that it needs");
        }
    }
}

#[test]
fn the_core_brings_next_to_nothing() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "tree",
            "--package",
            "maycrawl",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--offline",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    let brought: BTreeSet<_> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(brought, CORE_BRINGS.iter().copied().collect());
}
