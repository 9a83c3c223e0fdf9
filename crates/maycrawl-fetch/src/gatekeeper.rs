//! The front door: may a crawler fetch this URL now?

use std::sync::Arc;
use std::time::Duration;

use maycrawl::{
    Agent, Dialect, UrlPath,
    access::{Access, AccessSettings, Evidence, InForce, Timestamp},
};
use maycrawl_url::{Origin, Target};

use crate::clock::{Clock, SystemClock};
use crate::decision::{Decision, Permission};
use crate::error::Error;
use crate::memory::{Memory, until};
use crate::needs::Needs;
use crate::origin_record::{AgentRules, OriginRecord};
use crate::store::{Store, StoreError};
use crate::transport::Transport;

mod ask;

/// Decides whether a crawler may fetch URLs, and fetches their robots.txt files.
///
/// It fetches each file once for all tasks that ask at the same time, and again when the
/// answer has expired.
///
/// Sites may answer by the `User-Agent` header, so use one gatekeeper for each header; all
/// agents that send it share the answers. Dropping one of its futures cancels only that
/// call.
///
/// Its memory is bounded. What does not fit is dropped and fetched again, or loaded from
/// the [`Store`], if there is one.
///
/// It logs each step as a `tracing` event of level debug. A store that fails changes no
/// answer; that is an event of level warn.
///
/// [`MayFetch`](crate::MayFetch) is one type for gatekeepers of all transports, clocks and
/// stores.
#[derive(Debug)]
pub struct Gatekeeper<T, C = SystemClock, S = ()> {
    transport: T,
    clock: C,
    store: S,
    settings: Settings,
    memory: Memory,
}

/// All that does not depend on the types of the parts.
#[derive(Clone, Debug)]
struct Settings {
    dialect: Dialect,
    /// The others in which agents ask.
    other_dialects: Vec<Dialect>,
    access: AccessSettings,
    /// What callers need beyond the dialects.
    other_needs: Needs,
    /// What all of these need together.
    needs: Needs,
    deadline: Duration,
    /// Rules judge a redirect to their host if they were known before this time.
    known_before: Timestamp,
}

impl Settings {
    /// Brings up to date what follows from the others, so that their order does not matter.
    fn settle(&mut self) {
        let mut known = vec![self.dialect];
        for dialect in std::mem::take(&mut self.other_dialects) {
            if !known.contains(&dialect) {
                known.push(dialect);
            }
        }
        self.needs = known.iter().map(Needs::of).fold(self.other_needs, Needs::and);
        self.other_dialects = known.split_off(1);
    }
}

/// How many bytes of memory a gatekeeper uses by default.
const MAX_BYTES: u64 = 128 << 20;

/// How long one fetch may take by default.
const DEADLINE: Duration = Duration::from_secs(60);

/// By how much the clocks of machines that share a store may differ.
const MAX_CLOCK_SKEW: Duration = Duration::from_secs(60);

impl<T: Transport> Gatekeeper<T> {
    /// A gatekeeper that reads files as Google does and uses up to 128 MiB of memory.
    pub fn new(transport: T) -> Self {
        let settings = Settings {
            dialect: Dialect::GOOGLE,
            other_dialects: Vec::new(),
            access: AccessSettings::default(),
            other_needs: Needs { redirects: 0, bytes: 0 },
            needs: Needs::of(&Dialect::GOOGLE),
            deadline: DEADLINE,
            known_before: Timestamp(i64::MAX),
        };
        let memory = Memory::new(MAX_BYTES);
        Self { transport, clock: SystemClock, store: (), settings, memory }
    }
}

impl<T: Transport, C: Clock, S: Store> Gatekeeper<T, C, S> {
    /// Sets the clock.
    pub fn with_clock<D: Clock>(self, clock: D) -> Gatekeeper<T, D, S> {
        let Self { transport, store, settings, memory, .. } = self;
        Gatekeeper { transport, clock, store, settings, memory }
    }

    /// Sets the store, which is asked before a site is.
    pub fn with_store<R: Store>(self, store: R) -> Gatekeeper<T, C, R> {
        let Self { transport, clock, settings, memory, .. } = self;
        Gatekeeper { transport, clock, store, settings, memory }
    }

