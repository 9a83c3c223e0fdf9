//! The front door: may I fetch this URL now?

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use maycrawl::{
    Access, AccessReason, AccessSettings, Agent, Dialect, InForce, Path, Rules, Timestamp,
    ToDisallowed, Verdict,
};
use maycrawl_url::{Origin, Target};
use moka::future::Cache;
use moka::ops::compute::Op;
use tracing::{debug, warn};
use url::Url;

use crate::attempt::Attempt;
use crate::entry::Entry;
use crate::error::Error;
use crate::flow::{Flow, Step};
use crate::known::Known;
use crate::store::Store;
use crate::transport::{Transport, Unsent};

/// Knows the time.
pub trait Clock: Send + Sync {
    /// The time now.
    fn now(&self) -> Timestamp;
}

/// The clock of the system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// Says whether a crawler may fetch URLs, and asks for their robots.txt files as far
/// as it must: once for all who ask at the same time, and again when what came has
/// run out.
///
/// Each step is an event of `tracing`, at the level debug; that the store fails is
/// one at the level warn, and changes no answer.
///
/// It is for one crawler's `User-Agent` header, since sites answer by it; all agents
/// that send this header share what came. Dropping a future that it returned loses
/// nothing but that request.
#[derive(Debug)]
pub struct Gatekeeper<T, C = SystemClock, S = ()> {
    transport: T,
    clock: C,
    store: S,
    dialect: Dialect,
    settings: AccessSettings,
    known: Cache<Origin, Arc<Known>>,
}

/// The answer to a crawler.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Whether it may fetch the URL.
    pub permission: Permission,
    /// What is in force for the origin, why, and until when.
    pub access: Access,
    /// The agent's rules and what they say of the URL, if rules are in force.
    pub verdict: Option<(Arc<Rules>, Verdict)>,
    /// All that is known of the origin.
    pub known: Arc<Known>,
    /// The pause between requests that the file asks of the agent.
    pub pause: Option<Duration>,
}

/// Whether a crawler may fetch a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permission {
    /// It may.
    Go,
    /// The rules say no.
    No(Verdict),
    /// Not now: the file cannot be reached. Ask again, and do not drop the URL.
    Later {
        /// From when on asking may give another answer.
        until: Timestamp,
        /// Why.
        why: AccessReason,
    },
}

/// How many octets of memory all that is known may take, by default.
const MOST_OCTETS: u64 = 256 << 20;

impl<T: Transport> Gatekeeper<T> {
    /// A gatekeeper that reads files as Google does and keeps what it learns in
    /// memory, up to 256 MiB.
    pub fn new(transport: T) -> Self {
        Self {
            transport,
            clock: SystemClock,
            store: (),
            dialect: Dialect::GOOGLE,
            settings: AccessSettings::default(),
            known: memory(MOST_OCTETS),
        }
    }
}

/// By how much clocks of machines that share a store may differ.
const CLOCKS_DIFFER: Duration = Duration::from_secs(60);

fn memory(most_octets: u64) -> Cache<Origin, Arc<Known>> {
    Cache::builder()
        .max_capacity(most_octets)
        .weigher(|_: &Origin, known: &Arc<Known>| u32::try_from(known.octets()).unwrap_or(u32::MAX))
        .build()
}

impl<T: Transport, C: Clock, S: Store> Gatekeeper<T, C, S> {
    /// The same with another clock.
    pub fn with_clock<D: Clock>(self, clock: D) -> Gatekeeper<T, D, S> {
        let Self { transport, store, dialect, settings, known, .. } = self;
        Gatekeeper { transport, clock, store, dialect, settings, known }
    }

    /// The same with a store, which outlives the process and is asked before a site
    /// is.
    pub fn with_store<R: Store>(self, store: R) -> Gatekeeper<T, C, R> {
        let Self { transport, clock, dialect, settings, known, .. } = self;
        Gatekeeper { transport, clock, store, dialect, settings, known }
    }

