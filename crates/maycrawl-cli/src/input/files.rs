//! Files to lint, fix or format.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use crate::failure::Failure;
use crate::input;

/// The files, in order: those that are named, and each `robots.txt` of folders that are
/// named, except what ignore files exclude.
pub(crate) fn expand(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !input::is_stdin(path) && path.is_dir() {
            let before = files.len();
            walk(path, &mut files)?;
            if files.len() == before {
                let folder = path.display();
                return Err(Failure::input(format!(
                    "there is no robots.txt in {folder}; name a file, if it is called otherwise"
                )));
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let mut walker = WalkBuilder::new(folder);
    walker.require_git(false).sort_by_file_path(Path::cmp);
    for entry in walker.build() {
        let entry = entry.map_err(|error| Failure::input(format!("cannot read {error}")))?;
        if entry.file_name() == "robots.txt" && entry.file_type().is_some_and(|kind| kind.is_file())
        {
            let path = entry.into_path();
            files.push(path.strip_prefix("./").map(Path::to_path_buf).unwrap_or(path));
        }
    }
    Ok(())
}