    /// Sets the dialect that files are read in. Clears the memory.
    #[must_use]
    pub fn with_dialect(mut self, dialect: Dialect) -> Self {
        self.settings.dialect = dialect;
        self.settings.settle();
        self.memory = Memory::new(self.memory.max_bytes);
        self
    }

    /// Reads files in these dialects too, for agents that are
    /// [asked about in their own](Self::decide_in). Clears the memory.
    ///
    /// Each file is parsed once for each dialect, fetches go as far as each needs, and a
    /// record expires when it does in any.
    #[must_use]
    pub fn with_other_dialects(mut self, dialects: impl IntoIterator<Item = Dialect>) -> Self {
        self.settings.other_dialects.extend(dialects);
        self.settings.settle();
        self.memory = Memory::new(self.memory.max_bytes);
        self
    }

    /// Lets fetches go as far as these needs ask too, for callers who read an
    /// [`Entry`](crate::Entry) in several dialects.
    #[must_use]
    pub fn with_needs(mut self, needs: Needs) -> Self {
        self.settings.other_needs = self.settings.other_needs.and(needs);
        self.settings.settle();
        self
    }

    /// Sets what the dialect leaves open.
    #[must_use]
    pub const fn with_settings(mut self, settings: AccessSettings) -> Self {
        self.settings.access = settings;
        self
    }

    /// Sets how long one fetch may take, over all its redirects; 60 seconds by default.
    #[must_use]
    pub const fn with_deadline(mut self, deadline: Duration) -> Self {
        self.settings.deadline = deadline;
        self
    }

    /// Sets how many bytes of memory it may use; 128 MiB by default. Clears the memory.
    #[must_use]
    pub fn with_memory(mut self, max_bytes: u64) -> Self {
        self.memory = Memory::new(max_bytes);
        self
    }

    /// Judges redirects only by rules that were known before a time.
    ///
    /// In some dialects, a redirect to a URL that its host disallows is not followed, if
    /// the rules of the host are known. With the start of a run as this time, its answers
    /// do not depend on the order of its URLs.
    #[must_use]
    pub const fn with_redirects_judged_by(mut self, known_before: Timestamp) -> Self {
        self.settings.known_before = known_before;
        self
    }

    /// The dialect that files are read in.
    pub const fn dialect(&self) -> &Dialect {
        &self.settings.dialect
    }

    /// Why the store does not work at the moment, if it does not.
    pub fn store_failure(&self) -> Option<StoreError> {
        self.store.failure()
    }

    /// That dialect and the others.
    fn dialects(&self) -> impl Iterator<Item = &Dialect> {
        std::iter::once(&self.settings.dialect).chain(&self.settings.other_dialects)
    }

    /// Decides whether an agent may fetch a URL now.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a URL, the guard refuses the host, or this machine cannot
    /// send the request. A site that does not answer is no error: the permission is then
    /// [`Permission::Later`].
    pub async fn may_fetch(&self, url: &str, agent: &Agent) -> Result<Decision, Error> {
        let target = Target::parse(url)?;
        let record = self.record_for(target.origin(), agent).await?;
        Ok(self.decide(&record, &target, agent))
    }

    /// The record of an origin; fetches it if it is missing or has expired.
    ///
    /// # Errors
    ///
    /// Fails if the guard refuses the host or this machine cannot send the request.
    pub async fn record(&self, origin: &Origin) -> Result<Arc<OriginRecord>, Error> {
        self.record_for(origin, &Agent::token("*")).await
    }

    /// The record of an origin with no answer from before `since`: an older one is asked for again, though it still
    /// holds. For a person who has changed a file and wants to see the change.
    ///
    /// A site that has asked crawlers to wait (`Retry-After`) is not asked before that.
    pub async fn record_since(
        &self,
        origin: &Origin,
        since: Timestamp,
    ) -> Result<Arc<OriginRecord>, Error> {
        let held = self.memory.records.get(origin).await;
        match held.filter(|record| self.is_current_since(record, since)) {
            Some(record) => Ok(record),
            None => Box::pin(self.refresh(origin, &Agent::token("*"), since)).await,
        }
    }

    /// The record of an origin from memory or the store, even if it has expired. Sends no
    /// request.
    pub async fn cached_record(&self, origin: &Origin) -> Option<Arc<OriginRecord>> {
        if let Some(record) = self.memory.records.get(origin).await {
            return Some(record);
        }
        let record = Arc::new(self.load(origin).await?);
        self.memory.keep(origin, &record).await;
        Some(record)
    }

