//! Cache files that are open. SQLite counts the locks of a process itself, so a process that was forked
//! must not open what was open before: it would take the locks of the other process for its own.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, process};

/// The open files, each with the process that opened it. Held only with the interpreter, so that no
/// fork finds it locked.
static OPEN: Mutex<Vec<(PathBuf, u32)>> = Mutex::new(Vec::new());

/// The right to open a file; dropping it gives it back.
pub(crate) struct CacheFile(PathBuf);

impl CacheFile {
    /// Claims a file. Fails if a process that was forked had it open.
    pub(crate) fn claim(path: &Path) -> Result<Self, String> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let (mut open, here) = (lock(), process::id());
        let before = open.iter().find(|(known, process)| *known == path && *process != here);
        if let Some((_, there)) = before {
            return Err(format!(
                "process {there} had it open when process {here} was forked from it; use a file of \
                 its own, or start the process by spawn"
            ));
        }
        open.push((path.clone(), here));
        Ok(Self(path))
    }
}

impl Drop for CacheFile {
    fn drop(&mut self) {
        let (mut open, here) = (lock(), process::id());
        let claim = open.iter().position(|(known, process)| *known == self.0 && *process == here);
        if let Some(claim) = claim {
            open.swap_remove(claim);
        }
    }
}

fn lock() -> MutexGuard<'static, Vec<(PathBuf, u32)>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}
