//! Opens the file: creates it, upgrades it or refuses it.

use std::fs::OpenOptions;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use super::breaker::PATIENCE;
use super::error::{foreign, newer_format, read_only};
use super::still;
use crate::store::StoreError;

/// The application id in the header of the file: `mayc`.
const APPLICATION: u32 = 0x6D61_7963;

/// The format that this version writes.
const FORMAT: u32 = 3;

/// How long the log may grow before it is moved into the file, in pages of 4 KiB.
const MAX_LOG: u32 = 4000;

/// How much memory a temporary store uses, in KiB.
const MEMORY: i64 = 8 << 10;

const TABLES: &str = "
    CREATE TABLE origin (
        user_agent TEXT NOT NULL,    -- the header that was sent
        route      TEXT NOT NULL,    -- empty for the direct one
        origin     TEXT NOT NULL,
        asked      INTEGER NOT NULL, -- last, in milliseconds since 1970
        record     TEXT NOT NULL,    -- the entry without its body, in JSON
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

/// Opens a file, or creates it.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    let _inside = still::inside();
    open_within(path, PATIENCE)
}

fn open_within(path: &Path, busy_timeout: Duration) -> Result<Connection, StoreError> {
    // A privileged user may write in spite of the mode bits, but should not do so by
    // accident. The folder counts too: the log lies there while the file is in use.
    let is_locked = |path: &Path| path.metadata().is_ok_and(|it| it.permissions().readonly());
    if is_locked(path) || path.parent().is_some_and(is_locked) {
        return Err(read_only());
    }
    create_private(path);
    let mut database = Connection::open(path)?;
    database.busy_timeout(busy_timeout)?;
    prepare(&mut database)?;
    // Readers and a writer do not wait for each other. Not every change is flushed to the
    // disk: what a crashing machine loses can be fetched again.
    use_log(&database, busy_timeout)?;
    database.pragma_update(None, "synchronous", "normal")?;
    // Moving the log into the file waits for the disk, so move more of it at a time.
    database.pragma_update(None, "wal_autocheckpoint", MAX_LOG)?;
    Ok(database)
}

/// Creates a file that only its owner can read, unless there is one: what sites return may depend
/// on who asks. The log gets the permissions of the file. If this fails, opening the file says why.
fn create_private(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(path);
}

/// Writes to a log from now on. `SQLite` does not wait for others to allow that, as it does for
/// all else: two processes that open a new file at once would both be told that it is busy.
fn use_log(database: &Connection, busy_timeout: Duration) -> Result<(), StoreError> {
    const PAUSE: Duration = Duration::from_millis(5);
    let began = Instant::now();
    loop {
        match database.pragma_update(None, "journal_mode", "wal") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && began.elapsed() < busy_timeout =>
            {
                thread::sleep(PAUSE);
            }
            changed => return Ok(changed?),
        }
    }
}

/// A database that only this process can open, and that leaves no file.
pub(super) fn temporary() -> Result<Connection, StoreError> {
    let _inside = still::inside();
    // A database without a name lives in the page cache; what does not fit goes to a file
    // that is deleted as soon as it is open.
    let mut database = Connection::open("")?;
    database.pragma_update(None, "cache_size", -MEMORY)?;
    // The journal is kept in memory, so that a full disk loses only the last change.
    database.pragma_update(None, "journal_mode", "memory")?;
    database.pragma_update(None, "synchronous", "off")?;
    prepare(&mut database)?;
    Ok(database)
}

/// Creates the tables in an empty file, upgrades an older one, refuses any other.
fn prepare(database: &mut Connection) -> Result<(), StoreError> {
    // Read first: a file of another program must not be changed.
    if matches!(kind(database)?, (0, _) | (APPLICATION, 1 | 2)) {
        // What is deleted is overwritten.
        database.pragma_update(None, "secure_delete", true)?;
        let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another process may have done it in the meantime.
        let is_changed = match kind(&transaction)? {
            (0, _) if is_empty(&transaction)? => {
                transaction.execute_batch(TABLES)?;
                true
            }
            // Format 1 kept the validators of a file after an empty answer had replaced
            // it, so a restored file went unnoticed. Everything is fetched again.
            (APPLICATION, 1) => {
                transaction.execute_batch("DROP TABLE origin")?;
                transaction.execute_batch(TABLES)?;
                true
            }
            // Format 2 kept the passwords of proxies, and no body was compressed.
            (APPLICATION, 2) => {
                let route = "DELETE FROM origin WHERE route LIKE '%proxy=%@%';
                             DELETE FROM lease WHERE route LIKE '%proxy=%@%'";
                transaction.execute_batch(route)?;
                true
            }
            _ => false,
        };
        if is_changed {
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", FORMAT)?;
        }
        transaction.commit()?;
        database.pragma_update(None, "secure_delete", false)?;
    }
    match kind(database)? {
        (APPLICATION, FORMAT) => Ok(()),
        (APPLICATION, newer) if newer > FORMAT => Err(newer_format(newer)),
        _ => Err(foreign()),
    }
}

/// Deletes the origins that were asked longest ago until the others take at most so many bytes.
/// The file does not shrink, but new entries use the space.
pub(super) fn prune(database: &Connection, max_bytes: u64) -> Result<(), StoreError> {
    let oldest = "DELETE FROM origin WHERE rowid IN (
                      SELECT rowid FROM origin ORDER BY asked
                      LIMIT (SELECT 1 + count(*) / 16 FROM origin))";
    while used_bytes(database)? > max_bytes && database.execute(oldest, [])? > 0 {}
    Ok(())
}

/// How many bytes the entries take.
pub(super) fn used_bytes(database: &Connection) -> Result<u64, StoreError> {
    let pragma = |name| database.pragma_query_value(None, name, |row| row.get::<_, u32>(0));
    let pages = pragma("page_count")?.saturating_sub(pragma("freelist_count")?);
    Ok(u64::from(pages).saturating_mul(u64::from(pragma("page_size")?)))
}

/// The application and the format that the header of a file names.
fn kind(database: &Connection) -> Result<(u32, u32), StoreError> {
    let pragma = |name| database.pragma_query_value(None, name, |row| row.get::<_, u32>(0));
    Ok((pragma("application_id")?, pragma("user_version")?))
}

fn is_empty(database: &Connection) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) = 0 FROM sqlite_schema";
    Ok(database.query_row(sql, [], |row| row.get::<_, bool>(0))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoreErrorKind;

    #[test]
    fn opening_a_locked_file_gives_up_in_the_end() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("cache");
        let other = open(&path)?;
        other.pragma_update(None, "journal_mode", "delete")?;
        other.execute_batch("BEGIN EXCLUSIVE")?;
        let opened = open_within(&path, Duration::ZERO).map(drop);
        assert_eq!(opened.map_err(|error| error.kind()), Err(StoreErrorKind::Busy));
        other.execute_batch("COMMIT")?;
        assert!(open_within(&path, Duration::ZERO).is_ok());
        Ok(())
    }
}
