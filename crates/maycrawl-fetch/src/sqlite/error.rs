//! What the errors of a database file mean, and what to do about them.

use rusqlite::ErrorCode;

use crate::store::{StoreError, StoreErrorKind};

/// A newer version of this crate made the file, in this format.
pub(super) fn newer_format(format: u32) -> StoreError {
    let message = format!(
        "a newer version of maycrawl made the file (format {format}); use that version, or name another file"
    );
    StoreError::new(StoreErrorKind::NewerFormat, message)
}

/// Any failure that has no kind of its own.
pub(super) fn other(message: String) -> StoreError {
    StoreError::new(StoreErrorKind::Other, message)
}

/// The file is not a database of this crate.
pub(super) fn foreign() -> StoreError {
    let message = "the file is not a maycrawl cache; name another file";
    StoreError::new(StoreErrorKind::Foreign, message)
}

/// The file or its folder is read-only.
pub(super) fn read_only() -> StoreError {
    let message =
        "the file or its folder is read-only; change the permissions, or name another file";
    StoreError::new(StoreErrorKind::ReadOnly, message)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let (kind, message) = match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => return foreign(),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => return read_only(),
            Some(ErrorCode::DiskFull) => (
                StoreErrorKind::Full,
                "the disk is full; free some space, or name a file on another disk",
            ),
            Some(ErrorCode::DatabaseCorrupt) => (
                StoreErrorKind::Damaged,
                "the file is damaged, so maycrawl does not use it; delete it, or name another file",
            ),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => (
                StoreErrorKind::Busy,
                "another program has locked the file; wait until it ends, or name another file",
            ),
            Some(ErrorCode::CannotOpen) => (
                StoreErrorKind::CannotOpen,
                "the file cannot be opened; check that it is not a directory, that its folder exists and that you may write there",
            ),
            _ => return other(error.to_string()),
        };
        Self::new(kind, message)
    }
}
