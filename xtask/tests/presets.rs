//! Presets are named in one registry; all other code asks the knobs of a dialect.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

use std::fs;
use std::path::{Path, PathBuf};

use maycrawl::dialect::Preset;

/// Where something else has the name of a preset: values of knobs, operators of crawlers.
const HAS_OTHER_NAMES: [&str; 4] = [
    "crates/maycrawl-lint/src/file/agent_shape.rs",
    "crates/maycrawl/src/dialect.rs",
    "crates/maycrawl/src/knobs.rs",
    "crates/maycrawl/src/dialect/presets.rs",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Whether a line of code names a preset, or compares with one.
fn names_a_preset(line: &str) -> bool {
    let quotes = |preset: &Preset| line.contains(&format!("\"{}\"", preset.name));
    let is_compared =
        |mark: &str| line.split(mark).skip(1).any(|after| is_preset(after.trim_start()));
    Preset::ALL.iter().any(quotes) || is_compared("== ") || is_compared("!= ")
}

/// Whether a text begins with the constant of a preset and goes no further.
fn is_preset(text: &str) -> bool {
    let constant = text.trim_start_matches(['&', '*']).strip_prefix("Dialect::");
    constant.is_some_and(|rest| {
        let is_name = |char: &char| char.is_ascii_uppercase() || matches!(char, '0'..='9' | '_');
        let len = rest.chars().take_while(is_name).count();
        len > 0 && !rest[len..].starts_with('.')
    })
}

#[test]
fn presets_are_named_in_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        let mut files = Vec::new();
        sources(&entry.unwrap().path().join("src"), &mut files);
        for file in files {
            let name = file.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            if HAS_OTHER_NAMES.contains(&&*name) {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            // What follows are tests.
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let lines = code.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
            found.extend(
                lines
                    .filter(|line| names_a_preset(line))
                    .map(|line| format!("{name}: {}", line.trim())),
            );
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
