//! Writes a file as a whole or not at all.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::failure::Failure;
use crate::input;

/// Puts `after` in the place of a file that held `before`.
///
/// Refused if the file is read-only, or holds something else by now. Links are
/// followed, and permissions kept.
pub(crate) fn replace(path: &Path, before: &[u8], after: &[u8]) -> Result<(), Failure> {
    let failed = |error: &std::io::Error| {
        Failure::input(format!("cannot write {}: {error}; nothing was changed", path.display()))
    };
    let real = fs::canonicalize(path).map_err(|error| failed(&error))?;
    let metadata = fs::metadata(&real).map_err(|error| failed(&error))?;
    if metadata.permissions().readonly() {
        let name = path.display();
        return Err(Failure::input(format!(
            "cannot write {name}: it is read-only; nothing was changed (--diff shows what would be)"
        )));
    }
    let folder = real.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(|error| failed(&error))?;
    let written = file
        .write_all(after)
        .and_then(|()| file.as_file().set_permissions(metadata.permissions()))
        .and_then(|()| file.as_file().sync_all());
    written.map_err(|error| failed(&error))?;
    if input::read(path)? != before {
        let name = path.display();
        return Err(Failure::input(format!(
            "{name} was changed by somebody else meanwhile; nothing was written, run the command again"
        )));
    }
    file.persist(&real).map_err(|error| failed(&error.error))?;
    Ok(())
}