    /// The same in another dialect; what memory holds is forgotten.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Self {
        let most = self.known.policy().max_capacity().unwrap_or(MOST_OCTETS);
        Self { dialect, known: memory(most), ..self }
    }

    /// The same with other choices where the dialect leaves them.
    #[must_use]
    pub fn with_settings(self, settings: AccessSettings) -> Self {
        Self { settings, ..self }
    }

    /// The same with so much memory; what it holds is forgotten.
    #[must_use]
    pub fn with_memory(self, most_octets: u64) -> Self {
        Self { known: memory(most_octets), ..self }
    }

    /// The dialect that files are read in.
    pub const fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Whether an agent may fetch a URL, now.
    ///
    /// An error says that there is no answer: the text is no URL, or its host may not
    /// be asked. That a host does not resolve or answer is none: then the permission
    /// is [`Permission::Later`].
    pub async fn may_fetch(&self, url: &str, agent: &Agent) -> Result<Answer, Error> {
        let target = Target::parse(url)?;
        let known = self.known_to(target.origin(), agent).await?;
        Ok(self.answer(&known, &target, agent))
    }

    /// What is known of an origin; asked for, if nothing is or it has run out.
    pub async fn known(&self, origin: &Origin) -> Result<Arc<Known>, Error> {
        self.known_to(origin, &Agent::token("*")).await
    }

    /// The answer for an agent now, by what is known of the URL's origin; nobody is
    /// asked.
    pub fn answer(&self, known: &Arc<Known>, target: &Target, agent: &Agent) -> Answer {
        let access = self.access(known);
        let is_in_force = matches!(access.in_force, InForce::Rules(_));
        let said = known.said(agent).filter(|_| is_in_force);
        let path = target.rule_path(&self.dialect);
        let verdict = said.as_ref().map(|(rules, _)| (Arc::clone(rules), rules.check(&path)));
        let permission = match (&verdict, access.in_force) {
            (Some((_, verdict)), _) if verdict.is_allowed() => Permission::Go,
            (Some((_, verdict)), _) => Permission::No(*verdict),
            (None, InForce::AllowAll | InForce::Ungoverned) => Permission::Go,
            (None, _) if self.is_robots_txt(&path) => Permission::Go,
            (None, _) => Permission::Later { until: access.next_try, why: access.reason },
        };
        let pause = said.and_then(|(_, pause)| pause);
        Answer { permission, access, verdict, known: Arc::clone(known), pause }
    }

    fn is_robots_txt(&self, path: &Path<'_>) -> bool {
        path.as_bytes() == Path::parse("/robots.txt", &self.dialect).as_bytes()
    }

    fn access(&self, known: &Known) -> Access {
        known.access(&self.dialect, &self.settings, self.clock.now())
    }

    /// Whether what is known still holds. What came later than now came by a clock that
    /// was wrong, and would hold for as long as that was.
    fn is_good(&self, known: &Known) -> bool {
        let now = self.clock.now();
        asked(known).is_some_and(|asked| asked <= now.after(CLOCKS_DIFFER))
            && now < self.access(known).next_try
    }

    async fn known_to(&self, origin: &Origin, agent: &Agent) -> Result<Arc<Known>, Error> {
        match self.known.get(origin).await.filter(|known| self.is_good(known)) {
            Some(known) => Ok(known),
            // Boxed, so that those who need not wait are small.
            None => Box::pin(self.refreshed(origin, agent)).await,
        }
    }

    async fn refreshed(&self, origin: &Origin, agent: &Agent) -> Result<Arc<Known>, Error> {
        // One at a time for an origin: who waited finds what the first has learnt.
        let computed = self.known.entry_by_ref(origin).and_try_compute_with(async |held| {
            let held = held.map(moka::Entry::into_value);
            if held.as_ref().is_some_and(|known| self.is_good(known)) {
                return Ok::<_, Error>(Op::Nop);
            }
            let _lease = self.store.lease(origin).await;
            let known = match (self.load(origin).await, held) {
                (Some(stored), Some(held)) if asked(&held) > asked(&stored) => held,
                (Some(stored), _) if self.is_good(&stored) => {
                    return Ok(Op::Put(Arc::new(stored)));
                }
                (Some(stored), _) => Arc::new(stored),
                (None, Some(held)) => held,
                (None, None) => Arc::new(Known::new(Entry::default(), &self.dialect)),
            };
            let mut entry = known.entry().clone();
            entry.learn(self.attempt(origin, &entry, agent).await?);
            if let Err(error) = self.store.save(origin, &entry).await {
                warn!(%origin, %error, "not kept");
            }
            Ok(Op::Put(Arc::new(Known::new(entry, &self.dialect))))
        });
        let computed = computed.await?;
        Ok(computed.into_entry().map_or_else(
            || Arc::new(Known::new(Entry::default(), &self.dialect)),
            moka::Entry::into_value,
        ))
    }

    /// One attempt to get the robots.txt of an origin.
    async fn attempt(
        &self,
        origin: &Origin,
        entry: &Entry,
        agent: &Agent,
    ) -> Result<Attempt, Error> {
        let mut flow = Flow::new(origin, entry, self.clock.now());
        let mut step = flow.next_step();
        let mut is_redirect = false;
        loop {
            let request = match step {
                Step::Done(attempt) => return Ok(attempt),
                Step::Ask(request) => request,
            };
            // No URL of a flow holds user information.
            let url = request.url.as_str();
            if is_redirect && self.is_disallowed(&request.url, agent).await {
                debug!(url, "disallowed, not followed");
                step = flow.disallowed(self.clock.now());
                continue;
            }
            debug!(url, "asking");
            let answer = match self.transport.send(&request).await {
                Ok(response) => Ok(response),
                Err(Unsent::Failed(problem)) => Err(problem),
                Err(Unsent::Refused(refused)) => {
                    debug!(url, %refused, "refused");
                    return Err(refused.into());
                }
            };
            match &answer {
                Ok(response) => debug!(url, status = response.status, "answered"),
                Err(problem) => debug!(url, %problem, "no answer"),
            }
            step = flow.answered(answer, self.clock.now());
            is_redirect = true;
        }
    }

    /// What the store keeps of an origin.
    async fn load(&self, origin: &Origin) -> Option<Known> {
        match self.store.load(origin).await {
            Ok(stored) => stored.map(|entry| Known::new(entry, &self.dialect)),
            Err(error) => {
                warn!(%origin, %error, "what is kept cannot be read");
                None
            }
        }
    }

    /// Whether rules that are known, and still hold, disallow what a redirect leads to.
    async fn is_disallowed(&self, url: &Url, agent: &Agent) -> bool {
        if self.dialect.fetch.redirect_to_disallowed == ToDisallowed::Follow {
            return false;
        }
        let Ok(target) = Target::parse(url.as_str()) else { return false };
        let known = self.known.get(target.origin()).await.filter(|known| self.is_good(known));
        known.is_some_and(|known| {
            matches!(self.answer(&known, &target, agent).permission, Permission::No(_))
        })
    }
}

/// When an origin was asked last.
fn asked(known: &Known) -> Option<Timestamp> {
    known.entry().history().last().map(|last| last.at)
}
