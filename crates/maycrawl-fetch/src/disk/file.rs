//! The file: opened, made or refused, and brought to the format of this version.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use crate::store::StoreError;

/// What a file of this kind says of itself: `mayc`.
const APPLICATION: u32 = 0x6D61_7963;

/// The format that this version writes.
const FORMAT: u32 = 2;

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the log grows before it is moved into the file, in pages of 4 KiB.
const LONGEST_LOG: u32 = 4000;

/// How much of a temporary store is kept in memory, in KiB.
const MEMORY: i64 = 8 << 10;

const TABLES: &str = "
    CREATE TABLE origin (
        user_agent TEXT NOT NULL,    -- the header that it answered to
        route      TEXT NOT NULL,    -- the way there; empty for the plain one
        origin     TEXT NOT NULL,
        asked      INTEGER NOT NULL, -- last, in milliseconds since 1970
        record     TEXT NOT NULL,    -- what is known, in JSON
        body       BLOB,             -- the last file
        PRIMARY KEY (user_agent, route, origin)
    ) STRICT;
    CREATE TABLE lease (
        user_agent TEXT NOT NULL,
        route      TEXT NOT NULL,
        origin     TEXT NOT NULL,
        owner      INTEGER NOT NULL, -- a random number, another for each lease
        until      INTEGER NOT NULL, -- in milliseconds since 1970
        PRIMARY KEY (user_agent, route, origin)
    ) STRICT, WITHOUT ROWID;";

/// Opens a file; makes it, if there is none.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    open_within(path, PATIENCE)
}

fn open_within(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    // Who may write whatever the mode bits say should not do it by accident. The
    // folder counts, since a log lies beside the file while it is in use.
    let is_locked = |path: &Path| path.metadata().is_ok_and(|it| it.permissions().readonly());
    if is_locked(path) || path.parent().is_some_and(is_locked) {
        return Err(StoreError::ReadOnly);
    }
    let mut database = Connection::open(path)?;
    database.busy_timeout(patience)?;
    prepare(&mut database)?;
    // Readers and a writer do not wait for each other. Not each change is forced
    // to the disk: what a dying machine loses can be asked for again.
    database.pragma_update(None, "journal_mode", "wal")?;
    database.pragma_update(None, "synchronous", "normal")?;
    // Moving the log into the file is what waits for the disk: more of it at a time.
    database.pragma_update(None, "wal_autocheckpoint", LONGEST_LOG)?;
    Ok(database)
}

/// A database that nobody else can open, and that leaves nothing behind.
pub(super) fn temporary() -> Result<Connection, StoreError> {
    // Without a name it lives in the page cache, and beyond that in a file which is
    // deleted as soon as it is open.
    let mut database = Connection::open("")?;
    database.pragma_update(None, "cache_size", -MEMORY)?;
    // What one change replaces is kept in memory, so that a full disk loses only that
    // change.
    database.pragma_update(None, "journal_mode", "memory")?;
    database.pragma_update(None, "synchronous", "off")?;
    prepare(&mut database)?;
    Ok(database)
}

/// Makes the tables in an empty file, migrates an older one, and looks at what
/// another is.
fn prepare(database: &mut Connection) -> Result<(), StoreError> {
    // Reading comes first: who only looks at a file of others changes nothing in it.
    if matches!(kind(database)?, (0, _) | (APPLICATION, 1)) {
        let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another process may have done it meanwhile.
        let is_done = match kind(&transaction)? {
            (0, _) => !is_empty(&transaction)?,
            // What format 1 kept is not to be trusted: when an empty answer replaced a
            // file, the file's validators stayed, so that a site could not bring it
            // back. It is asked for again.
            (APPLICATION, 1) => {
                transaction.execute_batch("DROP TABLE origin")?;
                false
            }
            _ => true,
        };
        if !is_done {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", FORMAT)?;
        }
        transaction.commit()?;
    }
    match kind(database)? {
        (APPLICATION, FORMAT) => Ok(()),
        (APPLICATION, newer) if newer > FORMAT => Err(StoreError::Newer(newer)),
        _ => Err(StoreError::Foreign),
    }
}

/// What a file says of itself: whose it is, and its format.
fn kind(database: &Connection) -> Result<(u32, u32), StoreError> {
    let pragma = |name| database.pragma_query_value(None, name, |row| row.get::<_, u32>(0));
    Ok((pragma("application_id")?, pragma("user_version")?))
}

fn is_empty(database: &Connection) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) = 0 FROM sqlite_schema";
    Ok(database.query_row(sql, [], |row| row.get::<_, bool>(0))?)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::CannotOpen) => Self::CannotOpen,
            _ => Self::Failed(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locked_file_is_waited_for_no_longer_than_patience()
    -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("cache");
        let other = open(&path)?;
        other.pragma_update(None, "journal_mode", "delete")?;
        other.execute_batch("BEGIN EXCLUSIVE")?;
        let opened = open_within(&path, Duration::ZERO).map(|_| ());
        assert_eq!(opened, Err(StoreError::Busy));
        other.execute_batch("COMMIT")?;
        assert!(open_within(&path, Duration::ZERO).is_ok());
        Ok(())
    }
}
