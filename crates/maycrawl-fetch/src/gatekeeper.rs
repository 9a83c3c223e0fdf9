//! The front door: may I fetch this URL now?

use std::mem;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use maycrawl::{
    Agent, Dialect, Rules, UrlPath, Verdict,
    access::{Access, AccessReason, AccessSettings, Evidence, FetchOutcome, InForce, Timestamp},
    dialect::ToDisallowed,
};
use maycrawl_url::{Origin, Target};
use moka::ops::compute::Op;
use tracing::{debug, warn};
use url::Url;

use crate::attempt::{Attempt, Body, Problem, Response, Room};
use crate::entry::Entry;
use crate::error::Error;
use crate::flow::{Flow, Request, Step};
use crate::known::Known;
use crate::memory::{Memory, until};
use crate::needs::{Allowance, Needs};
use crate::store::Store;
use crate::transport::{SendError, Transport};

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
/// as it must: once for all who ask at the same time, and again when an answer has run
/// out.
///
/// Each step is an event of `tracing`, at the level debug; that the store fails is
/// one at the level warn, and changes no answer.
///
/// It is for one crawler's `User-Agent` header, since sites answer by it; all agents
/// that send this header share the answers. Dropping a future that it returned loses
/// nothing but that request.
///
/// Its memory is bounded. What does not fit is forgotten, and asked for again; with a
/// [`Store`] it is read back instead.
#[derive(Debug)]
pub struct Gatekeeper<T, C = SystemClock, S = ()> {
    transport: T,
    clock: C,
    store: S,
    dialect: Dialect,
    settings: AccessSettings,
    needs: Needs,
    deadline: Duration,
    /// Rules of a redirect's target count if they were known before this time.
    known_before: Timestamp,
    memory: Memory,
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

/// How many bytes of memory a gatekeeper takes by default.
const MOST_BYTES: u64 = 128 << 20;

/// How long one fetch may take by default.
const DEADLINE: Duration = Duration::from_secs(60);

impl<T: Transport> Gatekeeper<T> {
    /// A gatekeeper that reads files as Google does and keeps what it learns in
    /// memory, up to 128 MiB.
    pub fn new(transport: T) -> Self {
        Self {
            transport,
            clock: SystemClock,
            store: (),
            dialect: Dialect::GOOGLE,
            settings: AccessSettings::default(),
            needs: Needs::of(&Dialect::GOOGLE),
            deadline: DEADLINE,
            known_before: Timestamp(i64::MAX),
            memory: Memory::new(MOST_BYTES),
        }
    }
}

/// By how much clocks of machines that share a store may differ.
const CLOCKS_DIFFER: Duration = Duration::from_secs(60);

/// For how long an error of this machine is the answer for an origin, so that those who
/// wait for it do not all try in turn.
const MACHINE_ERROR: Duration = Duration::from_secs(1);

impl<T: Transport, C: Clock, S: Store> Gatekeeper<T, C, S> {
    /// The same with another clock.
    pub fn with_clock<D: Clock>(self, clock: D) -> Gatekeeper<T, D, S> {
        let Self {
            transport, store, dialect, settings, needs, deadline, known_before, memory, ..
        } = self;
        Gatekeeper {
            transport,
            clock,
            store,
            dialect,
            settings,
            needs,
            deadline,
            known_before,
            memory,
        }
    }

    /// The same with a store, which is asked before a site is. It outlives the process,
    /// or holds what memory cannot.
    pub fn with_store<R: Store>(self, store: R) -> Gatekeeper<T, C, R> {
        let Self {
            transport, clock, dialect, settings, needs, deadline, known_before, memory, ..
        } = self;
        Gatekeeper {
            transport,
            clock,
            store,
            dialect,
            settings,
            needs,
            deadline,
            known_before,
            memory,
        }
    }

    /// The same in another dialect; what memory holds is forgotten.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Self {
        let memory = Memory::new(self.memory.most_bytes());
        Self { dialect, needs: Needs::of(&dialect), memory, ..self }
    }

    /// The same, but fetches go as far as these needs ask too: for callers who read an
    /// [`Entry`] in more dialects than one.
    #[must_use]
    pub fn with_needs(self, needs: Needs) -> Self {
        Self { needs: self.needs.and(needs), ..self }
    }

    /// The same with other choices where the dialect leaves them.
    #[must_use]
    pub fn with_settings(self, settings: AccessSettings) -> Self {
        Self { settings, ..self }
    }

