//! The memory of a gatekeeper, bounded in bytes.

use std::future::Future;
use std::sync::Arc;

use maycrawl::{
    Dialect,
    access::{Access, AccessSettings, Evidence, FetchOutcome, Timestamp},
};
use maycrawl_url::Origin;
use moka::future::Cache;
use moka::ops::compute::Op;
use moka::policy::EvictionPolicy;
use url::Url;

use crate::attempt::{Problem, Response, Room};
use crate::error::Error;
use crate::headers::Headers;
use crate::origin_record::OriginRecord;
use crate::transport::SendError;

/// The memory of a gatekeeper. What was used longest ago is dropped first.
#[derive(Debug)]
pub(crate) struct Memory {
    /// How much all of it may take.
    pub(crate) max_bytes: u64,
    pub(crate) records: Cache<Origin, Arc<OriginRecord>>,
    /// What requests to URLs met that redirects led to.
    targets: Cache<Url, Arc<Target>>,
    /// Origins that cannot be asked.
    errors: Cache<Origin, Arc<KnownError>>,
}

/// The answer to a request for the target of a redirect, or how it failed. What the fetch or
/// this machine could not do is another type, and never stored here.
#[derive(Debug)]
struct Target {
    answer: Result<Response, Problem>,
    at: Timestamp,
}

/// Why an origin cannot be asked: a refusal or a failure of this machine, never evidence.
#[derive(Debug)]
struct KnownError {
    error: Error,
    /// When that was found. A time that is yet to come was told by a wrong clock.
    since: Timestamp,
    until: Timestamp,
}

/// An answer that a redirect led to, as if its URL had been asked then.
#[derive(Debug)]
pub(crate) struct SharedAnswer {
    pub(crate) response: Response,
    pub(crate) at: Timestamp,
}

/// About how many bytes an answer takes beside its body.
const ITSELF: usize = 1024;

/// A larger record drops others at once.
const LARGE: usize = 64 << 10;

/// The shares of the budget for targets of redirects and for errors.
const TARGETS: u64 = 8;
const ERRORS: u64 = 8;

impl Memory {
    pub(crate) fn new(max_bytes: u64) -> Self {
        fn weight(bytes: usize) -> u32 {
            u32::try_from(bytes).unwrap_or(u32::MAX)
        }
        Self {
            max_bytes,
            records: Cache::builder()
                .max_capacity(max_bytes - max_bytes / TARGETS - max_bytes / ERRORS)
                .weigher(|_, record: &Arc<OriginRecord>| weight(record.bytes()))
                .eviction_policy(EvictionPolicy::lru())
                .build(),
            targets: Cache::builder()
                .max_capacity(max_bytes / TARGETS)
                .weigher(|_, target: &Arc<Target>| weight(target.bytes()))
                .eviction_policy(EvictionPolicy::lru())
                .build(),
            errors: Cache::builder()
                .max_capacity(max_bytes / ERRORS)
                .weigher(|_, known: &Arc<KnownError>| weight(known.error.bytes()))
                .eviction_policy(EvictionPolicy::lru())
                .build(),
        }
    }

    /// Keeps the record of an origin.
    pub(crate) async fn keep(&self, origin: &Origin, record: &Arc<OriginRecord>) {
        self.records.insert(origin.clone(), Arc::clone(record)).await;
        self.settle(record).await;
    }

    /// Makes room for a large record at once. By itself, the cache does so now and then.
    pub(crate) async fn settle(&self, record: &OriginRecord) {
        if record.bytes() > LARGE {
            self.records.run_pending_tasks().await;
        }
    }

    /// Why an origin cannot be asked, as long as that is the answer.
    pub(crate) async fn error(&self, origin: &Origin, now: Timestamp) -> Option<Error> {
        let known = self.errors.get(origin).await?;
        (known.since..known.until).contains(&now).then(|| known.error.clone())
    }

    /// Keeps why an origin cannot be asked, for a while.
    pub(crate) async fn keep_error(
        &self,
        origin: &Origin,
        error: Error,
        since: Timestamp,
        until: Timestamp,
    ) {
        self.errors.insert(origin.clone(), Arc::new(KnownError { error, since, until })).await;
    }

    /// The answer of a URL that a redirect led to, for who asks that URL itself: while it is
    /// fresh, and only if it is a file or says that there is none. A host that failed is asked
    /// anew.
    pub(crate) async fn shared(
        &self,
        url: &Url,
        is_fresh: impl Fn(&Evidence) -> bool,
    ) -> Option<SharedAnswer> {
        let target = self.targets.get(url).await.filter(|target| is_fresh(&target.evidence()))?;
        let response = target.answer.as_ref().ok()?;
        let is_final = matches!(response.status, 200..300 | 400..500)
            && !matches!(response.status, 408 | 425 | 429);
        is_final.then(|| SharedAnswer { response: response.clone(), at: target.at })
    }

    /// Forgets the answer of a URL, since its origin has given a newer one.
    pub(crate) async fn forget_target(&self, url: &Url) {
        self.targets.invalidate(url).await;
    }

    /// The fresh answer of a URL that a redirect leads to, or a new one. All tasks that need
    /// it wait for the same request.
    ///
    /// Only what the target did is kept: if the fetch that asks runs out of time or bytes, the
    /// next one asks anew.
    pub(crate) async fn target_or(
        &self,
        url: &Url,
        is_fresh: impl Fn(&Evidence) -> bool,
        now: impl Fn() -> Timestamp,
        send: impl Future<Output = Result<Response, SendError>>,
    ) -> Result<Response, SendError> {
        let computed = self.targets.entry_by_ref(url).and_try_compute_with(async |held| {
            if held.is_some_and(|held| is_fresh(&held.value().evidence())) {
                return Ok(Op::Nop);
            }
            let answer = match send.await {
                // From here on it counts against this memory.
                Ok(response) => Ok(Response { room: Room::default(), ..response }),
                Err(SendError::Failed(problem)) => Err(problem),
                Err(error) => return Err(error),
            };
            Ok(Op::Put(Arc::new(Target { answer, at: now() })))
        });
        let target = computed.await?.into_entry().map(moka::Entry::into_value);
        let answer = target.map(|target| target.answer(now()));
        Ok(answer.unwrap_or(Err(Problem::Connection))?)
    }
}

impl Target {
    fn evidence(&self) -> Evidence {
        let (answer, headers) = match &self.answer {
            Ok(response) => {
                let answer = FetchOutcome::Http { status: response.status, redirects: 0 };
                (answer, &response.headers)
            }
            Err(_) => (FetchOutcome::Unreachable, &Headers::default()),
        };
        let freshness = headers.freshness();
        Evidence { at: self.at, answer, freshness, retry_after: headers.retry_after(self.at) }
    }

    /// The answer, with its present age.
    fn answer(&self, now: Timestamp) -> Result<Response, Problem> {
        self.answer.clone().map(|response| Response { kept_for: now.since(self.at), ..response })
    }

    fn bytes(&self) -> usize {
        self.answer.as_ref().map_or(0, |response| response.body.bytes.len()).saturating_add(ITSELF)
    }
}

/// Until when evidence holds in a dialect.
pub(crate) fn until(
    evidence: Evidence,
    dialect: &Dialect,
    settings: &AccessSettings,
    now: Timestamp,
) -> Timestamp {
    Access::evaluate(&[evidence], dialect, settings, now).next_try
}
