//! Leases as rows: who may ask an origin, and until when the others wait.

use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

use maycrawl::access::Timestamp;
use rusqlite::{Connection, TransactionBehavior};

use super::Key;
use crate::store::StoreError;

/// A lease that expires later than a new one would, by more than this, comes from a wrong
/// clock and does not count.
const CLOCK_SLACK: Duration = Duration::from_secs(60);

/// Takes the lease of an origin and returns its owner number, unless another holds it.
pub(super) fn take(
    database: &Connection,
    key: &Key,
    now: Timestamp,
    time: Duration,
) -> Result<Option<i64>, StoreError> {
    let [user_agent, route, origin] = key.cells();
    let until = now.after(time);
    let latest = until.after(CLOCK_SLACK);
    // Read first: a reader does not wait for writers.
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
    // Each `RandomState` has other keys.
    let owner = RandomState::new().hash_one(now.0).cast_signed();
    let rows = change.execute((user_agent, route, origin, owner, until.0, now.0, latest.0))?;
    Ok((rows > 0).then_some(owner))
}

/// Renews leases in one transaction. Returns those that are lost: they expired and another
/// process took them.
pub(super) fn renew<'a>(
    database: &mut Connection,
    leases: impl Iterator<Item = (i64, &'a Key, Timestamp)>,
) -> Result<Vec<i64>, StoreError> {
    let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut lost = Vec::new();
    for (owner, key, until) in leases {
        let [user_agent, route, origin] = key.cells();
        let sql = "UPDATE lease SET until = ?5
                   WHERE user_agent = ?1 AND route = ?2 AND origin = ?3 AND owner = ?4";
        let mut change = transaction.prepare_cached(sql)?;
        if change.execute((user_agent, route, origin, owner, until.0))? == 0 {
            lost.push(owner);
        }
    }
    transaction.commit()?;
    Ok(lost)
}

/// Releases a lease if its owner still holds it.
pub(super) fn release(database: &Connection, owner: i64, key: &Key) -> Result<(), StoreError> {
    let [user_agent, route, origin] = key.cells();
    let sql = "DELETE FROM lease
               WHERE user_agent = ?1 AND route = ?2 AND origin = ?3 AND owner = ?4";
    let mut change = database.prepare_cached(sql)?;
    change.execute((user_agent, route, origin, owner))?;
    Ok(())
}

/// Releases leases, in one transaction.
pub(super) fn release_all<'a>(
    database: &mut Connection,
    mut leases: impl Iterator<Item = (i64, &'a Key)>,
) -> Result<(), StoreError> {
    let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
    leases.try_for_each(|(owner, key)| release(&transaction, owner, key))?;
    Ok(transaction.commit()?)
}