    /// The same with so much time for one fetch, over all its redirects.
    #[must_use]
    pub fn with_deadline(self, deadline: Duration) -> Self {
        Self { deadline, ..self }
    }

    /// The same with so many bytes of memory; what it holds is forgotten.
    #[must_use]
    pub fn with_memory(self, most_bytes: u64) -> Self {
        Self { memory: Memory::new(most_bytes), ..self }
    }

    /// The same, but a redirect to a URL that its host disallows counts as one only if
    /// the rules of that host were known before this time. With the time at which a run
    /// begins, its answers do not depend on the order of its URLs.
    #[must_use]
    pub fn with_redirects_judged_by(self, known_before: Timestamp) -> Self {
        Self { known_before, ..self }
    }

    /// The dialect that files are read in.
    pub const fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Whether an agent may fetch a URL, now.
    ///
    /// An error says that there is no answer: the text is no URL, the guard refuses the
    /// host, or this machine could not ask. A host that does not answer is no error: the
    /// permission is then [`Permission::Later`].
    pub async fn may_fetch(&self, url: &str, agent: &Agent) -> Result<Answer, Error> {
        let target = Target::parse(url)?;
        let known = self.known_to(target.origin(), agent).await?;
        Ok(self.answer(&known, &target, agent))
    }

    /// What is known of an origin; asked for, if nothing is or it has run out.
    pub async fn known(&self, origin: &Origin) -> Result<Arc<Known>, Error> {
        self.known_to(origin, &Agent::token("*")).await
    }

