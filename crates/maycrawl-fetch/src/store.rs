//! What outlives a process: the contract of a store.

use std::fmt;
use std::future::Future;

use maycrawl_url::Origin;

use crate::entry::Entry;

/// Keeps what is known of origins beyond the memory of a process.
///
/// A handle of a store is for one `User-Agent` header and one route to the sites, since
/// answers depend on them: what came to another header, or through a proxy, or from an
/// address that stands in for the site's own, is not given out.
///
/// A [`Gatekeeper`] that must ask an origin takes its lease, loads what is kept, asks
/// only if that has run out, saves what came, and releases the lease. So the lease
/// is what makes one request serve all machines that share a store.
///
/// [`Gatekeeper`]: crate::Gatekeeper
pub trait Store: Send + Sync {
    /// Held while an origin is asked, and dropped when that is over or given up. A fetch
    /// may wait for minutes before it asks.
    type Lease: Send;

    /// Waits until no other holds the lease of an origin, and takes it.
    ///
    /// A store without leases gives one at once; then two processes may ask the same
    /// origin at the same time, and the last answer is kept.
    ///
    /// Where the holder may die without releasing it, a lease must end by itself. Give it a
    /// short time and renew it while it is held: then a holder that lives keeps it, and
    /// nobody waits long for one that died.
    fn lease(&self, origin: &Origin) -> impl Future<Output = Self::Lease> + Send;

    /// What is kept of an origin.
    fn load(
        &self,
        origin: &Origin,
    ) -> impl Future<Output = Result<Option<Entry>, StoreError>> + Send;

    /// Keeps an entry in place of the one before: whole, or not at all. When it
    /// returns, the entry outlives the process.
    fn save(
        &self,
        origin: &Origin,
        entry: &Entry,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// Keeps nothing.
impl Store for () {
    type Lease = ();

    async fn lease(&self, _: &Origin) {}

    async fn load(&self, _: &Origin) -> Result<Option<Entry>, StoreError> {
        Ok(None)
    }

    async fn save(&self, _: &Origin, _: &Entry) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Keeps what the store keeps, if there is one.
impl<S: Store> Store for Option<S> {
    type Lease = Option<S::Lease>;

    async fn lease(&self, origin: &Origin) -> Self::Lease {
        match self {
            Some(store) => Some(store.lease(origin).await),
            None => None,
        }
    }

    async fn load(&self, origin: &Origin) -> Result<Option<Entry>, StoreError> {
        match self {
            Some(store) => store.load(origin).await,
            None => Ok(None),
        }
    }

    async fn save(&self, origin: &Origin, entry: &Entry) -> Result<(), StoreError> {
        match self {
            Some(store) => store.save(origin, entry).await,
            None => Ok(()),
        }
    }
}

/// Why a store cannot be used, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// A newer version of this crate made the file, in this format. It was left as it
    /// is.
    Newer(u32),
    /// The file is something else. It was left as it is.
    Foreign,
    /// The file or its folder is read-only.
    ReadOnly,
    /// The disk is full.
    Full,
    /// Parts of the file were overwritten or are missing.
    Damaged,
    /// Another program has locked the file for longer than a store waits.
    Busy,
    /// The file can be neither opened nor made: there is no such folder, or no
    /// permission.
    CannotOpen,
    /// Something else, in the words of what failed.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newer(format) => write!(
                f,
                "a newer version of maycrawl made the file (format {format}); use that version, or name another file"
            ),
            Self::Foreign => f.write_str("the file is not a store of maycrawl; name another file"),
            Self::ReadOnly => f.write_str(
                "the file or its folder is read-only; change the permissions, or name another file",
            ),
            Self::Full => {
                f.write_str("the disk is full; free some space, or name a file on another disk")
            }
            Self::Damaged => f.write_str(
                "the file is damaged and nothing in it is used; delete it, or name another file",
            ),
            Self::Busy => f.write_str(
                "another program has locked the file for 10 seconds; wait until it ends, or name another file",
            ),
            Self::CannotOpen => f.write_str(
                "the file cannot be opened; make sure that its folder exists and that you may write there",
            ),
            Self::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for StoreError {}
