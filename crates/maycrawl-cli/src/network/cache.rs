//! The cache of what sites answered, in a file.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use maycrawl::access::Timestamp;
use maycrawl_fetch::{
    Clock as _, Entry, SqliteLease, SqliteStore, Store, StoreError, StoreErrorKind, SystemClock,
};
use maycrawl_url::Origin;

use crate::failure::Failure;
use crate::input;
use crate::streams::Streams;
use crate::write::{Destination, Force};

/// How long an unused record of a site is kept.
const MAX_AGE: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// The path of the file of `--cache`, which is new, empty or a database; the database refuses
/// those of other programs.
pub(super) fn cache_path<'d>(
    streams: &Streams,
    cache: &'d Destination,
) -> Result<&'d Path, Failure> {
    // While it is open, a database has files beside it.
    for suffix in ["-wal", "-shm", "-journal"] {
        cache.with_suffix(suffix).check(streams, Force::Unavailable)?;
    }
    cache.kept(streams, "a cache of maycrawl", |start| start.starts_with(b"SQLite format 3\0"))
}

/// The file of `--cache`, or a temporary one.
///
/// If it fails, the command reports that once and goes on.
pub(crate) struct CacheStore {
    disk: SqliteStore,
    name: String,
    streams: Streams,
    is_failure_known: AtomicBool,
}

impl CacheStore {
    pub(super) fn open(
        streams: &Streams,
        cache: &Destination,
        user_agent: &str,
        route: &str,
    ) -> Result<Self, Failure> {
        let path = cache_path(streams, cache)?;
        let name = input::shown_name(path);
        let failed = |error| Failure::input(format!("cannot use {name}: {error}"));
        let disk = match SqliteStore::open(path, user_agent) {
            // Who locks the file must not keep anybody from an answer.
            Err(error) if error.kind() == StoreErrorKind::Busy => {
                streams.say(&format!("answers are not kept in {name}: {error}"));
                return Self::temporary(streams, user_agent).ok_or_else(|| failed(error));
            }
            opened => opened.map_err(failed)?.with_route(route),
        };
        let now = SystemClock.now();
        let old = now.0.saturating_sub(i64::try_from(MAX_AGE.as_millis()).unwrap_or(i64::MAX));
        match disk.forget_before(Timestamp(old)) {
            Err(error) if error.kind() != StoreErrorKind::Busy => Err(failed(error)),
            _ => Ok(Self::new(streams, disk, name)),
        }
    }

    /// A temporary file for what exceeds the memory, if the system has room for one.
    pub(super) fn temporary(streams: &Streams, user_agent: &str) -> Option<Self> {
        let disk = SqliteStore::temporary(user_agent).ok()?;
        Some(Self::new(streams, disk, "a temporary file".into()))
    }

    fn new(streams: &Streams, disk: SqliteStore, name: String) -> Self {
        let is_failure_known = AtomicBool::new(false);
        Self { disk, name, streams: streams.clone(), is_failure_known }
    }

    /// Reports the first failure.
    fn noted<T>(&self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(error) = &done
            && !self.is_failure_known.swap(true, Ordering::Relaxed)
        {
            self.streams.say(&format!("cannot cache answers in {}: {error}", self.name));
        }
        done
    }
}

impl Store for CacheStore {
    type Lease = SqliteLease;

    async fn lease(&self, origin: &Origin) -> SqliteLease {
        self.disk.lease(origin).await
    }

    async fn load(&self, origin: &Origin) -> Result<Option<Entry>, StoreError> {
        self.noted(self.disk.load(origin).await)
    }

    async fn save(&self, origin: &Origin, entry: &Entry) -> Result<(), StoreError> {
        self.noted(self.disk.save(origin, entry).await)
    }

    fn failure(&self) -> Option<StoreError> {
        self.disk.failure()
    }
}
