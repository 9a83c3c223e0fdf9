//! The command as its users meet it.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test names itself and may fail"
)]

mod check;
mod crawlers;
mod edges;
mod exports;
mod failures;
mod fetch;
mod generate;
mod help;
#[cfg(unix)]
mod hooks;
mod house;
mod json;
mod library;
mod lint;
mod messages;
mod network;
mod policy;
mod readme;
#[cfg(all(unix, feature = "serve"))]
mod serve;
mod settings;
mod sites;
mod test;
mod words;

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the command printed and how it ended.
struct Ran {
    stdout: String,
    stderr: String,
    code: i32,
}

/// The command, in the root of the project and untouched by whoever runs the
/// tests.
fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_maycrawl"));
    command.current_dir(root()).env_clear();
    command
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Ran {
    run_with(args, b"")
}

fn run_with<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, stdin: &[u8]) -> Ran {
    finish(command().args(args), stdin)
}

fn finish(command: &mut Command, stdin: &[u8]) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input may have ended already.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    Ran {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code().unwrap(),
    }
}

/// The words of a command line; no quoting.
fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// All files below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files
}

/// Those that hold Rust.
fn rust_files_below(folder: &Path) -> Vec<PathBuf> {
    let is_rust = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "rs");
    files_below(folder).into_iter().filter(is_rust).collect()
}

/// A folder of files that is gone after the test.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}
