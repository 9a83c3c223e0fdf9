//! The front door: may I fetch this URL now?

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use maycrawl::{
    Access, AccessReason, AccessSettings, Agent, Dialect, InForce, Path, Robots, Terms, Timestamp,
    Verdict,
};
use maycrawl_url::{Origin, Target};
use moka::future::Cache;
use moka::ops::compute::Op;
use tracing::debug;

use crate::attempt::Attempt;
use crate::entry::Entry;
use crate::error::Error;
use crate::flow::{Flow, Step};
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
/// Each step is an event of `tracing`, at the level debug.
///
/// It is for one crawler's `User-Agent` header, since sites answer by it; all agents
/// that send this header share what came. Dropping a future that it returned loses
/// nothing but that request.
#[derive(Debug)]
pub struct Gatekeeper<T, C = SystemClock> {
    transport: T,
    clock: C,
    dialect: Dialect,
    settings: AccessSettings,
    known: Cache<Origin, Arc<Known>>,
}

/// What is known of an origin.
#[derive(Debug)]
pub struct Known {
    entry: Entry,
    /// The last file, read.
    robots: Option<Robots>,
}

/// The answer to a crawler.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Whether it may fetch the URL.
    pub permission: Permission,
    /// What is in force for the origin, why, and until when.
    pub access: Access,
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
            dialect: Dialect::GOOGLE,
            settings: AccessSettings::default(),
            known: memory(MOST_OCTETS),
        }
    }
}

fn memory(most_octets: u64) -> Cache<Origin, Arc<Known>> {
    Cache::builder()
        .max_capacity(most_octets)
        .weigher(|_: &Origin, known: &Arc<Known>| u32::try_from(known.octets()).unwrap_or(u32::MAX))
        .build()
}

impl<T: Transport, C: Clock> Gatekeeper<T, C> {
    /// The same with another clock.
    pub fn with_clock<D: Clock>(self, clock: D) -> Gatekeeper<T, D> {
        let Self { transport, dialect, settings, known, .. } = self;
        Gatekeeper { transport, clock, dialect, settings, known }
    }

    /// The same in another dialect; what is known is forgotten.
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

    /// The same with so much memory; what is known is forgotten.
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
        let known = self.known(target.origin()).await?;
        let access = known.access(&self.dialect, &self.settings, self.clock.now());
        let path = target.rule_path(&self.dialect);
        let rules = match (access.in_force, &known.robots) {
            (InForce::Rules(_), Some(robots)) => Some(robots.rules(agent)),
            _ => None,
        };
        let is_robots_txt = path.as_bytes() == Path::parse("/robots.txt", &self.dialect).as_bytes();
        let permission = match (&rules, access.in_force) {
            (Some(rules), _) => match rules.check(&path) {
                verdict if verdict.is_allowed() => Permission::Go,
                verdict => Permission::No(verdict),
            },
            (None, InForce::AllowAll | InForce::Ungoverned) => Permission::Go,
            (None, _) if is_robots_txt => Permission::Go,
            (None, _) => Permission::Later { until: access.next_try, why: access.reason },
        };
        let pause = known
            .robots
            .as_ref()
            .filter(|_| rules.is_some())
            .and_then(|robots| pause(&robots.terms(agent)));
        Ok(Answer { permission, access, known, pause })
    }

    /// What is known of an origin; asked for, if nothing is or it has run out.
    pub async fn known(&self, origin: &Origin) -> Result<Arc<Known>, Error> {
        let is_good = |known: &Arc<Known>, now| {
            now < known.access(&self.dialect, &self.settings, now).next_try
        };
        if let Some(known) =
            self.known.get(origin).await.filter(|known| is_good(known, self.clock.now()))
        {
            return Ok(known);
        }
        // One at a time for an origin: who waited finds what the first has learnt.
        let computed = self.known.entry_by_ref(origin).and_try_compute_with(async |held| {
            let held = held.map(moka::Entry::into_value);
            if held.as_ref().is_some_and(|known| is_good(known, self.clock.now())) {
                return Ok::<_, Error>(Op::Nop);
            }
            let mut entry = held.map(|known| known.entry.clone()).unwrap_or_default();
            entry.learn(attempt(&self.transport, &self.clock, origin, &entry).await?);
            Ok(Op::Put(Arc::new(Known::new(entry, &self.dialect))))
        });
        let computed = computed.await?;
        Ok(computed.into_entry().map_or_else(
            || Arc::new(Known::new(Entry::default(), &self.dialect)),
            moka::Entry::into_value,
        ))
    }
}

/// One attempt to get the robots.txt of an origin, over a transport: what came, and
/// the way that it went. An error if a target on the way is refused.
pub async fn attempt(
    transport: &impl Transport,
    clock: &impl Clock,
    origin: &Origin,
    entry: &Entry,
) -> Result<Attempt, Error> {
    let mut flow = Flow::new(origin, entry, clock.now());
    let mut step = flow.next_step();
    loop {
        match step {
            Step::Done(attempt) => return Ok(attempt),
            Step::Ask(request) => {
                // No URL of a flow holds user information.
                let url = request.url.as_str();
                debug!(url, "asking");
                let answer = match transport.send(&request).await {
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
                step = flow.answered(answer, clock.now());
            }
        }
    }
}

impl Known {
    fn new(entry: Entry, dialect: &Dialect) -> Self {
        let robots = entry.copy().map(|copy| Robots::parse(&copy.body.octets, dialect));
        Self { entry, robots }
    }

    /// All that came of asking.
    pub const fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The last file that came, read. Whether it is in force is what
    /// [`Known::access`] says.
    pub const fn robots(&self) -> Option<&Robots> {
        self.robots.as_ref()
    }

    /// What is in force at a time.
    pub fn access(&self, dialect: &Dialect, settings: &AccessSettings, now: Timestamp) -> Access {
        self.entry.access(dialect, settings, now)
    }

    /// About how much memory it takes.
    fn octets(&self) -> usize {
        const ITSELF: usize = 2048;
        // The file, its lines read, and the words that each takes.
        self.entry.copy().map_or(0, |copy| 4 * copy.body.octets.len()).saturating_add(ITSELF)
    }
}

/// The pause that a file asks an agent to keep: the longest that it says.
fn pause(terms: &Terms<'_>) -> Option<Duration> {
    let rate = terms.request_rate().value.map(|rate| {
        let millis = rate.seconds.saturating_mul(1000) / rate.requests.max(1);
        Duration::from_millis(millis)
    });
    terms.crawl_delay().value.max(rate)
}
