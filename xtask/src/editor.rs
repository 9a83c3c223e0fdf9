//! `cargo xtask editor`: bundles the editor of the web page, from sources and packages of npm.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::builds::run as run_command;
use crate::{Outcome, npm, root};

const SOURCES: &str = "crates/maycrawl-server/editor";
const BUNDLE: &str = "crates/maycrawl-server/web/vendor";
const FILES: [&str; 2] = ["editor.js", "editor.LICENSES.txt"];

/// Writes the bundle and its licences anew.
pub(crate) fn write() -> Outcome {
    let made = make()?;
    for name in FILES {
        copy(&made.join(name), &root().join(BUNDLE).join(name))?;
    }
    Ok(())
}

/// Says whether the bundle is what its sources make.
pub(crate) fn check() -> Outcome {
    let made = make()?;
    for name in FILES {
        if read(&made.join(name))? != read(&root().join(BUNDLE).join(name))? {
            return Err(format!("not up to date: {BUNDLE}/{name}; run: cargo xtask editor"));
        }
    }
    Ok(())
}

/// Tests the sources and bundles them, all below `target/`. Says where the bundle is.
fn make() -> Result<PathBuf, String> {
    let folder = root().join("target/editor");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    copy_folder(&root().join(SOURCES), &folder)?;
    // esbuild is a package for each platform, and needs no script.
    npm::install(&folder)?;
    run_command(Command::new("node").arg("--test").current_dir(&folder))?;
    run_command(Command::new("node").args(["build.mjs", "made"]).current_dir(&folder))?;
    Ok(folder.join("made"))
}

/// Copies sources; packages that somebody installed beside them stay there.
fn copy_folder(from: &Path, to: &Path) -> Outcome {
    let failed = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name())).map_err(failed)?;
        if name == "node_modules" {
            continue;
        }
        let to = to.join(name);
        if path.is_dir() { copy_folder(&path, &to) } else { copy(&path, &to) }?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Outcome {
    let copied = fs::copy(from, to).map(drop);
    copied.map_err(|error| format!("cannot copy {}: {error}", from.display()))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}
