//! Which file a path leads to, by whatever name.

use std::fs;
use std::path::Path;
#[cfg(not(unix))]
use std::path::PathBuf;

/// A regular file. Links and hard links to it have the same id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileId(Inner);

#[cfg(unix)]
type Inner = (u64, u64);
#[cfg(not(unix))]
type Inner = PathBuf;

impl FileId {
    /// The file at a path; `None` if there is no regular file.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        inner(path, &metadata).map(Self)
    }
}

/// The device and the number of the file on it.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere there may be none")]
fn inner(_: &Path, metadata: &fs::Metadata) -> Option<Inner> {
    use std::os::unix::fs::MetadataExt as _;
    Some((metadata.dev(), metadata.ino()))
}

/// The path without links.
#[cfg(not(unix))]
fn inner(path: &Path, _: &fs::Metadata) -> Option<Inner> {
    fs::canonicalize(path).ok()
}
