//! Words that must not come back to what people read.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{root, rust_files_below};

/// What sounds like a translation, or names a thing by two names.
const BANNED: [&str; 12] = [
    "whoever",
    "octet",
    "is told",
    "are told",
    "told of",
    "tells of",
    "in vain",
    "aught",
    "for so severe",
    "that of which",
    "can be had",
    "nothing need be",
];

/// Pages that people read: all but those that quote others.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !["target", ".git", "fuzz", "tests", "benches", "testdata", "results"]
                .contains(&name)
            {
                pages(&path, found);
            }
        } else if path.extension().is_some_and(|ending| ending == "md") && name != "CONTRIBUTING.md"
        {
            found.push(path);
        }
    }
}

/// The texts in a source file: what stands between quotation marks, and the help.
fn texts(source: &str) -> String {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let is_text = |line: &&str| {
        let line = line.trim_start();
        line.contains('"') || line.starts_with("///") || !line.contains(['{', ';', '('])
    };
    code.lines().filter(is_text).collect::<Vec<_>>().join("\n")
}

#[test]
fn words_that_must_not_come_back() {
    let mut files = Vec::new();
    pages(&root(), &mut files);
    let sources = ["maycrawl-cli/src", "maycrawl-report/src", "maycrawl-lint/src/rules"]
        .map(|folder| root().join("crates").join(folder));
    files.extend(sources.iter().flat_map(|folder| rust_files_below(folder)));
    let mut found = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let text =
            if path.extension().is_some_and(|ending| ending == "rs") { texts(&text) } else { text };
        let text = text.to_lowercase();
        let banned = BANNED.iter().filter(|word| {
            text.match_indices(*word).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
        });
        found.extend(banned.map(|word| format!("{}: {word}", path.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
