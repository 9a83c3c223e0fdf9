//! The leases that a store holds, and when to renew them.
//!
//! Leases are short, so that those of a dead holder expire soon. The store renews its
//! leases after a third of their time, so that two renewals in a row may fail. It measures
//! pauses by a monotonic clock; deadlines are times of day, since other processes read
//! them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use maycrawl::access::Timestamp;
use rusqlite::Connection;

use super::{Key, lease};
use crate::clock::{Clock as _, SystemClock};
use crate::store::StoreError;

/// The shortest pause between two renewals, however short the leases are.
const SHORTEST_PAUSE: Duration = Duration::from_millis(5);

/// One moment, by both clocks.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub(super) instant: Instant,
    pub(super) timestamp: Timestamp,
}

impl Moment {
    pub(super) fn now() -> Self {
        Self { instant: Instant::now(), timestamp: SystemClock.now() }
    }
}

/// The leases that a store holds, by their owner numbers.
#[derive(Default)]
pub(super) struct HeldLeases {
    leases: BTreeMap<i64, HeldLease>,
    next_renewal: Option<Instant>,
}

pub(super) struct HeldLease {
    key: Key,
    time: Duration,
}

impl HeldLeases {
    /// Takes a lease and returns its owner number, unless another holds it.
    pub(super) fn take(
        &mut self,
        database: &Connection,
        key: &Key,
        time: Duration,
        now: Moment,
    ) -> Result<Option<i64>, StoreError> {
        let owner = lease::take(database, key, now.timestamp, time)?;
        if let Some(owner) = owner {
            self.leases.insert(owner, HeldLease { key: key.clone(), time });
            let renewals = [self.next_renewal, renewal(now.instant, time)];
            self.next_renewal = renewals.into_iter().flatten().min();
        }
        Ok(owner)
    }

    /// When to renew the leases; `None` if there are none.
    pub(super) fn next_renewal(&self) -> Option<Instant> {
        self.next_renewal
    }

    /// Renews all leases if they are due.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be changed. The next renewal then tries again.
    pub(super) fn renew(
        &mut self,
        database: &mut Connection,
        now: Moment,
    ) -> Result<(), StoreError> {
        if self.next_renewal.is_none_or(|next| next > now.instant) {
            return Ok(());
        }
        let leases = self.leases.iter();
        let leases =
            leases.map(|(owner, held)| (*owner, &held.key, now.timestamp.after(held.time)));
        let renewed = lease::renew(database, leases);
        for owner in renewed.as_deref().unwrap_or_default() {
            self.leases.remove(owner);
        }
        let shortest = self.leases.values().map(|held| held.time).min();
        self.next_renewal = shortest.and_then(|time| renewal(now.instant, time));
        renewed.map(drop)
    }

    /// Releases a lease, unless it was lost.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be changed. The lease then expires.
    pub(super) fn release(&mut self, database: &Connection, owner: i64) -> Result<(), StoreError> {
        match self.forget(owner) {
            Some(held) => lease::release(database, owner, &held.key),
            None => Ok(()),
        }
    }

    /// Lets a lease expire.
    pub(super) fn forget(&mut self, owner: i64) -> Option<HeldLease> {
        let held = self.leases.remove(&owner);
        if self.leases.is_empty() {
            self.next_renewal = None;
        }
        held
    }

    /// Releases all leases, as far as possible.
    pub(super) fn release_all(&mut self, database: &mut Connection) {
        if !self.leases.is_empty() {
            let leases = self.leases.iter().map(|(owner, held)| (*owner, &held.key));
            let _ = lease::release_all(database, leases);
            self.leases.clear();
        }
        self.next_renewal = None;
    }
}

