//! The only module that writes files: each as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::input;
use crate::streams::Streams;

/// The value of an option that names a file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Destination(PathBuf);

impl From<OsString> for Destination {
    fn from(path: OsString) -> Self {
        Self(path.into())
    }
}

/// Whether a command has an option `--force`, and whether it was given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Force {
    /// There is no such option.
    Unavailable,
    /// It was not given.
    Available,
    /// It was given.
    Given,
}

impl Force {
    /// Of a command that has the option.
    pub(crate) const fn new(is_given: bool) -> Self {
        if is_given { Self::Given } else { Self::Available }
    }

    fn advice(self) -> &'static str {
        match self {
            Self::Unavailable => "name another file",
            Self::Available | Self::Given => "name another file, or replace it with --force",
        }
    }
}

/// What becomes of an existing file, unless `--force` is given.
#[derive(Clone, Copy)]
pub(crate) enum Existing {
    /// It stays, unless it has the same content; and what the user can do.
    Stays(&'static str),
    /// It is replaced if it is empty or of the same kind.
    IsReplaced {
        /// What the kind is called, such as "a baseline".
        kind: &'static str,
        /// Whether a file is of that kind.
        is_kind: fn(&[u8]) -> bool,
    },
}

impl Destination {
    /// The path, for messages.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Whether another path leads to the same place, after links are followed.
    pub(crate) fn is_at(&self, other: &Path) -> bool {
        self.0 == other
            || matches!(
                (fs::canonicalize(&self.0), fs::canonicalize(other)),
                (Ok(own), Ok(other)) if own == other
            )
    }

    /// Another file in the same folder, whose name ends with `suffix`.
    pub(crate) fn with_suffix(&self, suffix: &str) -> Self {
        let mut name = self.0.clone().into_os_string();
        name.push(suffix);
        Self(name.into())
    }

    /// Refuses what is not a file, and a file that this run reads.
    pub(crate) fn check(&self, streams: &Streams, force: Force) -> Result<(), Failure> {
        let refused =
            |why: &str| Err(Failure::input(format!("cannot write {}: {why}", self.0.display())));
        if input::is_stdin(&self.0) {
            return refused("it is not a file name; name a file, or leave the option out");
        }
        let Ok(itself) = fs::symlink_metadata(&self.0) else { return Ok(()) };
        match fs::metadata(&self.0) {
            Err(_) if itself.is_symlink() => {
                refused("it is a link to a file that does not exist; name another file")
            }
            Ok(target) if target.is_dir() => refused("it is a directory; name a file in it"),
            Ok(target) if !target.is_file() => refused("it is a device or a pipe; name a file"),
            _ if force != Force::Given && streams.has_read(&self.0) => {
                refused(&format!("the command also reads it; {}", force.advice()))
            }
            _ => Ok(()),
        }
    }

    /// Writes a file.
    pub(crate) fn write(
        &self,
        streams: &Streams,
        bytes: &[u8],
        existing: Existing,
        force: Force,
    ) -> Result<(), Failure> {
        self.check(streams, force)?;
        if !self.0.exists() {
            return create(&self.0, bytes);
        }
        let before = input::read_file(&self.0)?;
        if before == bytes {
            return Ok(());
        }
        let name = self.0.display();
        match existing {
            _ if force == Force::Given => {}
            Existing::Stays(advice) => {
                return Err(Failure::input(format!("{name} already exists; {advice}")));
            }
            Existing::IsReplaced { is_kind, .. } if before.is_empty() || is_kind(&before) => {}
            Existing::IsReplaced { kind, .. } => {
                let advice = force.advice();
                return Err(Failure::input(format!(
                    "cannot write {name}: it exists and is not {kind}; {advice}"
                )));
            }
        }
        replace(&self.0, &before, bytes)
    }

