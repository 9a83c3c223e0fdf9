//! The gatekeeper for programs without async.

use std::io;
use std::sync::Arc;

use maycrawl::Agent;
use maycrawl_url::Origin;
use tokio::runtime::{Builder, Runtime};

use crate::decision::Decision;
use crate::error::Error;
use crate::may_fetch::MayFetch;
use crate::origin_record::OriginRecord;

/// A [`Gatekeeper`](crate::Gatekeeper) for programs without async.
///
/// Share it between threads: one request serves all that ask about an origin at the same
/// time.
///
/// ```no_run
/// use maycrawl::Agent;
/// use maycrawl_fetch::{
///     BlockingGatekeeper, Gatekeeper, HttpSettings, HttpTransport, Permission,
/// };
///
/// let http = HttpTransport::new(HttpSettings::default())?;
/// let keeper = BlockingGatekeeper::new(Gatekeeper::new(http))?;
/// let decision = keeper.may_fetch("https://example.com/page", &Agent::token("MyBot"))?;
/// assert_eq!(decision.permission, Permission::Allowed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// Its methods panic within an async runtime; await the gatekeeper there.
pub struct BlockingGatekeeper {
    keeper: Box<dyn MayFetch>,
    runtime: Runtime,
}

impl BlockingGatekeeper {
    /// Wraps a gatekeeper.
    ///
    /// # Errors
    ///
    /// Fails if the system gives no thread.
    pub fn new(keeper: impl MayFetch + 'static) -> io::Result<Self> {
        // The runtime has a thread of its own, so that a request goes on when the thread
        // that began it has its answer.
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        Ok(Self { keeper: Box::new(keeper), runtime })
    }

    /// Decides whether an agent may fetch a URL now.
    ///
    /// # Errors
    ///
    /// Those of [`Gatekeeper::may_fetch`](crate::Gatekeeper::may_fetch).
    pub fn may_fetch(&self, url: &str, agent: &Agent) -> Result<Decision, Error> {
        self.runtime.block_on(self.keeper.may_fetch(url, agent))
    }

    /// The record of an origin, fetched if necessary.
    ///
    /// # Errors
    ///
    /// Those of [`Gatekeeper::record`](crate::Gatekeeper::record).
    pub fn record(&self, origin: &Origin) -> Result<Arc<OriginRecord>, Error> {
        self.runtime.block_on(self.keeper.record(origin))
    }
}

impl std::fmt::Debug for BlockingGatekeeper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BlockingGatekeeper").finish_non_exhaustive()
    }
}
