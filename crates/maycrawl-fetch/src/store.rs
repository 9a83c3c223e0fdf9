//! The contract of a store, which outlives the memory of a process.

use std::borrow::Cow;
use std::fmt;
use std::future::Future;

use maycrawl_url::Origin;

use crate::code::codes;
use crate::entry::Entry;

/// Keeps entries of origins beyond the memory of a process.
///
/// Answers depend on who asks and by which way. So a store serves one `User-Agent` header
/// and one route: it never returns an entry that another header received, or that came
/// through another proxy or from a substitute address.
///
/// When a [`Gatekeeper`](crate::Gatekeeper) needs an origin, it takes the lease of the
/// origin, loads the entry, asks the site if the entry has expired, saves the new entry
/// and drops the lease. The lease makes one request serve all machines that share a store.
pub trait Store: Send + Sync {
    /// The exclusive right to ask an origin; dropping it releases it. It may be held for
    /// minutes, since a fetch may wait before it sends.
    type Lease: Send;

    /// Waits for the lease of an origin and takes it.
    ///
    /// A store without leases returns at once; two processes may then ask the same origin
    /// at the same time, and the last answer is kept.
    ///
    /// If the holder of a lease can die, let leases expire. Choose a short lifetime and
    /// renew a lease while it is held: a living holder then keeps it, and nobody waits
    /// long for a dead one.
    fn lease(&self, origin: &Origin) -> impl Future<Output = Self::Lease> + Send;

    /// Loads the entry of an origin.
    fn load(
        &self,
        origin: &Origin,
    ) -> impl Future<Output = Result<Option<Entry>, StoreError>> + Send;

    /// Replaces the entry of an origin, completely or not at all. Once this returns, the
    /// entry outlives the process.
    fn save(
        &self,
        origin: &Origin,
        entry: &Entry,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Why the store does not work at the moment, if it does not. Answers then come from memory
    /// and from the sites.
    fn failure(&self) -> Option<StoreError> {
        None
    }
}

/// A store that keeps nothing.
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

/// The store, if there is one; else one that keeps nothing.
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

    fn failure(&self) -> Option<StoreError> {
        self.as_ref().and_then(Store::failure)
    }
}

/// Why a store failed, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    kind: StoreErrorKind,
    message: Cow<'static, str>,
}

/// The kind of a [`StoreError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// A newer version of this crate made the file. It was left unchanged.
    NewerFormat,
    /// The file is something else. It was left unchanged.
    Foreign,
    /// The store is read-only.
    ReadOnly,
    /// The store has no space left.
    Full,
    /// Parts of the store were overwritten or are missing.
    Damaged,
    /// Another program has locked the store for longer than the store waits.
    Busy,
    /// The store cannot be opened or created.
    CannotOpen,
    /// Any other failure.
    Other,
}

codes! { StoreErrorKind, "an error of a store":
    NewerFormat = "newer-format",
    Foreign = "foreign",
    ReadOnly = "read-only",
    Full = "full",
    Damaged = "damaged",
    Busy = "busy",
    CannotOpen = "cannot-open",
    Other = "other",
}

impl StoreError {
    /// An error with a message that says what happened and what to do.
    pub fn new(kind: StoreErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self { kind, message: message.into() }
    }

    /// What kind of error it is.
    pub const fn kind(&self) -> StoreErrorKind {
        self.kind
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StoreError {}
