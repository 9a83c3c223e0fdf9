//! The README shows what the command prints.

use crate::{root, run};

/// Runs every `maycrawl check` of the README's shell blocks that a text block
/// follows, and compares.
#[test]
fn the_readme_shows_real_output() {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut compared = 0;
    let mut blocks = text.split("```").skip(1).step_by(2).peekable();
    while let Some(block) = blocks.next() {
        let Some(shell) = block.strip_prefix("sh\n") else { continue };
        let Some(shown) = blocks.peek().and_then(|next| next.strip_prefix("text\n")) else {
            continue;
        };
        let line = shell.lines().next().unwrap();
        let (_, words) = line.split_once(" -- ").unwrap_or(("", line));
        let words = words.strip_prefix("maycrawl ").unwrap_or(words);
        let words: Vec<_> = words.split_whitespace().map(|word| word.trim_matches('\'')).collect();
        assert_eq!(run(words).stdout, shown, "{shell}");
        compared += 1;
    }
    assert!(compared >= 2, "the README shows {compared} commands with their output");
}

/// Its first two shell lines are the two commands that do everything.
#[test]
fn the_readme_begins_with_the_two_commands() {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let shell: Vec<_> = text
        .split("```sh\n")
        .skip(1)
        .filter_map(|block| block.split("```").next())
        .flat_map(str::lines)
        .collect();
    assert!(shell[0].starts_with("cargo run "), "{}", shell[0]);
    assert_eq!(shell[1], "cargo xtask test");
    let ci = std::fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(ci.contains(shell[1]));
}
