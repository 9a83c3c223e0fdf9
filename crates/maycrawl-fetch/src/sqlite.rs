//! A store in an `SQLite` database.
//!
//! The `user_version` of the file is the number of its format. A version of this crate that
//! changes the format upgrades a file of the previous format in one transaction when it
//! opens it. Older versions refuse newer formats.
//!
//! A store that fails or keeps others waiting changes no answer: see `breaker`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use maycrawl::access::Timestamp;
use maycrawl_url::Origin;
use rusqlite::OptionalExtension as _;

use crate::entry::Entry;
use crate::store::{Store, StoreError};

mod breaker;
mod error;
mod file;
mod held;
mod lease;
mod row;
mod still;
mod worker;

use breaker::Access;
pub use still::StillStores;
pub use worker::SqliteLease;
use worker::Worker;

/// A store in an `SQLite` file, which processes may share.
///
/// A saved entry outlives the process, however the process ends. If the machine crashes,
/// the last seconds may be lost, but never the file.
///
/// # Leases
///
/// Processes that share a file ask an origin once: one of them takes its lease, and the
/// others wait until it has saved the entry.
///
/// A lease lasts 15 seconds, or as long as [`SqliteStore::with_lease_time`] says. A thread of
/// the store renews the leases that it holds after a third of that time. So a living process
/// keeps its lease for as long as a fetch takes, and the leases of a killed process expire
/// soon. Dropping the store releases all of its leases.
///
/// A living process may lose a lease if the machine slept or its clock jumped. This is no
/// error: another process may then ask the same origin again, and the last answer is kept.
/// A file that cannot be written grants every lease at once, since a failing store changes
/// no answer.
///
/// # Routes
///
/// The answers of a site depend on who asks and by which way. The file keeps entries of
/// different `User-Agent` headers and routes separate: see [`SqliteStore::with_route`].
///
/// # Other programs
///
/// If another program locks the file, one question waits for 2 seconds. Then the store is set
/// aside for some seconds, and questions go on as if it were empty: [`Store::failure`].
///
/// Only its owner can read a file that this creates.
#[derive(Debug)]
pub struct SqliteStore {
    worker: Worker,
    user_agent: Arc<str>,
    route: Arc<str>,
    lease_time: Duration,
    max_bytes: u64,
    is_shared: bool,
}

/// How long a lease lasts unless it is renewed. Others wait this long for a killed process;
/// it is longer than a busy machine delays a thread or a writer.
const LEASE_TIME: Duration = Duration::from_secs(15);

/// How many bytes a store may take: files of about a million sites.
const MAX_BYTES: u64 = 4 << 30;

/// The primary key of a row.
#[derive(Clone, Debug)]
struct Key {
    user_agent: Arc<str>,
    route: Arc<str>,
    origin: Box<str>,
}

impl Key {
    fn cells(&self) -> [&str; 3] {
        [&self.user_agent, &self.route, &self.origin]
    }
}

impl SqliteStore {
    /// Opens or creates a file, for a crawler's `User-Agent` header.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened, is something else or has a newer format. Such a
    /// file stays unchanged.
    pub fn open(path: &Path, user_agent: &str) -> Result<Self, StoreError> {
        let worker = Worker::start(file::open(path)?)?;
        Ok(Self::new(worker, user_agent, true))
    }

    /// A temporary store, for what memory cannot hold.
    ///
    /// It keeps 8 MiB in memory and the rest in an unnamed file in the folder for temporary
    /// files. The system deletes the file when the store is dropped or the process ends. No
    /// other process shares it, so it grants every lease at once.
    ///
    /// # Errors
    ///
    /// Fails if the system gives no thread.
    pub fn temporary(user_agent: &str) -> Result<Self, StoreError> {
        let worker = Worker::start(file::temporary()?)?;
        Ok(Self::new(worker, user_agent, false))
    }

    fn new(worker: Worker, user_agent: &str, is_shared: bool) -> Self {
        let (user_agent, route) = (user_agent.into(), "".into());
        let (lease_time, max_bytes) = (LEASE_TIME, MAX_BYTES);
        Self { worker, user_agent, route, lease_time, max_bytes, is_shared }
    }