    /// What is remembered of an origin, whether it still holds or not; asks nobody.
    pub async fn recall(&self, origin: &Origin) -> Option<Arc<Known>> {
        if let Some(known) = self.memory.known.get(origin).await {
            return Some(known);
        }
        let known = Arc::new(self.load(origin).await?);
        self.memory.keep(origin, &known).await;
        Some(known)
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

    fn is_robots_txt(&self, path: &UrlPath<'_>) -> bool {
        path.as_bytes() == UrlPath::parse("/robots.txt", &self.dialect).as_bytes()
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
            && known.entry().suffices(&self.needs)
    }

    /// Whether evidence still holds by itself.
    fn is_fresh(&self, evidence: &Evidence) -> bool {
        let now = self.clock.now();
        now < until(*evidence, &self.dialect, &self.settings, now)
    }

    async fn known_to(&self, origin: &Origin, agent: &Agent) -> Result<Arc<Known>, Error> {
        match self.memory.known.get(origin).await.filter(|known| self.is_good(known)) {
            Some(known) => Ok(known),
            // Boxed, so that those who need not wait are small.
            None => Box::pin(self.refreshed(origin, agent)).await,
        }
    }

    async fn refreshed(&self, origin: &Origin, agent: &Agent) -> Result<Arc<Known>, Error> {
        // One at a time for an origin: who waited finds what the first has learnt.
        let computed = self.memory.known.entry_by_ref(origin).and_try_compute_with(async |held| {
            let held = held.map(moka::Entry::into_value);
            if held.as_ref().is_some_and(|known| self.is_good(known)) {
                return Ok::<_, Error>(Op::Nop);
            }
            if let Some(error) = self.memory.error(origin, self.clock.now()).await {
                return Err(error);
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
            let (attempt, _room) = self.attempt(origin, &entry, agent).await?;
            entry.learn(attempt);
            if let Err(error) = self.store.save(origin, &entry).await {
                warn!(%origin, %error, "not kept");
            }
            Ok(Op::Put(Arc::new(Known::new(entry, &self.dialect))))
        });
        let computed = computed.await?;
        let known = computed.into_entry().map_or_else(
            || Arc::new(Known::new(Entry::default(), &self.dialect)),
            moka::Entry::into_value,
        );
        self.memory.settle(&known).await;
        Ok(known)
    }

    /// One attempt to get the robots.txt of an origin, and the room that its file takes
    /// until it is kept.
    async fn attempt(
        &self,
        origin: &Origin,
        entry: &Entry,
        agent: &Agent,
    ) -> Result<(Attempt, Room), Error> {
        let mut flow = Flow::new(origin, entry, self.needs, self.clock.now());
        let mut allowance = Allowance::new(self.deadline, &self.needs);
        let mut step = flow.next_step();
        let mut room = Room::default();
        loop {
            let request = match step {
                Step::Done(attempt) => return Ok((attempt, room)),
                Step::Ask(request) => request,
            };
            // No URL of a flow holds user information.
            let url = request.url.as_str();
            let is_redirect = !flow.hops().is_empty();
            if is_redirect && self.is_disallowed(&request.url, agent).await {
                debug!(url, "disallowed, not followed");
                step = flow.disallowed(self.clock.now());
                continue;
            }
            debug!(url, "asking");
            let answer = match self.send(&request, is_redirect, &mut allowance).await {
                Ok(mut response) => {
                    room = mem::take(&mut response.room);
                    Ok(response)
                }
                Err(SendError::Failed(problem)) => Err(problem),
                Err(SendError::Refused(refused)) => {
                    debug!(url, %refused, "refused");
                    let error = Error::Refused { refused, hops: flow.hops().to_vec() };
                    let until = self.refused_until(&flow);
                    self.memory.keep_error(origin, error.clone(), until).await;
                    return Err(error);
                }
                Err(SendError::Machine(error)) => {
                    debug!(url, %error, "not sent");
                    let error = Error::Machine(error);
                    let until = self.clock.now().after(MACHINE_ERROR);
                    self.memory.keep_error(origin, error.clone(), until).await;
                    return Err(error);
                }
            };
            match &answer {
                Ok(response) => debug!(url, status = response.status, "answered"),
                Err(problem) => debug!(url, %problem, "no answer"),
            }
            step = flow.answered(answer, self.clock.now());
        }
    }

    /// The answer to a request: one that came for another origin's redirect and is still
    /// fresh, or a new one.
    async fn send(
        &self,
        request: &Request,
        is_redirect: bool,
        allowance: &mut Allowance,
    ) -> Result<Response, SendError> {
        let (url, now) = (&request.url, self.clock.now());
        let is_fresh = |evidence: &Evidence| self.is_fresh(evidence);
        if is_redirect && let Some(response) = self.known_answer(url, now).await {
            return Ok(response);
        }
        if !is_redirect
            && request.headers.is_empty()
            && let Some(answer) = self.memory.target(url, is_fresh, now).await
        {
            return Ok(answer?);
        }
        let sent = async {
            if allowance.time.is_zero() || allowance.bytes == 0 {
                return Err(Problem::TimedOut.into());
            }
            self.transport.send(request, allowance).await
        };
        if is_redirect {
            self.memory.target_or(url, is_fresh, || self.clock.now(), sent).await
        } else {
            sent.await
        }
    }

    /// The answer of a URL that is the robots.txt of an origin, and has been asked for as
    /// such.
    async fn known_answer(&self, url: &Url, now: Timestamp) -> Option<Response> {
        let target = Target::parse(url.as_str()).ok()?;
        let origin = target.origin();
        if origin.robots_url() != url.as_str() {
            return None;
        }
        let known = self.memory.known.get(origin).await.filter(|known| self.is_good(known))?;
        let ([hop], copy) = (known.entry().hops(), known.entry().copy()) else { return None };
        let kept_for = now.since(hop.answered);
        match (hop.outcome.as_ref().ok()?, copy) {
            (200..300 | 304, Some(copy)) if copy.url == *url => {
                let (headers, body) = (copy.headers.clone(), copy.body.clone());
                Some(Response { kept_for, ..Response::new(200, headers, body) })
            }
            (status @ 400..500, _) => {
                let headers = hop.headers.clone();
                Some(Response { kept_for, ..Response::new(*status, headers, Body::default()) })
            }
            _ => None,
        }
    }

    /// For how long a refusal is the answer for an origin: as long as the redirect that
    /// led there holds, or that of an answer without headers.
    fn refused_until(&self, flow: &Flow) -> Timestamp {
        let now = self.clock.now();
        let freshness = flow.hops().last().map(|hop| hop.headers.freshness());
        let evidence = Evidence {
            freshness: freshness.unwrap_or_default(),
            ..Evidence::new(now, FetchOutcome::Http { status: 404, redirects: 0 })
        };
        until(evidence, &self.dialect, &self.settings, now)
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
        let counts = |known: &Known| {
            asked(known).is_some_and(|asked| asked < self.known_before) && self.is_good(known)
        };
        self.recall(target.origin()).await.is_some_and(|known| {
            counts(&known)
                && matches!(self.answer(&known, &target, agent).permission, Permission::No(_))
        })
    }
}

/// When an origin was asked last.
fn asked(known: &Known) -> Option<Timestamp> {
    known.entry().history().last().map(|last| last.at)
}