    /// The path of a file that the caller opens itself, and that must be of a kind.
    pub(crate) fn kept(
        &self,
        streams: &Streams,
        kind: &str,
        is_kind: impl Fn(&[u8]) -> bool,
    ) -> Result<&Path, Failure> {
        self.check(streams, Force::Unavailable)?;
        if let Ok(file) = File::open(&self.0) {
            let start = start(file).map_err(|error| Failure::reading(&self.0, &error))?;
            if !start.is_empty() && !is_kind(&start) {
                return Err(Failure::input(format!(
                    "cannot write {}: it exists and is not {kind}; {}",
                    self.0.display(),
                    Force::Unavailable.advice()
                )));
            }
        }
        Ok(&self.0)
    }

    /// Opens a file to read it and to write more to it, or creates it.
    pub(crate) fn open(&self, streams: &Streams) -> Result<File, Failure> {
        self.check(streams, Force::Unavailable)?;
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&self.0);
        opened.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Failure::input(format!(
                "cannot create {}: its folder does not exist; create the folder or name another file",
                self.0.display()
            )),
            _ => Failure::reading(&self.0, &error),
        })
    }
}

/// The first bytes of a file.
fn start(file: File) -> io::Result<Vec<u8>> {
    const LEN: u64 = 64;
    let mut start = Vec::new();
    file.take(LEN).read_to_end(&mut start)?;
    Ok(start)
}

/// Writes a new file. Fails if there is one by now.
fn create(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let file = beside(path, bytes, None).map_err(|error| Failure::replacing(path, &error))?;
    file.persist_noclobber(path).map_err(|error| Failure::replacing(path, &error.error))?;
    Ok(())
}

/// Puts `after` in the place of a file that held `before`.
///
/// Refuses if the file is read-only, or if somebody else changed it since. Follows links;
/// keeps permissions and owner.
pub(crate) fn replace(path: &Path, before: &[u8], after: &[u8]) -> Result<(), Failure> {
    let real = fs::canonicalize(path).map_err(|error| Failure::replacing(path, &error))?;
    let metadata = fs::metadata(&real).map_err(|error| Failure::replacing(path, &error))?;
    let name = path.display();
    if metadata.permissions().readonly() {
        return Err(Failure::input(format!(
            "cannot write {name}: it is read-only; nothing was changed (--diff shows what would change)"
        )));
    }
    let file = beside(&real, after, Some(&metadata));
    let file = file.map_err(|error| Failure::replacing(path, &error))?;
    // As late as possible, since what others write after this is lost.
    if input::read_file(path)? != before {
        return Err(Failure::input(format!(
            "{name} was changed by somebody else in the meantime, so nothing was written; run the command again"
        )));
    }
    file.persist(&real).map_err(|error| Failure::replacing(path, &error.error))?;
    Ok(())
}

/// A temporary file in the folder of `path`, with the owner and permissions of `like`.
fn beside(path: &Path, bytes: &[u8], like: Option<&fs::Metadata>) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = new_file().tempfile_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    if let Some(like) = like {
        keep_owner(file.as_file(), like)?;
        file.as_file().set_permissions(like.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

/// A new file with the default permissions of the system, so that a web server can read it.
fn new_file() -> tempfile::Builder<'static, 'static> {
    let mut new = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        new.permissions(fs::Permissions::from_mode(0o666));
    }
    new
}

/// Gives a new file the owner and the group of the old one.
#[cfg(unix)]
fn keep_owner(file: &File, like: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let own = file.metadata()?;
    if (own.uid(), own.gid()) == (like.uid(), like.gid()) {
        return Ok(());
    }
    fchown(file, Some(like.uid()), Some(like.gid()))
}

/// Elsewhere the folder decides who owns a file.
#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    #[test]
    fn a_file_that_changed_meanwhile_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("robots.txt");
        fs::write(&path, "theirs").unwrap();
        let failure = replace(&path, b"before", b"ours").unwrap_err();
        assert!(failure.to_string().contains("was changed by somebody else"), "{failure}");
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        replace(&path, b"theirs", b"ours").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"ours");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_kept() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real.txt"), folder.path().join("robots.txt"));
        fs::write(&real, "before").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&real, &link).unwrap();
        replace(&link, b"before", b"after").unwrap();
        assert_eq!(fs::read(&real).unwrap(), b"after");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
