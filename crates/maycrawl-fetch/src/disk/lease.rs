//! Leases as rows: who asks an origin, and until when others wait for it.

use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

use maycrawl::Timestamp;
use rusqlite::Connection;

use super::Key;
use crate::store::StoreError;

/// A lease that ends later than a new one would, by more than this, was taken by a
/// clock that was wrong. It does not count.
const CLOCK_SLACK: Duration = Duration::from_secs(60);

/// Takes the lease of an origin, unless another holds it; gives its owner's number.
pub(super) fn take(
    database: &Connection,
    key: &Key,
    now: Timestamp,
    time: Duration,
) -> Result<Option<i64>, StoreError> {
    let [user_agent, route, origin] = key.cells();
    let until = now.after(time);
    let latest = until.after(CLOCK_SLACK);
    // Looking comes first: it waits for nobody who writes.
    let sql = "SELECT EXISTS (SELECT * FROM lease
               WHERE user_agent = ?1 AND route = ?2 AND origin = ?3
               AND until > ?4 AND until <= ?5)";
    let mut query = database.prepare_cached(sql)?;
    let is_held = query
        .query_row((user_agent, route, origin, now.0, latest.0), |row| row.get::<_, bool>(0))?;
    if is_held {
        return Ok(None);
    }
    let sql = "INSERT INTO lease (user_agent, route, origin, owner, until)
               VALUES (?1, ?2, ?3, ?4, ?5)
               ON CONFLICT DO UPDATE SET owner = excluded.owner, until = excluded.until
               WHERE lease.until <= ?6 OR lease.until > ?7";
    let mut change = database.prepare_cached(sql)?;
    // Each has keys of its own.
    let owner = RandomState::new().hash_one(now.0).cast_signed();
    let rows = change.execute((user_agent, route, origin, owner, until.0, now.0, latest.0))?;
    Ok((rows > 0).then_some(owner))
}

/// Lets go of a lease, if it is still the owner's.
pub(super) fn release(database: &Connection, key: &Key, owner: i64) -> Result<(), StoreError> {
    let [user_agent, route, origin] = key.cells();
    let sql = "DELETE FROM lease
               WHERE user_agent = ?1 AND route = ?2 AND origin = ?3 AND owner = ?4";
    let mut change = database.prepare_cached(sql)?;
    change.execute((user_agent, route, origin, owner))?;
    Ok(())
}
