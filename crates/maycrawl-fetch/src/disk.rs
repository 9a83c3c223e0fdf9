//! A store on disk, in an `SQLite` database.
//!
//! Its format has a number, the `user_version` of the file. A version of this crate
//! that changes the format adds the one step from the number before, done in a
//! transaction when the file is opened; older versions then refuse the file.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use maycrawl::access::Timestamp;
use maycrawl_url::Origin;
use rusqlite::OptionalExtension as _;

use crate::entry::Entry;
use crate::store::{Store, StoreError};

mod file;
mod held;
mod lease;
mod record;
mod worker;

pub use worker::DiskLease;
use worker::Worker;

/// Keeps what is known of origins in a file, which processes may share.
///
/// What was saved outlives the process, however it ends. When the machine itself
/// stops, the last seconds may be lost, but never the file.
///
/// # Leases
///
/// Processes that share a file ask an origin once: one of them takes its lease, and
/// the others wait until it has saved what came.
///
/// A lease lasts 15 seconds unless [`Disk::with_lease_time`] sets another time. While a
/// process holds it, a thread of the `Disk` renews it at a third of that time. So a
/// process that lives keeps its lease for as long as a fetch takes, and the leases of one
/// that was killed end soon. Dropping the `Disk` releases all leases that it still holds.
///
/// A process may lose a lease although it lives, because the machine slept or its clock
/// jumped. That is no error: another process may then ask the same origin again, and the
/// last answer is kept. A file that cannot be written gives every lease at once, since a
/// store that fails changes no answer.
///
/// # Routes
///
/// What a site answers depends on who asks, and on the way there. The file keeps
/// apart what came to different `User-Agent` headers, and what came by different
/// routes: see [`Disk::with_route`].
#[derive(Debug)]
pub struct Disk {
    worker: Worker,
    user_agent: Arc<str>,
    route: Arc<str>,
    lease_time: Duration,
    is_shared: bool,
}

/// How long a lease lasts unless it is renewed: as long as others wait for a process
/// that was killed, and longer than a busy machine keeps a thread or a writer waiting.
const LEASE_TIME: Duration = Duration::from_secs(15);

/// What identifies a row.
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

impl Disk {
    /// Opens a file, for a crawler's `User-Agent` header; makes it, if there is none.
    ///
    /// A file that is not of this kind or of a newer format is left as it is.
    pub fn open(path: &Path, user_agent: &str) -> Result<Self, StoreError> {
        let worker = Worker::start(file::open(path)?)?;
        Ok(Self::new(worker, user_agent, true))
    }

    /// A store that ends with its process, for what memory cannot hold.
    ///
    /// It keeps 8 MiB in memory and the rest in an unnamed file, which `SQLite` makes
    /// in the folder for temporary files and the system deletes when the store is
    /// dropped or the process ends, however it ends. Nobody shares it, so it gives
    /// every lease at once.
    pub fn temporary(user_agent: &str) -> Result<Self, StoreError> {
        let worker = Worker::start(file::temporary()?)?;
        Ok(Self::new(worker, user_agent, false))
    }

    fn new(worker: Worker, user_agent: &str, is_shared: bool) -> Self {
        let (user_agent, route) = (user_agent.into(), "".into());
        Self { worker, user_agent, route, lease_time: LEASE_TIME, is_shared }
    }

    /// Keeps what comes by this route apart from what comes by others.
    ///
    /// A route is any text that stands for the way to the sites: a proxy, addresses
    /// that replace those of hosts, permission to connect to private ones. Without
    /// it, an answer from a test server would later pass for that of the site whose
    /// name it borrowed. The empty text is the plain way.
    #[must_use]
    pub fn with_route(self, route: &str) -> Self {
        Self { route: route.into(), ..self }
    }

    /// Sets how long a lease lasts unless it is renewed; 15 seconds by default.
    ///
    /// It says for how long others wait after a process was killed, and not how long a
    /// fetch may take. A thread that comes later than this to renew a lease may lose it, so
    /// choose some seconds, and the same time for all processes that share a file.
    #[must_use]
    pub fn with_lease_time(self, lease_time: Duration) -> Self {
        Self { lease_time, ..self }
    }

