//! Files to lint, fix or format.

use std::collections::HashSet;
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
            let found = walk(path, args)?;
            if found.is_empty() {
                let folder = path.display();
                return Err(Failure::input(format!(
                    "there is no robots.txt in {folder}; name a file, or give --include GLOB if it has another name"
                )));
            }
            found
        } else {
            vec![path.strip_prefix("./").unwrap_or(path).to_path_buf()]
        };
        files.extend(found.into_iter().filter(|file| seen.insert(file.clone())));
    }
    Ok(files)
}

fn walk(folder: &Path, args: &FolderArgs) -> Result<Vec<PathBuf>, Failure> {
    let include = globs(folder, &args.include, "--include")?;
    let exclude = globs(folder, &args.exclude, "--exclude")?;
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
            let path = entry.into_path();
            files.push(path.strip_prefix("./").map(Path::to_path_buf).unwrap_or(path));
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
