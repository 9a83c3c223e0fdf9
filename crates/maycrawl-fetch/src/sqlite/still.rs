//! Stores that hold still while the process forks.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Each thread that calls `SQLite` has this shared. `SQLite` has locks of its own, and a process
/// that is forked while a thread holds one would wait for it for ever.
static INSIDE: RwLock<()> = RwLock::new(());

/// While this exists, no [`SqliteStore`](crate::SqliteStore) of the process works; jobs wait.
///
/// Make it before a fork, and drop it in both processes after it. Then the new process can open
/// stores; those that it inherits have lost their threads. To open a store meanwhile waits until
/// this is dropped, so the thread that has it must not.
#[derive(Debug)]
#[must_use = "stores work again as soon as it is dropped"]
pub struct StillStores {
    _inside: RwLockWriteGuard<'static, ()>,
}

impl StillStores {
    /// Waits until no store works: as long as the longest job takes.
    ///
    /// ```
    /// let still = maycrawl_fetch::StillStores::wait();
    /// // Fork here.
    /// drop(still);
    /// ```
    pub fn wait() -> Self {
        Self { _inside: INSIDE.write().unwrap_or_else(PoisonError::into_inner) }
    }
}

/// The right to call `SQLite`.
pub(super) fn inside() -> RwLockReadGuard<'static, ()> {
    INSIDE.read().unwrap_or_else(PoisonError::into_inner)
}