    /// Forgets what was last asked for before a time, whatever the header and the
    /// route. Nothing else shrinks the file.
    pub fn forget_before(&self, time: Timestamp) -> Result<(), StoreError> {
        self.worker.run_now(move |database| {
            database.execute("DELETE FROM origin WHERE asked < ?1", [time.0])?;
            // Of holders that died, for origins that nobody has asked for since.
            database.execute("DELETE FROM lease WHERE until < ?1", [time.0])?;
            Ok(())
        })
    }

    fn key(&self, origin: &Origin) -> Key {
        let (user_agent, route) = (Arc::clone(&self.user_agent), Arc::clone(&self.route));
        Key { user_agent, route, origin: origin.to_string().into() }
    }
}

impl Store for Disk {
    type Lease = DiskLease;

    async fn lease(&self, origin: &Origin) -> DiskLease {
        if self.is_shared {
            self.worker.lease(self.key(origin), self.lease_time).await
        } else {
            DiskLease::default()
        }
    }

    async fn load(&self, origin: &Origin) -> Result<Option<Entry>, StoreError> {
        let key = self.key(origin);
        let found = self.worker.run(move |database| {
            let sql = "SELECT record, body FROM origin
                       WHERE user_agent = ?1 AND route = ?2 AND origin = ?3";
            let mut query = database.prepare_cached(sql)?;
            let cells = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get(1)?));
            Ok(query.query_row(key.cells(), cells).optional()?)
        });
        found.await?.map(|(record, body)| record::read(&record, body)).transpose()
    }

    async fn save(&self, origin: &Origin, entry: &Entry) -> Result<(), StoreError> {
        let key = self.key(origin);
        let asked = entry.history().last().map_or(i64::MIN, |last| last.at.0);
        let (record, body) = record::write(entry)?;
        let saved = self.worker.run(move |database| {
            // Unlike REPLACE, this writes only the pages that change: few, where the
            // file is the same.
            let sql = "INSERT INTO origin (user_agent, route, origin, asked, record, body)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                       ON CONFLICT DO UPDATE SET
                       asked = excluded.asked, record = excluded.record, body = excluded.body";
            let mut change = database.prepare_cached(sql)?;
            let [user_agent, route, origin] = key.cells();
            change.execute((user_agent, route, origin, asked, record, body))?;
            Ok(())
        });
        saved.await
    }
}

#[cfg(test)]
mod tests {
    use maycrawl::access::{Evidence, FetchOutcome, Freshness};
    use url::Url;

    use super::*;
    use crate::attempt::{Attempt, Body, Copy};
    use crate::headers::Headers;

    fn entry(bytes: usize) -> Entry {
        let Ok(url) = Url::parse("https://site.example/robots.txt") else { panic!() };
        let answer = FetchOutcome::Http { status: 200, redirects: 0 };
        let freshness = Freshness::NONE;
        let evidence = Evidence { at: Timestamp(1), answer, freshness, retry_after: None };
        let body = Body::whole(vec![b'#'; bytes]);
        let copy = Some(Copy { body, url, headers: Headers::default() });
        let mut entry = Entry::default();
        entry.learn(Attempt { evidence, hops: Vec::new(), copy });
        entry
    }

    /// A store that may grow no further refuses a file, and keeps the one before.
    async fn check_full(disk: &Disk) -> Result<(), Box<dyn std::error::Error>> {
        let origin = "https://site.example".parse()?;
        disk.save(&origin, &entry(10)).await?;
        disk.worker.run(|database| Ok(database.pragma_update(None, "max_page_count", 10)?)).await?;
        assert_eq!(disk.save(&origin, &entry(1 << 20)).await, Err(StoreError::Full));
        assert_eq!(disk.load(&origin).await?, Some(entry(10)));
        disk.save(&origin, &entry(20)).await?;
        assert_eq!(disk.load(&origin).await?, Some(entry(20)));
        Ok(())
    }

    #[tokio::test]
    async fn a_full_disk_keeps_what_was_kept() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        check_full(&Disk::open(&folder.path().join("cache"), "MyBot/1.0")?).await?;
        check_full(&Disk::temporary("MyBot/1.0")?).await
    }
}
