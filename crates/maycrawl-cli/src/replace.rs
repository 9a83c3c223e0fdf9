//! Writes a file as a whole or not at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::input;

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

/// Writes a new file, as a whole or not at all.
///
/// Refuses if there is a file of other content; `instead` says what the user can do.
pub(crate) fn create(path: &Path, bytes: &[u8], instead: &str) -> Result<(), Failure> {
    if path.exists() {
        let name = path.display();
        let is_same = input::read_file(path)? == bytes;
        let taken = || Failure::input(format!("{name} already exists; {instead}"));
        return if is_same { Ok(()) } else { Err(taken()) };
    }
    write(path, bytes).map_err(|error| Failure::replacing(path, &error))
}

/// Writes a file, new or not, as a whole or not at all.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    beside(path, bytes, None)?.persist(path).map_err(|error| error.error)?;
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
fn keep_owner(file: &fs::File, like: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let own = file.metadata()?;
    if (own.uid(), own.gid()) == (like.uid(), like.gid()) {
        return Ok(());
    }
    fchown(file, Some(like.uid()), Some(like.gid()))
}

/// Elsewhere the folder decides who owns a file.
#[cfg(not(unix))]
fn keep_owner(_: &fs::File, _: &fs::Metadata) -> io::Result<()> {
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
