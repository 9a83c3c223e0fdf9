//! The table of crates in ARCHITECTURE.md, held true.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test names itself and may fail"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Which crate may depend on which others of the workspace.
const MAY_DEPEND_ON: &[(&str, &[&str])] = &[
    ("maycrawl", &[]),
    ("maycrawl-url", &["maycrawl"]),
    ("maycrawl-crawlers", &["maycrawl"]),
    ("maycrawl-lint", &["maycrawl", "maycrawl-crawlers"]),
    ("maycrawl-fetch", &["maycrawl", "maycrawl-url"]),
    ("maycrawl-batch", &["maycrawl", "maycrawl-crawlers", "maycrawl-lint"]),
    ("maycrawl-generate", &["maycrawl", "maycrawl-crawlers"]),
    (
        "maycrawl-report",
        &[
            "maycrawl",
            "maycrawl-url",
            "maycrawl-crawlers",
            "maycrawl-lint",
            "maycrawl-fetch",
            "maycrawl-generate",
        ],
    ),
    (
        "maycrawl-api",
        &[
            "maycrawl",
            "maycrawl-url",
            "maycrawl-crawlers",
            "maycrawl-lint",
            "maycrawl-generate",
            "maycrawl-report",
        ],
    ),
    (
        "maycrawl-server",
        &[
            "maycrawl",
            "maycrawl-url",
            "maycrawl-crawlers",
            "maycrawl-fetch",
            "maycrawl-report",
            "maycrawl-api",
        ],
    ),
    (
        "maycrawl-cli",
        &[
            "maycrawl",
            "maycrawl-url",
            "maycrawl-crawlers",
            "maycrawl-lint",
            "maycrawl-fetch",
            "maycrawl-generate",
            "maycrawl-report",
            "maycrawl-server",
        ],
    ),
    ("testkit", &["maycrawl"]),
    (
        "xtask",
        &[
            "maycrawl",
            "maycrawl-api",
            "maycrawl-crawlers",
            "maycrawl-lint",
            "maycrawl-fetch",
            "maycrawl-generate",
            "maycrawl-report",
            "maycrawl-server",
            "testkit",
        ],
    ),
];

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
    let listed: BTreeSet<_> = MAY_DEPEND_ON.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(packages().into_keys().collect::<BTreeSet<_>>(), listed);
}

#[test]
fn dependencies_point_one_way() {
    let packages = packages();
    for (name, allowed) in MAY_DEPEND_ON {
        for dependency in packages[*name].normal.iter().filter(|one| packages.contains_key(*one)) {
            assert!(
                allowed.contains(&dependency.as_str()),
                "{name} must not depend on {dependency}"
            );
        }
    }
}

#[test]
fn bindings_depend_on_what_they_show() {
    let bindings = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings");
    for (name, expected) in BINDINGS {
        let manifest = std::fs::read_to_string(bindings.join(name).join("Cargo.toml")).unwrap();
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

/// The table in ARCHITECTURE.md names the same crates and dependencies.
#[test]
fn the_document_shows_the_same_table() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    for (name, allowed) in MAY_DEPEND_ON {
        let row = text
            .lines()
            .find(|line| line.starts_with(&format!("| `{name}` |")))
            .unwrap_or_else(|| panic!("ARCHITECTURE.md has no row for {name}"));
        let shown = row.trim_end_matches('|').rsplit('|').next().unwrap().trim();
        let expected = match allowed {
            [] => "–".to_owned(),
            _ => allowed.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", "),
        };
        assert_eq!(shown, expected, "{name}");
    }
}
