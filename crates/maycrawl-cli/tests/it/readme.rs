//! The README and the guide show what the command prints.
//!
//! Every `sh` block of a page is run, line by line and from first to last, in a
//! folder that holds the examples. The `text` block after it shows what its lines
//! print, one after the other. A block whose fence names a file, as in
//! `toml policy.toml`, is written there first. Lines of other programs are left
//! out.
//!
//! `INSTA_UPDATE=always` makes the pages show what is printed now, as it does with
//! snapshots.

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::{command, finish, folder, root};

/// One block of code of a page.
struct Block {
    language: String,
    /// The file that it is, where its fence names one.
    file: Option<String>,
    /// Where in the page its text stands.
    at: Range<usize>,
}

/// The blocks of a page, in order.
fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    let mut at = 0;
    for line in page.split_inclusive('\n') {
        let begin = at;
        at += line.len();
        let Some(fence) = line.strip_prefix("```") else { continue };
        if let Some(mut block) = open.take() {
            block.at.end = begin;
            blocks.push(block);
        } else {
            let mut fence = fence.split_whitespace().map(str::to_owned);
            let language = fence.next().unwrap_or_default();
            open = Some(Block { language, file: fence.next(), at: at..at });
        }
    }
    assert!(open.is_none(), "a block of code does not end");
    blocks
}

/// The words of a command line; what stands in single quotes is not split.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    for character in line.chars() {
        match character {
            '\'' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            ' ' if !is_quoted => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    assert!(!is_quoted, "a quotation mark stands alone: {line}");
    words.extend(word);
    words
}

/// The arguments of a line that runs maycrawl; none, if another program runs.
fn arguments(line: &str) -> Option<Vec<String>> {
    match line.strip_prefix("cargo run ") {
        Some(built) => built.split_once(" -- ").map(|(_, rest)| words(rest)),
        None => line.strip_prefix("maycrawl ").map(words),
    }
}

/// Runs the commands of a page, and gives how many blocks of output it compared.
fn run_page(path: &Path) -> usize {
    let name = path.strip_prefix(root()).unwrap().display();
    let page = fs::read_to_string(path).unwrap();
    let mut updated = page.clone();
    let folder = folder(&[]);
    copy_examples(folder.path());
    let mut compared = 0;
    let blocks = blocks(&page);
    for (index, block) in blocks.iter().enumerate() {
        let text = &page[block.at.clone()];
        if let Some(file) = &block.file {
            fs::write(folder.path().join(file), text).unwrap();
        }
        if block.language != "sh" {
            continue;
        }
        let mut printed = String::new();
        for line in text.lines() {
            let Some(arguments) = arguments(line) else { continue };
            let ran = finish(command().current_dir(folder.path()).args(arguments), b"");
            assert_ne!(ran.code, 2, "{name}: {line}\n{}", ran.stderr);
            // A terminal shows both; notes come before answers.
            printed.push_str(&ran.stderr);
            printed.push_str(&ran.stdout);
        }
        let Some(shown) = blocks.get(index + 1).filter(|next| next.language == "text") else {
            continue;
        };
        if is_updating() {
            // What comes before may have grown or shrunk; what comes after has not.
            let end = updated.len() - (page.len() - shown.at.end);
            updated.replace_range(end - shown.at.len()..end, &printed);
        } else {
            assert_eq!(printed, page[shown.at.clone()], "{name}: {text}");
        }
        compared += 1;
    }
    if updated != page {
        fs::write(path, updated).unwrap();
    }
    compared
}

/// Whether files show what is printed now.
fn is_updating() -> bool {
    std::env::var_os("INSTA_UPDATE").is_some_and(|value| value == "always")
}

/// The picture of a terminal in the README.
#[test]
fn the_picture_shows_real_output() {
    let mut session = String::new();
    for line in [
        "maycrawl check --robots news.txt --agent GPTBot https://news.example/a",
        "maycrawl lint news.txt",
    ] {
        let colour = ["--color", "always"].map(str::to_owned);
        let mut command = command();
        command.current_dir(root().join("examples")).args(arguments(line).unwrap()).args(colour);
        let printed = finish(&mut command, b"").stdout;
        let _ = write!(session, "\x1b[1m$ {line}\x1b[0m\n{printed}\n");
    }
    let drawn = anstyle_svg::Term::new().render_svg(session.trim_end());
    let path = root().join("docs/session.svg");
    if is_updating() {
        fs::write(&path, &drawn).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), drawn);
}

fn copy_examples(folder: &Path) {
    fs::create_dir(folder.join("examples")).unwrap();
    for entry in fs::read_dir(root().join("examples")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.join("examples").join(entry.file_name())).unwrap();
    }
}

#[test]
fn the_readme_shows_real_output() {
    let compared = run_page(&root().join("README.md"));
    assert!(compared >= 2, "the README shows {compared} commands with their output");
}

#[test]
fn the_guide_shows_real_output() {
    let mut pages: Vec<PathBuf> = fs::read_dir(root().join("docs/guide"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    let compared: Vec<_> = pages.iter().map(|page| run_page(page)).collect();
    assert!(compared.iter().sum::<usize>() >= 40, "{pages:?} compare {compared:?}");
}

#[test]
fn quotes_hold_words_together() {
    let line = "maycrawl check --agent 'Sogou web spider' '/a b' ''";
    assert_eq!(arguments(line).unwrap(), ["check", "--agent", "Sogou web spider", "/a b", ""]);
    assert_eq!(arguments("cargo run --quiet -- lint .").unwrap(), ["lint", "."]);
    assert_eq!(arguments("curl -s https://example.com/robots.txt | maycrawl lint -"), None);
}

/// Its first two shell lines are the two commands that do everything.
#[test]
fn the_readme_begins_with_the_two_commands() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let shell: Vec<_> = text
        .split("```sh\n")
        .skip(1)
        .filter_map(|block| block.split("```").next())
        .flat_map(str::lines)
        .collect();
    assert!(shell[0].starts_with("cargo run "), "{}", shell[0]);
    assert_eq!(shell[1], "cargo xtask test");
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(ci.contains(shell[1]));
}