    /// Sets the route, whose entries are kept separate; empty by default.
    ///
    /// A route is any text that names the way to the sites: a proxy, substitute addresses,
    /// permission to connect to private addresses.
    /// [`HttpSettings::route`](crate::HttpSettings::route) makes one of settings. Without it, the
    /// answer of a test server would later pass for that of the site whose name it borrowed. The
    /// empty text is the direct way.
    #[must_use]
    pub fn with_route(self, route: &str) -> Self {
        Self { route: route.into(), ..self }
    }

    /// Sets how long a lease lasts unless it is renewed; 15 seconds by default.
    ///
    /// Others wait this long after a process was killed; it does not limit how long a fetch
    /// may take. A process whose threads are delayed for longer may lose its leases, so
    /// choose some seconds, and the same time for all processes that share a file.
    #[must_use]
    pub fn with_lease_time(self, lease_time: Duration) -> Self {
        Self { lease_time, ..self }
    }

    /// Sets how many bytes the entries may take; 4 GiB by default. When there are more, those that
    /// were asked longest ago are deleted, of every header and route.
    ///
    /// The file may be larger for a moment: by an entry, and by its log of about 16 MiB.
    #[must_use]
    pub fn with_max_bytes(self, max_bytes: u64) -> Self {
        Self { max_bytes, ..self }
    }

    /// Deletes all entries older than a time, of every header and route. The file does not
    /// shrink, but new entries use the space.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn forget_before(&self, time: Timestamp) -> Result<(), StoreError> {
        self.worker.run_now(move |database| {
            database.execute("DELETE FROM origin WHERE asked < ?1", [time.0])?;
            // Leases of dead holders, for origins that nobody has asked about since.
            database.execute("DELETE FROM lease WHERE until < ?1", [time.0])?;
            Ok(())
        })
    }

    fn key(&self, origin: &Origin) -> Key {
        let (user_agent, route) = (Arc::clone(&self.user_agent), Arc::clone(&self.route));
        Key { user_agent, route, origin: origin.to_string().into() }
    }
}

impl Store for SqliteStore {
    type Lease = SqliteLease;

    async fn lease(&self, origin: &Origin) -> SqliteLease {
        if self.is_shared {
            self.worker.lease(self.key(origin), self.lease_time).await
        } else {
            SqliteLease::default()
        }
    }

    async fn load(&self, origin: &Origin) -> Result<Option<Entry>, StoreError> {
        let key = self.key(origin);
        let found = self.worker.run(Access::Read, move |database| {
            let sql = "SELECT record, body FROM origin
                       WHERE user_agent = ?1 AND route = ?2 AND origin = ?3";
            let mut query = database.prepare_cached(sql)?;
            let cells = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get(1)?));
            let found = query.query_row(key.cells(), cells).optional()?;
            found.map(|(record, body)| row::read(&record, body)).transpose()
        });
        found.await
    }

    async fn save(&self, origin: &Origin, entry: &Entry) -> Result<(), StoreError> {
        let key = self.key(origin);
        let asked = entry.history().last().map_or(i64::MIN, |last| last.at.0);
        let (entry, max_bytes) = (entry.clone(), self.max_bytes);
        let saved = self.worker.run(Access::Change, move |database| {
            let (record, body) = row::write(&entry)?;
            // Unlike REPLACE, this writes only the pages that change: few, if the file is
            // the same.
            let sql = "INSERT INTO origin (user_agent, route, origin, asked, record, body)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                       ON CONFLICT DO UPDATE SET
                       asked = excluded.asked, record = excluded.record, body = excluded.body";
            let mut change = database.prepare_cached(sql)?;
            let [user_agent, route, origin] = key.cells();
            change.execute((user_agent, route, origin, asked, record, body))?;
            file::prune(database, max_bytes)
        });
        saved.await
    }

    fn failure(&self) -> Option<StoreError> {
        self.worker.failure()
    }
}

#[cfg(test)]
mod tests {
    use maycrawl::access::{Evidence, FetchOutcome, Freshness};
    use url::Url;

