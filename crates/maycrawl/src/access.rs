//! From the outcomes of fetching a robots.txt to the policy in force: its rules,
//! everything allowed, or nothing.
//!
//! [`Access::evaluate`] is a pure function of its arguments: it opens no connection, reads
//! no clock and no header text. The caller keeps a list of what its requests returned and
//! asks again whenever it wants to know.

use core::time::Duration;

use crate::codes::codes;
use crate::dialect::{
    Dialect, FetchKnobs, OutagePolicy, Policy, RedirectPolicy, ToDisallowed, TryLater,
};

mod evidence;

pub use evidence::{BadRedirect, Evidence, FetchOutcome, Freshness, Timestamp};

/// Choices that a dialect leaves to the crawler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AccessSettings {
    /// The site answers 5xx for pages that are missing: take it for a 404.
    pub treat_5xx_as_404: bool,
    /// Obey a stale copy while the file cannot be reached.
    ///
    /// RFC 9309 section 2.4 allows it, also where the dialect would disallow everything.
    pub stale_while_unreachable: bool,
    /// Whether the site is otherwise reachable. Unknown counts as not.
    pub site_is_up: bool,
    /// From 0 to 1: by how much of a tenth to put off the next try.
    pub jitter: Jitter,
}

/// A part of a whole, in 65,535ths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Jitter(pub u16);

/// What is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// What is in force.
    pub in_force: InForce,
    /// Why.
    pub reason: AccessReason,
    /// Whether the dialect's document leaves this point undefined.
    pub is_undefined: bool,
    /// When to ask the site again: until then this holds.
    pub next_try: Timestamp,
    /// Since when the file cannot be reached, if so: not while the last answer holds.
    /// Rules that are in force all the same are those of the last copy.
    pub unreachable_since: Option<Timestamp>,
}

/// What is in force for an origin.
///
/// Exhaustive: a crawler must act on each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InForce {
    /// The rules of the file that came with the evidence of this index.
    Rules(usize),
    /// Everything may be crawled.
    AllowAll,
    /// Nothing may be crawled but `/robots.txt`, which must be asked for again.
    DenyAll,
    /// No robots.txt governs the URL.
    Ungoverned,
}

/// Why it is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AccessReason {
    /// The site served a file.
    Served,
    /// The site has no file, or refuses it (RFC 9309 section 2.3.1.3).
    Unavailable,
    /// The site cannot be reached or fails (RFC 9309 section 2.3.1.4).
    Unreachable,
    /// Nothing has been asked yet.
    NotAsked,
    /// No robots.txt governs the URL.
    Ungoverned,
}

codes! { AccessReason {
    Served = 1, "served";
    Unavailable = 2, "unavailable";
    Unreachable = 3, "unreachable";
    NotAsked = 4, "not-asked";
    Ungoverned = 5, "ungoverned";
} }

impl InForce {
    /// The stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Rules(_) => "rules",
            Self::AllowAll => "allow-all",
            Self::DenyAll => "deny-all",
            Self::Ungoverned => "ungoverned",
        }
    }
}

/// What the evidence means in a dialect.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnswerClass {
    /// A file to read.
    File,
    /// The last file is fresh again.
    CopyIsFresh,
    /// An answer that allows or denies everything, and is kept like a file.
    All(Policy),
    /// No answer that counts: the ladder decides.
    Failure,
    Ungoverned,
}

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// No answer is asked for again sooner than this, or every URL would cost a
/// request.
const LEAST_LIFETIME: u64 = MINUTE;

/// Servers that ask for more patience than this are asked all the same.
const MOST_RETRY_AFTER: u64 = DAY;

/// By how much the clocks of machines that share a history may differ.
const CLOCK_SKEW: Duration = Duration::from_secs(MINUTE);

