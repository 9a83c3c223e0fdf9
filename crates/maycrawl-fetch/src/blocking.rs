//! The gatekeeper for programs that are not async.

use std::io;
use std::sync::Arc;

use maycrawl::Agent;
use maycrawl_url::Origin;
use tokio::runtime::{Builder, Runtime};

use crate::error::Error;
use crate::gatekeeper::{Answer, Clock, Gatekeeper, SystemClock};
use crate::known::Known;
use crate::store::Store;
use crate::transport::Transport;

/// A [`Gatekeeper`] whose answers are waited for. Share it between threads: one
/// request serves all who ask about an origin at the same time.
///
/// ```no_run
/// use maycrawl::Agent;
/// use maycrawl_fetch::{Blocking, Gatekeeper, Http, HttpSettings, Permission};
///
/// let http = Http::new(HttpSettings::default())?;
/// let keeper = Blocking::new(Gatekeeper::new(http))?;
/// let answer = keeper.may_fetch("https://example.com/page", &Agent::token("MyBot"))?;
/// assert_eq!(answer.permission, Permission::Go);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// Its methods panic within an async runtime: await the gatekeeper there.
#[derive(Debug)]
pub struct Blocking<T, C = SystemClock, S = ()> {
    keeper: Gatekeeper<T, C, S>,
    runtime: Runtime,
}

impl<T: Transport, C: Clock, S: Store> Blocking<T, C, S> {
    /// Takes a gatekeeper. Fails if the system gives no thread.
    pub fn new(keeper: Gatekeeper<T, C, S>) -> io::Result<Self> {
        // One thread of its own, so that what one caller waits for serves others.
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        Ok(Self { keeper, runtime })
    }

    /// Whether an agent may fetch a URL, now: [`Gatekeeper::may_fetch`].
    pub fn may_fetch(&self, url: &str, agent: &Agent) -> Result<Answer, Error> {
        self.runtime.block_on(self.keeper.may_fetch(url, agent))
    }

    /// What is known of an origin: [`Gatekeeper::known`].
    pub fn known(&self, origin: &Origin) -> Result<Arc<Known>, Error> {
        self.runtime.block_on(self.keeper.known(origin))
    }
}