    use super::*;
    use crate::attempt::{Attempt, Body, CachedFile};
    use crate::entry::LastFile;
    use crate::headers::Headers;
    use crate::store::StoreErrorKind;

    fn entry(bytes: usize) -> Entry {
        let Ok(url) = Url::parse("https://site.example/robots.txt") else { panic!() };
        let answer = FetchOutcome::Http { status: 200, redirects: 0 };
        let freshness = Freshness::NONE;
        let evidence = Evidence { at: Timestamp(1), answer, freshness, retry_after: None };
        // What cannot be compressed.
        let mut state = 1_u32;
        let random = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        });
        let body = Body::whole(random.take(bytes).collect::<Vec<_>>());
        let file = Some(CachedFile { body, url, headers: Headers::default() });
        let mut entry = Entry::default();
        entry.learn(Attempt { evidence, hops: Vec::new(), file });
        entry
    }

    /// A full store rejects a file and keeps the previous one.
    async fn check_full(disk: &SqliteStore) -> Result<(), Box<dyn std::error::Error>> {
        let origin = "https://site.example".parse()?;
        disk.save(&origin, &entry(10)).await?;
        let limit = |database: &rusqlite::Connection| {
            Ok(database.pragma_update(None, "max_page_count", 10)?)
        };
        disk.worker.run(Access::Read, limit).await?;
        let saved = disk.save(&origin, &entry(1 << 20)).await;
        assert_eq!(saved.map_err(|error| error.kind()), Err(StoreErrorKind::Full));
        assert_eq!(disk.load(&origin).await?, Some(entry(10)));
        disk.save(&origin, &entry(20)).await?;
        assert_eq!(disk.load(&origin).await?, Some(entry(20)));
        Ok(())
    }

    /// Eight KB of gzip can be 8 MiB of text. The file grows by what the site sent.
    #[tokio::test]
    async fn what_compresses_well_stays_small() -> Result<(), Box<dyn std::error::Error>> {
        let disk = SqliteStore::temporary("MyBot/1.0")?;
        let mut large = entry(0);
        if let LastFile::Confirmed(file) = large.last_file() {
            let file = CachedFile { body: Body::whole(vec![1; 8 << 20]), ..file.clone() };
            let evidence = *large.history().last().ok_or("no evidence")?;
            large.learn(Attempt { evidence, hops: Vec::new(), file: Some(file) });
        }
        for number in 0..5 {
            let origin = format!("https://{number}.example").parse()?;
            disk.save(&origin, &large).await?;
            assert_eq!(disk.load(&origin).await?.as_ref(), Some(&large));
        }
        let used = disk.worker.run(Access::Read, file::used_bytes).await?;
        assert!(used < 1 << 20, "{used}");
        Ok(())
    }

    /// The store keeps what was asked last.
    #[tokio::test]
    async fn a_store_is_bounded_while_it_is_used() -> Result<(), Box<dyn std::error::Error>> {
        const MOST: u64 = 1 << 20;
        let disk = SqliteStore::temporary("MyBot/1.0")?.with_max_bytes(MOST);
        let site = |number: i64| format!("https://{number}.example").parse();
        for number in 0..60 {
            let mut entry = entry(100_000);
            let mut evidence = *entry.history().last().ok_or("no evidence")?;
            evidence.at = Timestamp(number);
            entry.learn(Attempt { evidence, hops: Vec::new(), file: entry.file().cloned() });
            disk.save(&site(number)?, &entry).await?;
            let used = disk.worker.run(Access::Read, file::used_bytes).await?;
            assert!(used <= MOST, "{number}: {used}");
        }
        assert!(disk.load(&site(0)?).await?.is_none());
        for number in 55..60 {
            assert!(disk.load(&site(number)?).await?.is_some(), "{number}");
        }
        Ok(())
    }

    #[tokio::test]
    async fn a_full_disk_keeps_what_was_kept() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        check_full(&SqliteStore::open(&folder.path().join("cache"), "MyBot/1.0")?).await?;
        check_full(&SqliteStore::temporary("MyBot/1.0")?).await
    }
}