impl Access {
    /// Decides what is in force at `now`, from the history of fetches.
    ///
    /// `history` is in the order in which it came. What matters of it is the last file
    /// or other answer that counts, and every failure since; older evidence may be
    /// dropped. Linear in its length.
    ///
    /// Evidence that lies more than a minute ahead of `now` comes from a wrong clock. It
    /// counts as if it had come with the evidence that follows it. If nothing follows, it
    /// counts as if it had come at `now` and the next try were due.
    ///
    /// ```
    /// use maycrawl::Dialect;
    /// use maycrawl::access::{Access, AccessSettings, Evidence, FetchOutcome, InForce, Timestamp};
    ///
    /// let at = |hours: i64| Timestamp(hours * 3_600_000);
    /// let history = [
    ///     Evidence::new(at(0), FetchOutcome::Http { status: 200, redirects: 0 }),
    ///     Evidence::new(at(24), FetchOutcome::Http { status: 503, redirects: 0 }),
    /// ];
    /// let settings = AccessSettings::default();
    /// let in_force = |now| Access::evaluate(&history, &Dialect::GOOGLE, &settings, now).in_force;
    /// assert_eq!(in_force(at(25)), InForce::DenyAll); // Google waits 12 hours,
    /// assert_eq!(in_force(at(37)), InForce::Rules(0)); // then obeys the last copy
    /// ```
    pub fn evaluate(
        history: &[Evidence],
        dialect: &Dialect,
        settings: &AccessSettings,
        now: Timestamp,
    ) -> Self {
        let knobs = &dialect.fetch;
        let mut state = State::default();
        let latest = now.after(CLOCK_SKEW);
        for (index, evidence) in history.iter().enumerate() {
            state.redate(latest, evidence.at);
            state.learn(index, evidence, knobs, settings);
        }
        state.expire(latest, now);
        let last = history.last();
        let is_undefined = last.is_some_and(|last| is_undefined(last.answer, dialect));
        let held = |held: Held| match held.what {
            What::File(index) => (InForce::Rules(index), AccessReason::Served),
            What::All(Policy::Allow) => (InForce::AllowAll, AccessReason::Unavailable),
            What::All(Policy::Disallow) => (InForce::DenyAll, AccessReason::Unavailable),
        };
        if let Some(AnswerClass::Ungoverned) =
            last.map(|last| classify_answer(last.answer, knobs, settings))
        {
            return Self {
                in_force: InForce::Ungoverned,
                reason: AccessReason::Ungoverned,
                is_undefined,
                next_try: Timestamp(i64::MAX),
                unreachable_since: None,
            };
        }
        match (state.held, state.failure) {
            (Some(fresh), failure) if failure.is_none() || now < fresh.until() => {
                let (in_force, reason) = held(fresh);
                let until = fresh.until();
                let next_try = failure
                    .map_or(until, |failure| failure.next_try(Some(fresh), settings).max(until));
                Self { in_force, reason, is_undefined, next_try, unreachable_since: None }
            }
            (copy, Some(failure)) => {
                let since = failure.since(copy);
                // The document allows nothing while a site fails, and says that a copy "may be
                // cached longer" then.
                let is_undefined =
                    is_undefined || (copy.is_some() && dialect.paths.reports_undefined);
                let (in_force, _) = match ladder(copy.is_some(), since, knobs, settings, now) {
                    Rung::Copy => copy.map_or((InForce::DenyAll, AccessReason::Unreachable), held),
                    Rung::All(Policy::Allow) => (InForce::AllowAll, AccessReason::Unreachable),
                    Rung::All(Policy::Disallow) => (InForce::DenyAll, AccessReason::Unreachable),
                };
                Self {
                    in_force,
                    reason: AccessReason::Unreachable,
                    is_undefined,
                    next_try: failure.next_try(copy, settings),
                    unreachable_since: Some(since),
                }
            }
            (_, None) => Self {
                in_force: InForce::DenyAll,
                reason: AccessReason::NotAsked,
                is_undefined,
                next_try: now,
                unreachable_since: None,
            },
        }
    }
}

/// What has been learnt from the history so far.
#[derive(Clone, Copy, Default)]
struct State {
    held: Option<Held>,
    failure: Option<Failure>,
}

/// The last answer that counts.
#[derive(Clone, Copy)]
struct Held {
    what: What,
    came: Timestamp,
    lifetime: Duration,
}

#[derive(Clone, Copy)]
enum What {
    File(usize),
    All(Policy),
}

/// The failures since.
#[derive(Clone, Copy)]
struct Failure {
    first: Timestamp,
    last: Timestamp,
    count: u32,
    /// The last one came at an unknown time, so the next try is due.
    is_overdue: bool,
    is_503: bool,
    retry_after: Option<u64>,
}