    /// Decides by the record of the URL's origin whether an agent may fetch it now. Sends
    /// no request.
    ///
    /// A name that no `User-agent` line could hold in the dialect, such as `MJ12bot`, is matched
    /// whole ([`Dialect::with_whole_names`]).
    pub fn decide(&self, record: &Arc<OriginRecord>, target: &Target, agent: &Agent) -> Decision {
        let dialect = self.dialect().with_whole_names(agent);
        self.decide_in(&dialect, record, &target.rule_path(&dialect), agent)
    }

    /// The same for an agent that reads in another dialect, about a path of the origin that
    /// was read before: one path serves all agents. The dialect decides about names too.
    ///
    /// A dialect that the gatekeeper does not [know](Self::with_other_dialects) costs a parse
    /// for each agent.
    pub fn decide_in(
        &self,
        dialect: &Dialect,
        record: &Arc<OriginRecord>,
        path: &UrlPath<'_>,
        agent: &Agent,
    ) -> Decision {
        let access = self.access(record, dialect);
        let are_rules_in_force = matches!(access.in_force, InForce::Rules(_));
        let agent_rules = record.agent_rules(agent, dialect).filter(|_| are_rules_in_force);
        let (verdict, pause) = match agent_rules {
            Some(AgentRules { rules, pause }) => {
                let verdict = rules.check(path);
                (Some((rules, verdict)), pause)
            }
            None => (None, None),
        };
        let permission = match (&verdict, access.in_force) {
            (Some((_, verdict)), _) if verdict.is_allowed() => Permission::Allowed,
            (Some((_, verdict)), _) => Permission::Disallowed(*verdict),
            (None, InForce::AllowAll | InForce::Ungoverned) => Permission::Allowed,
            (None, _) if is_robots_txt(path, dialect) => Permission::Allowed,
            (None, _) => Permission::Later { until: access.next_try, reason: access.reason },
        };
        Decision { permission, access, verdict, record: Arc::clone(record), pause }
    }

    fn access(&self, record: &OriginRecord, dialect: &Dialect) -> Access {
        record.access(dialect, &self.settings.access, self.clock.now())
    }

    /// Whether a record still holds. A record from the future was written by a wrong
    /// clock, and would hold for as long as that clock was ahead.
    fn is_current(&self, record: &OriginRecord) -> bool {
        let now = self.clock.now();
        record.asked().is_some_and(|asked| asked <= now.after(MAX_CLOCK_SKEW))
            && self.dialects().all(|dialect| now < self.access(record, dialect).next_try)
            && record.entry().suffices(&self.settings.needs)
    }

    /// Whether a record may answer somebody who wants no answer from before `since`.
    fn is_current_since(&self, record: &OriginRecord, since: Timestamp) -> bool {
        let is_late_enough = |last: &Evidence| {
            let wait = Duration::from_secs(last.retry_after.unwrap_or(0));
            since <= last.at || self.clock.now() < last.at.after(wait)
        };
        self.is_current(record) && record.entry().history().last().is_some_and(is_late_enough)
    }

    /// Until when a single piece of evidence holds.
    fn holds_until(&self, evidence: Evidence) -> Timestamp {
        until(evidence, self.dialect(), &self.settings.access, self.clock.now())
    }

    /// Whether a single piece of evidence still holds.
    fn is_fresh(&self, evidence: &Evidence, since: Timestamp) -> bool {
        since <= evidence.at && self.clock.now() < self.holds_until(*evidence)
    }

    async fn record_for(&self, origin: &Origin, agent: &Agent) -> Result<Arc<OriginRecord>, Error> {
        match self.memory.records.get(origin).await.filter(|record| self.is_current(record)) {
            Some(record) => Ok(record),
            // Boxed, so that the futures of callers who need not wait stay small.
            None => Box::pin(self.refresh(origin, agent, Timestamp(i64::MIN))).await,
        }
    }
}

fn is_robots_txt(path: &UrlPath<'_>, dialect: &Dialect) -> bool {
    path.as_bytes() == UrlPath::parse("/robots.txt", dialect).as_bytes()
}