/// When to renew a lease; `None` if that is beyond the range of the clock.
fn renewal(now: Instant, time: Duration) -> Option<Instant> {
    now.checked_add((time / 3).max(SHORTEST_PAUSE))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::super::file;
    use super::*;

    const TIME: Duration = Duration::from_secs(15);
    const SECOND: Duration = Duration::from_secs(1);

    /// A file and two handles of it. The test moves their clock.
    struct Shared {
        _folder: TempDir,
        handles: [Handle; 2],
        now: Moment,
    }

    struct Handle {
        database: Connection,
        held: HeldLeases,
    }

    fn shared() -> Shared {
        let folder = tempfile::tempdir().unwrap();
        let handles = [(); 2].map(|()| {
            let database = file::open(&folder.path().join("cache")).unwrap();
            Handle { database, held: HeldLeases::default() }
        });
        Shared { _folder: folder, handles, now: Moment::now() }
    }

    fn key(number: u32) -> Key {
        let origin = format!("https://{number}.example").into();
        Key { user_agent: "OurBot/1.0".into(), route: "".into(), origin }
    }

    impl Shared {
        /// Takes the lease of an origin for one of the handles, if it is free.
        fn take(&mut self, handle: usize, number: u32) -> Option<i64> {
            let Handle { database, held } = &mut self.handles[handle];
            held.take(database, &key(number), TIME, self.now).unwrap()
        }

        fn renew(&mut self, handle: usize) {
            let Handle { database, held } = &mut self.handles[handle];
            // Whether that worked is seen from the leases.
            let _ = held.renew(database, self.now);
        }

        fn release(&mut self, handle: usize, owner: i64) {
            let Handle { database, held } = &mut self.handles[handle];
            held.release(database, owner).unwrap();
        }

        fn pass(&mut self, time: Duration) {
            self.now.instant += time;
            self.now.timestamp = self.now.timestamp.after(time);
        }

        /// The deadlines of all leases, each once.
        fn deadlines(&self) -> Vec<Timestamp> {
            let sql = "SELECT DISTINCT until FROM lease ORDER BY until";
            let mut query = self.handles[1].database.prepare(sql).unwrap();
            let rows = query.query_map([], |row| Ok(Timestamp(row.get(0)?))).unwrap();
            rows.map(Result::unwrap).collect()
        }
    }

    #[test]
    fn a_lease_is_kept_for_as_long_as_its_holder_lives() {
        let mut shared = shared();
        let owner = shared.take(0, 1).unwrap();
        for _ in 0..600 {
            shared.pass(SECOND);
            shared.renew(0);
            assert_eq!(shared.take(1, 1), None);
        }
        shared.release(0, owner);
        assert!(shared.take(1, 1).is_some());
    }

    #[test]
    fn a_lease_of_a_dead_holder_ends_after_its_time() {
        let mut shared = shared();
        shared.take(0, 1).unwrap();
        shared.pass(14 * SECOND);
        assert_eq!(shared.take(1, 1), None);
        shared.pass(SECOND);
        assert!(shared.take(1, 1).is_some());
    }

    /// The machine slept, or its clock jumped.
    #[test]
    fn a_lease_that_was_lost_is_not_taken_back() {
        let mut shared = shared();
        let lost = shared.take(0, 1).unwrap();
        let kept = shared.take(0, 2).unwrap();
        shared.pass(TIME * 2);
        shared.take(1, 1).unwrap();
        shared.renew(0);
        shared.release(0, lost);
        assert_eq!(shared.take(0, 1), None);
        // Nobody took the other one meanwhile.
        assert_eq!(shared.take(1, 2), None);
        shared.release(0, kept);
        assert!(shared.take(1, 2).is_some());
    }

    #[test]
    fn a_renewal_that_fails_is_tried_again() {
        let mut shared = shared();
        shared.take(0, 1).unwrap();
        shared.handles[0].database.pragma_update(None, "query_only", true).unwrap();
        shared.pass(TIME / 3);
        shared.renew(0);
        shared.handles[0].database.pragma_update(None, "query_only", false).unwrap();
        shared.pass(TIME / 3);
        shared.renew(0);
        shared.pass(TIME / 2);
        assert_eq!(shared.take(1, 1), None);
    }

    #[test]
    fn a_thousand_leases_are_renewed_at_once() {
        let mut shared = shared();
        for number in 0..1000 {
            shared.take(0, number).unwrap();
            shared.pass(Duration::from_millis(1));
        }
        assert_eq!(shared.deadlines().len(), 1000);
        shared.pass(TIME / 3);
        // One transaction: either all leases are renewed or none is.
        let stop = "CREATE TRIGGER stop BEFORE UPDATE ON lease
                    WHEN OLD.origin = 'https://999.example' BEGIN SELECT RAISE(ABORT, ''); END";
        shared.handles[1].database.execute_batch(stop).unwrap();
        shared.renew(0);
        assert_eq!(shared.deadlines().len(), 1000);
        shared.handles[1].database.execute_batch("DROP TRIGGER stop").unwrap();
        shared.pass(TIME / 3);
        shared.renew(0);
        assert_eq!(shared.deadlines(), [shared.now.timestamp.after(TIME)]);
    }

    #[test]
    fn there_is_a_next_renewal_while_a_lease_is_held() {
        let mut shared = shared();
        let due = |shared: &Shared| {
            let next = shared.handles[0].held.next_renewal();
            next.map(|next| next.duration_since(shared.now.instant))
        };
        assert_eq!(due(&shared), None);
        let first = shared.take(0, 1).unwrap();
        assert_eq!(due(&shared), Some(5 * SECOND));
        shared.pass(2 * SECOND);
        let second = shared.take(0, 2).unwrap();
        assert_eq!(due(&shared), Some(3 * SECOND));
        shared.renew(0);
        assert_eq!(due(&shared), Some(3 * SECOND));
        shared.release(0, first);
        shared.pass(3 * SECOND);
        shared.renew(0);
        assert_eq!(due(&shared), Some(5 * SECOND));
        shared.release(0, second);
        assert_eq!(due(&shared), None);
    }
}