impl State {
    fn learn(
        &mut self,
        index: usize,
        evidence: &Evidence,
        knobs: &FetchKnobs,
        settings: &AccessSettings,
    ) {
        let what = match classify_answer(evidence.answer, knobs, settings) {
            AnswerClass::File => What::File(index),
            AnswerClass::All(policy) => What::All(policy),
            AnswerClass::CopyIsFresh => {
                // Without a file there was nothing to revalidate, so nobody asked for
                // a 304: it is a redirect to nowhere.
                let Some(Held { what: What::File(index), .. }) = self.held else {
                    let answer = FetchOutcome::Http { status: 304, redirects: 0 };
                    return self.learn(index, &Evidence { answer, ..*evidence }, knobs, settings);
                };
                What::File(index)
            }
            AnswerClass::Failure => {
                let (first, count) =
                    self.failure.map_or((evidence.at, 0), |failure| (failure.first, failure.count));
                self.failure = Some(Failure {
                    first,
                    last: evidence.at,
                    count: count.saturating_add(1),
                    is_overdue: false,
                    is_503: matches!(evidence.answer, FetchOutcome::Http { status: 503, .. }),
                    retry_after: evidence.retry_after,
                });
                return;
            }
            AnswerClass::Ungoverned => return,
        };
        let lifetime = lifetime(&evidence.freshness, knobs);
        *self = Self { held: Some(Held { what, came: evidence.at, lifetime }), failure: None };
    }

    /// Dates back to `at` what claims to have come after `latest`.
    fn redate(&mut self, latest: Timestamp, at: Timestamp) {
        let redate = |time: &mut Timestamp| {
            if *time > latest {
                *time = at;
            }
        };
        if let Some(held) = &mut self.held {
            redate(&mut held.came);
        }
        if let Some(failure) = &mut self.failure {
            redate(&mut failure.first);
            redate(&mut failure.last);
        }
    }

    /// Ends at `now` what claims to have come after `latest`.
    fn expire(&mut self, latest: Timestamp, now: Timestamp) {
        if let Some(held) = self.held.as_mut().filter(|held| held.came > latest) {
            held.lifetime = Duration::ZERO;
        }
        if let Some(failure) = self.failure.as_mut().filter(|failure| failure.last > latest) {
            failure.is_overdue = true;
        }
        self.redate(latest, now);
    }
}

impl Held {
    fn until(self) -> Timestamp {
        self.came.after(self.lifetime)
    }
}

impl Failure {
    /// When the outage begins to count: not while the last answer holds.
    fn since(self, held: Option<Held>) -> Timestamp {
        held.map_or(self.first, |held| held.until().max(self.first))
    }

    /// When to try again: after 1, 2, 4 … 30 minutes in the first 12 hours,
    /// then every hour to the second day, then every six; after a 503 twice as
    /// often; never before the server's `Retry-After`. No source gives numbers:
    /// these are ours.
    fn next_try(self, held: Option<Held>, settings: &AccessSettings) -> Timestamp {
        if self.is_overdue {
            return self.last;
        }
        let doubled = 1_u64.checked_shl(self.count.saturating_sub(1)).unwrap_or(u64::MAX);
        let pause = match self.last.since(self.since(held)).as_secs() {
            0..43_200 => doubled.saturating_mul(MINUTE).min(30 * MINUTE),
            43_200..172_800 => HOUR,
            _ => 6 * HOUR,
        };
        let millis = pause.saturating_mul(1000);
        let millis = if self.is_503 { millis / 2 } else { millis };
        let jitter = (millis / 10).saturating_mul(u64::from(settings.jitter.0)) / 65_535;
        let asked = self.retry_after.unwrap_or(0).min(MOST_RETRY_AFTER).saturating_mul(1000);
        self.last.after(Duration::from_millis(millis.saturating_add(jitter).max(asked)))
    }
}

/// How long an answer holds from when it came (RFC 9309 section 2.4, RFC 9111
/// section 4.2).
fn lifetime(freshness: &Freshness, knobs: &FetchKnobs) -> Duration {
    let seconds = match (freshness.no_store, freshness.max_age, freshness.expires_in) {
        (true, ..) => 0,
        (_, Some(seconds), _) | (_, None, Some(seconds)) => {
            seconds.min(u64::from(knobs.ttl_ceiling))
        }
        (_, None, None) => u64::from(knobs.ttl_default),
    };
    Duration::from_secs(seconds.saturating_sub(freshness.age).max(LEAST_LIFETIME))
}

