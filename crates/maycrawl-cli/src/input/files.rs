//! Files to lint, fix or format.

use std::collections::HashSet;
use std::env;
use std::path::{Path, PathBuf};

use clap::Args;
use ignore::WalkBuilder;
use ignore::overrides::{Override, OverrideBuilder};

use crate::failure::Failure;
use crate::input;

/// Which files of folders are meant.
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
pub(crate) struct FolderArgs {
    /// In folders, also use files that match this glob: '*.robots.txt' or 'robots-*.txt'
    #[arg(long, value_name = "GLOB", value_delimiter = ',')]
    pub(crate) include: Vec<String>,

    /// In folders, leave out files and folders that match this glob, such as 'vendor/'
    #[arg(long, value_name = "GLOB", value_delimiter = ',')]
    pub(crate) exclude: Vec<String>,
}

/// The files, in order and each once: those that are named, and each `robots.txt` of folders that
/// are named, except what ignore files exclude.
pub(crate) fn expand(named: &[PathBuf], args: &FolderArgs) -> Result<Vec<PathBuf>, Failure> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut seen = HashSet::new();
    for path in named {
        let found = if !input::is_stdin(path) && path.is_dir() {
            let found = walk(path, &args.include, &args.exclude)?;
            if found.is_empty() {
                return Err(nothing_in(path, args));
            }
            found
        } else {
            vec![from_here(path)]
        };
        files.extend(found.into_iter().filter(|file| seen.insert(file.clone())));
    }
    Ok(files)
}

/// Why a folder has no file to work on.
fn nothing_in(folder: &Path, args: &FolderArgs) -> Failure {
    // It was walked before, so this is no place for an error.
    let excluded = walk(folder, &args.include, &[]).unwrap_or_default();
    let folder = folder.display();
    Failure::input(match &*excluded {
        [] if args.include.is_empty() => format!(
            "there is no robots.txt in {folder}; name a file, or give --include GLOB if it has another name"
        ),
        [] => format!("there is no robots.txt in {folder}, and --include matches no file in it"),
        [first, ..] => format!(
            "--exclude leaves out every robots.txt in {folder}, such as {}",
            first.display()
        ),
    })
}

/// A path as it is seen from this folder, if it lies in it: reports are then about the same files
/// on every machine.
fn from_here(path: &Path) -> PathBuf {
    let below = if path.is_absolute() {
        env::current_dir().ok().and_then(|here| path.strip_prefix(here).ok())
    } else {
        path.strip_prefix("./").ok()
    };
    below.unwrap_or(path).to_path_buf()
}

fn walk(folder: &Path, include: &[String], exclude: &[String]) -> Result<Vec<PathBuf>, Failure> {
    if let Some(glob) = exclude.iter().find(|glob| glob.starts_with('!')) {
        return Err(Failure::input(format!(
            "--exclude {glob}: a glob of --exclude names what is left out; write it without the !"
        )));
    }
    let include = globs(folder, include, "--include")?;
    let exclude = globs(folder, exclude, "--exclude")?;
    let mut walker = WalkBuilder::new(folder);
    walker.require_git(false).sort_by_file_path(Path::cmp);
    walker.filter_entry(move |entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        !exclude.matched(entry.path(), is_folder).is_whitelist()
    });
    let mut files = Vec::new();
    for entry in walker.build() {
        let entry = entry.map_err(|error| Failure::input(format!("cannot read {error}")))?;
        let is_meant = entry.file_name() == "robots.txt"
            || include.matched(entry.path(), false).is_whitelist();
        if is_meant && entry.file_type().is_some_and(|kind| kind.is_file()) {
            files.push(from_here(entry.path()));
        }
    }
    Ok(files)
}

fn globs(folder: &Path, globs: &[String], option: &str) -> Result<Override, Failure> {
    let wrong = |error: ignore::Error| {
        Failure::input(format!("{option}: {error}; write a glob such as '*.robots.txt'"))
    };
    let mut overrides = OverrideBuilder::new(folder);
    for glob in globs {
        overrides.add(glob).map_err(wrong)?;
    }
    overrides.build().map_err(wrong)
}
