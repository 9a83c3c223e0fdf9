//! What a service works with.

use std::borrow::Cow;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use maycrawl::Dialect;
use maycrawl::dialect::Preset;
use maycrawl_api::Limits;
use maycrawl_crawlers::{Catalogue, Crawler, distinct};
use maycrawl_fetch::{Clock, MayFetch, SystemClock};
use tokio::sync::Semaphore;

use crate::asked_by::AskedBy;

/// What a service works with: a gatekeeper for the network, and limits.
///
/// A clone shares all of it.
#[derive(Clone)]
pub struct Service(Arc<Parts>);

pub(crate) struct Parts {
    pub(crate) keeper: Arc<dyn MayFetch>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) catalogue: Cow<'static, Catalogue>,
    pub(crate) address: SocketAddr,
    pub(crate) settings: Settings,
    /// The crawlers that asked last.
    pub(crate) asked_by: AskedBy,
    /// Places for operations that work.
    pub(crate) working: Arc<Semaphore>,
    /// Places for operations that arrive, wait for a place or work.
    pub(crate) questions: Semaphore,
    /// Bytes of answers that are not written yet.
    pub(crate) unread: Arc<Semaphore>,
    /// Places for questions to sites.
    pub(crate) fetches: Semaphore,
}

/// What one question and all together may cost.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// What a question to an operation may cost.
    pub limits: Limits,
    /// How many operations work at once; as many as the machine has processors.
    pub at_once: usize,
    /// How many questions to operations may arrive, wait and work at once: 32. More are refused.
    pub questions: usize,
    /// How many questions to sites may wait at once: 1,024. More are refused.
    pub fetches: usize,
    /// How many bytes of answers may wait for their clients to read them, those of all operations
    /// together: 256 MiB, and at least one answer. More answers are refused.
    pub unread_bytes: usize,
    /// How long the body of a request may take to arrive: 10 seconds.
    pub body_time: Duration,
    /// How long an operation may wait and work: 30 seconds.
    pub work_time: Duration,
    /// How long a question to a site may take: 90 seconds.
    pub fetch_time: Duration,
    /// How many redirects to follow, in place of the number of each dialect.
    pub redirects: Option<u8>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            at_once: thread::available_parallelism().map_or(1, Into::into),
            questions: 32,
            fetches: 1024,
            unread_bytes: 256 << 20,
            body_time: Duration::from_secs(10),
            work_time: Duration::from_secs(30),
            fetch_time: Duration::from_secs(90),
            redirects: None,
        }
    }
}

impl Settings {
    /// A dialect with the number of redirects of the settings, if they have one.
    pub(crate) fn dialect(&self, mut dialect: Dialect) -> Dialect {
        dialect.fetch.hops = self.redirects.unwrap_or(dialect.fetch.hops);
        dialect
    }
}

/// The dialects in which the service is asked without a gatekeeper parsing a file anew for each
/// question: the presets, and those of the crawlers of the catalogue.
pub fn dialects() -> Vec<Dialect> {
    let presets = Preset::ALL.iter().map(|preset| preset.dialect);
    let own = Catalogue::built_in().crawlers().iter().map(Crawler::own_dialect);
    distinct(presets.chain(own))
}

impl Service {
    /// A service at a loopback address that asks sites through this gatekeeper.
    pub fn new(keeper: Arc<dyn MayFetch>, address: SocketAddr) -> Self {
        let (clock, catalogue) = (Arc::new(SystemClock), Cow::Borrowed(Catalogue::built_in()));
        Self::of(keeper, clock, catalogue, address, Settings::default())
    }

    fn of(
        keeper: Arc<dyn MayFetch>,
        clock: Arc<dyn Clock>,
        catalogue: Cow<'static, Catalogue>,
        address: SocketAddr,
        settings: Settings,
    ) -> Self {
        let unread_bytes = settings.unread_bytes.max(settings.limits.answer_bytes);
        Self(Arc::new(Parts {
            keeper,
            clock,
            catalogue,
            address,
            settings,
            asked_by: AskedBy::default(),
            working: Arc::new(Semaphore::new(settings.at_once)),
            questions: Semaphore::new(settings.questions),
            unread: Arc::new(Semaphore::new(unread_bytes)),
            fetches: Semaphore::new(settings.fetches),
        }))
    }

    /// The same with another clock: that of the gatekeeper.
    #[must_use]
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        let Parts { keeper, catalogue, address, settings, .. } = &*self.0;
        Self::of(Arc::clone(keeper), clock, catalogue.clone(), *address, *settings)
    }

    /// The same with another catalogue, for the crawlers that ask whether they may fetch.
    #[must_use]
    pub fn with_catalogue(self, catalogue: Catalogue) -> Self {
        let Parts { keeper, clock, address, settings, .. } = &*self.0;
        let catalogue = Cow::Owned(catalogue);
        Self::of(Arc::clone(keeper), Arc::clone(clock), catalogue, *address, *settings)
    }

    /// The same with other settings.
    #[must_use]
    pub fn with_settings(self, settings: Settings) -> Self {
        let Parts { keeper, clock, catalogue, address, .. } = &*self.0;
        Self::of(Arc::clone(keeper), Arc::clone(clock), catalogue.clone(), *address, settings)
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.0
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { address, settings, .. } = &*self.0;
        f.debug_struct("Service")
            .field("address", address)
            .field("settings", settings)
            .finish_non_exhaustive()
    }
}