fn classify_answer(
    answer: FetchOutcome,
    knobs: &FetchKnobs,
    settings: &AccessSettings,
) -> AnswerClass {
    let redirect = |policy| match policy {
        RedirectPolicy::Allow => AnswerClass::All(Policy::Allow),
        RedirectPolicy::Disallow => AnswerClass::All(Policy::Disallow),
        RedirectPolicy::Unreachable => AnswerClass::Failure,
    };
    match answer {
        FetchOutcome::Http { redirects, .. } if redirects > knobs.hops => redirect(knobs.over_hops),
        FetchOutcome::Http { status, .. } => match status {
            // Yandex opens a site that answers anything but 200.
            201..300 if knobs.ladder == OutagePolicy::AllowAll => AnswerClass::All(Policy::Allow),
            200..300 => AnswerClass::File,
            300..400 => redirect(knobs.bad_redirect),
            401 | 403 => AnswerClass::All(knobs.auth_denied),
            404 | 410 => AnswerClass::All(Policy::Allow),
            429 if knobs.try_later != TryLater::Never => AnswerClass::Failure,
            408 | 425 if knobs.try_later == TryLater::Every => AnswerClass::Failure,
            400..500 => AnswerClass::All(knobs.other_4xx),
            500..600 if settings.treat_5xx_as_404 => AnswerClass::All(Policy::Allow),
            _ => AnswerClass::Failure,
        },
        FetchOutcome::NotModified => AnswerClass::CopyIsFresh,
        FetchOutcome::Ftp { .. } if !knobs.ftp => AnswerClass::Ungoverned,
        // RFC 959 section 4.2: 4yz is transient, 5yz permanent.
        FetchOutcome::Ftp { reply } => match reply {
            226 | 250 => AnswerClass::File,
            331 | 530 | 532 => AnswerClass::All(knobs.auth_denied),
            500..600 => AnswerClass::All(Policy::Allow),
            _ => AnswerClass::Failure,
        },
        FetchOutcome::Redirect(BadRedirect::NoLocation) => redirect(knobs.bad_redirect),
        FetchOutcome::Redirect(BadRedirect::Loop) => redirect(knobs.over_hops),
        FetchOutcome::Redirect(BadRedirect::OtherScheme) => AnswerClass::All(knobs.other_4xx),
        FetchOutcome::Redirect(BadRedirect::Disallowed) => match knobs.redirect_to_disallowed {
            ToDisallowed::Follow => AnswerClass::File,
            ToDisallowed::Allow => AnswerClass::All(Policy::Allow),
            ToDisallowed::Disallow => AnswerClass::All(Policy::Disallow),
        },
        FetchOutcome::Unreachable => AnswerClass::Failure,
        FetchOutcome::Ungoverned => AnswerClass::Ungoverned,
    }
}

/// Whether the document of a dialect that reports such points leaves open what
/// an answer means.
const fn is_undefined(answer: FetchOutcome, dialect: &Dialect) -> bool {
    let is_open = match answer {
        FetchOutcome::Http { status, .. } => !matches!(status, 100..600),
        FetchOutcome::Ftp { reply } => matches!(reply, 400..500),
        FetchOutcome::Redirect(BadRedirect::OtherScheme | BadRedirect::Disallowed)
        | FetchOutcome::Unreachable => true,
        _ => false,
    };
    dialect.paths.reports_undefined && is_open
}

/// What a ladder says.
enum Rung {
    /// Obey the last copy.
    Copy,
    All(Policy),
}

/// What is in force this long after the first failure.
fn ladder(
    has_copy: bool,
    since: Timestamp,
    knobs: &FetchKnobs,
    settings: &AccessSettings,
    now: Timestamp,
) -> Rung {
    let failing = now.since(since).as_secs();
    let copy_or_allow = if has_copy { Rung::Copy } else { Rung::All(Policy::Allow) };
    if has_copy && settings.stale_while_unreachable {
        return Rung::Copy;
    }
    match knobs.ladder {
        // RFC 9309 section 2.3.1.4.
        OutagePolicy::Rfc if failing >= 30 * DAY => copy_or_allow,
        // Google, robots.txt specification, handling of errors.
        OutagePolicy::Google if failing >= 12 * HOUR => match failing >= 12 * HOUR + 30 * DAY {
            false => copy_or_allow,
            true if settings.site_is_up => Rung::All(Policy::Allow),
            true => Rung::All(Policy::Disallow),
        },
        OutagePolicy::AllowAll => Rung::All(Policy::Allow),
        OutagePolicy::Rfc | OutagePolicy::Google | OutagePolicy::DenyAll => {
            Rung::All(Policy::Disallow)
        }
    }
}
