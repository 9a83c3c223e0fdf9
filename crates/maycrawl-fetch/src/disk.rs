//! A store on disk, in an `SQLite` database.
//!
//! Its format has a number, the `user_version` of the file. A version of this crate
//! that changes the format adds the one step from the number before, done in a
//! transaction when the file is opened; older versions then refuse the file.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use maycrawl::Timestamp;
use maycrawl_url::Origin;
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, TransactionBehavior};

use crate::entry::Entry;
use crate::store::{Store, StoreError};

mod record;

/// Keeps what is known of origins in a file. Several processes may use it at the same
/// time; each asks for itself.
///
/// What was saved outlives the process, however it ends. When the machine itself
/// stops, the last seconds may be lost, but never the file.
#[derive(Debug)]
pub struct Disk {
    database: Arc<Mutex<Connection>>,
    user_agent: Arc<str>,
}

/// What a file of this kind says of itself: `mayc`.
const APPLICATION: u32 = 0x6D61_7963;

/// The format that this version writes.
const FORMAT: u32 = 1;

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);

const TABLE: &str = "
    CREATE TABLE origin (
        user_agent TEXT NOT NULL,    -- the header that it answered to
        origin     TEXT NOT NULL,
        asked      INTEGER NOT NULL, -- last, in milliseconds since 1970
        record     TEXT NOT NULL,    -- what is known, in JSON
        body       BLOB,             -- the last file
        PRIMARY KEY (user_agent, origin)
    ) STRICT";

impl Disk {
    /// Opens a file, for a crawler's `User-Agent` header; makes it, if there is none.
    ///
    /// A file that is not of this kind or of a newer format is left as it is.
    pub fn open(path: &Path, user_agent: &str) -> Result<Self, StoreError> {
        // Who may write whatever the mode bits say should not do it by accident. The
        // folder counts, since a log lies beside the file while it is in use.
        let is_locked = |path: &Path| path.metadata().is_ok_and(|it| it.permissions().readonly());
        if is_locked(path) || path.parent().is_some_and(is_locked) {
            return Err(StoreError::ReadOnly);
        }
        let mut database = Connection::open(path)?;
        database.busy_timeout(PATIENCE)?;
        prepare(&mut database)?;
        // Readers and a writer do not wait for each other. Not each change is forced
        // to the disk: what a dying machine loses can be asked for again.
        database.pragma_update(None, "journal_mode", "wal")?;
        database.pragma_update(None, "synchronous", "normal")?;
        Ok(Self { database: Arc::new(Mutex::new(database)), user_agent: user_agent.into() })
    }

    /// Forgets what was last asked for before a time, whatever the header. Nothing
    /// else shrinks the file.
    pub fn forget_before(&self, time: Timestamp) -> Result<(), StoreError> {
        let database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        database.execute("DELETE FROM origin WHERE asked < ?1", [time.0])?;
        Ok(())
    }

    /// Uses the database where waiting for a disk holds up nobody.
    async fn with<T: Send + 'static>(
        &self,
        origin: &Origin,
        work: impl FnOnce(&Connection, &str, &str) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (database, user_agent) = (Arc::clone(&self.database), Arc::clone(&self.user_agent));
        let origin = origin.to_string();
        let done = tokio::task::spawn_blocking(move || {
            let database = database.lock().unwrap_or_else(PoisonError::into_inner);
            work(&database, &user_agent, &origin)
        });
        done.await.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
    }
}

/// Makes the table in an empty file; looks at what another is.
fn prepare(database: &mut Connection) -> Result<(), StoreError> {
    let pragma = |database: &Connection, name| {
        database.pragma_query_value(None, name, |row| row.get::<_, u32>(0))
    };
    // Reading comes first: who only looks at a file of others changes nothing in it.
    if pragma(database, "application_id")? == 0 {
        let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let is_empty =
            transaction.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| {
                row.get::<_, bool>(0)
            })?;
        if is_empty {
            transaction.execute(TABLE, [])?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", FORMAT)?;
        }
        transaction.commit()?;
    }
    match (pragma(database, "application_id")?, pragma(database, "user_version")?) {
        (APPLICATION, FORMAT) => Ok(()),
        (APPLICATION, newer) if newer > FORMAT => Err(StoreError::Newer(newer)),
        _ => Err(StoreError::Foreign),
    }
}

impl Store for Disk {
    type Lease = ();

    async fn lease(&self, _: &Origin) {}

    async fn load(&self, origin: &Origin) -> Result<Option<Entry>, StoreError> {
        let found = self.with(origin, |database, user_agent, origin| {
            let sql = "SELECT record, body FROM origin WHERE user_agent = ?1 AND origin = ?2";
            let mut query = database.prepare_cached(sql)?;
            let cells = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get(1)?));
            Ok(query.query_row([user_agent, origin], cells).optional()?)
        });
        found.await?.map(|(record, body)| record::read(&record, body)).transpose()
    }

    async fn save(&self, origin: &Origin, entry: &Entry) -> Result<(), StoreError> {
        let asked = entry.history().last().map_or(i64::MIN, |last| last.at.0);
        let (record, body) = record::write(entry)?;
        let saved = self.with(origin, move |database, user_agent, origin| {
            let sql = "REPLACE INTO origin (user_agent, origin, asked, record, body)
                       VALUES (?1, ?2, ?3, ?4, ?5)";
            let mut change = database.prepare_cached(sql)?;
            change.execute((user_agent, origin, asked, record, body))?;
            Ok(())
        });
        saved.await
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::DiskFull) => Self::Full,
            _ => Self::Failed(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use maycrawl::{Evidence, Fetched, Freshness};
    use url::Url;

    use super::*;
    use crate::attempt::{Attempt, Body, Copy};
    use crate::headers::Headers;

    fn entry(octets: usize) -> Entry {
        let Ok(url) = Url::parse("https://site.example/robots.txt") else { panic!() };
        let answer = Fetched::Http { status: 200, redirects: 0 };
        let freshness = Freshness::NONE;
        let evidence = Evidence { at: Timestamp(1), answer, freshness, retry_after: None };
        let body = Body::whole(vec![b'#'; octets]);
        let copy = Some(Copy { body, url, headers: Headers::default() });
        let mut entry = Entry::default();
        entry.learn(Attempt { evidence, hops: Vec::new(), copy });
        entry
    }

    #[tokio::test]
    async fn a_full_disk_keeps_what_was_kept() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let disk = Disk::open(&folder.path().join("cache"), "MyBot/1.0")?;
        let origin = "https://site.example".parse()?;
        disk.save(&origin, &entry(10)).await?;
        if let Ok(database) = disk.database.lock() {
            database.pragma_update(None, "max_page_count", 10)?;
        }
        assert_eq!(disk.save(&origin, &entry(1 << 20)).await, Err(StoreError::Full));
        assert_eq!(disk.load(&origin).await?, Some(entry(10)));
        disk.save(&origin, &entry(20)).await?;
        assert_eq!(disk.load(&origin).await?, Some(entry(20)));
        Ok(())
    }
}
