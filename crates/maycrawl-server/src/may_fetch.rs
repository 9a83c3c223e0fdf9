//! `/v1/may-fetch`: may a crawler fetch a URL now, by the robots.txt of its site?

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::Uri;
use axum::response::Response;
use maycrawl::access::InForce;
use maycrawl::access::Timestamp;
use maycrawl::{Robots, UrlPath};
use maycrawl_api::kinds::TOO_LARGE;
use maycrawl_api::{AgentName, DialectName, Limits, Problem, Version, read_question};
use maycrawl_crawlers::Asker;
use maycrawl_fetch::{Decision, Error, ErrorKind, MachineError, OriginRecord, Permission};
use maycrawl_report::fetched::{Story, hop_text};
use maycrawl_report::json::MayFetchDocument;
use maycrawl_report::{Answer, Outcome};
use maycrawl_url::{Origin, Target, with_https};
use serde::Deserialize;
use tokio::time::timeout;

use crate::reply::{self, Refused};
use crate::service::{Parts, Service};
use crate::{body, kinds, query};

/// How many bytes a question may have.
const MAX_QUESTION: usize = 64 << 10;

/// When to ask again, if this machine could not ask a site.
const MACHINE_RETRY: Duration = Duration::from_secs(60);

/// May a crawler fetch a URL now?
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct MayFetchQuestion {
    /// The version of this form: 1.
    #[serde(default)]
    pub version: Version,
    /// The URL that the crawler wants to fetch, with its scheme: `https://example.com/a`.
    pub url: String,
    /// The crawler: a product token or a whole `User-Agent` header. In JSON also an object.
    pub agent: AgentName,
    /// How the file is read.
    #[serde(default)]
    pub dialect: DialectName,
}

pub(crate) async fn get(State(service): State<Service>, uri: Uri) -> Result<Response, Refused> {
    answer(service.parts(), query::read(uri.query().unwrap_or_default())?).await
}

pub(crate) async fn post(
    State(service): State<Service>,
    request: Request,
) -> Result<Response, Refused> {
    let parts = service.parts();
    let question = body::read(request, MAX_QUESTION, parts.settings.body_time).await?;
    answer(parts, read_question(&question)?).await
}

async fn answer(parts: &Parts, question: MayFetchQuestion) -> Result<Response, Refused> {
    let MayFetchQuestion { url, agent, dialect, .. } = question;
    not_longer(&parts.settings.limits, &url, &agent)?;
    let noted = parts.asked_by.find(agent, dialect, &parts.catalogue)?;
    let (Asker { agent, dialect }, note) = &*noted;
    let dialect = &parts.settings.dialect(*dialect);
    let url = with_https(url.as_bytes());
    let target = Target::from_bytes(&url).map_err(|error| invalid_url(&error))?;
    let path = UrlPath::parse(&*url, dialect);
    let without_rules = |outcome| Answer::new(agent, path.text(), dialect, outcome);
    let robots_url = target.origin().robots_url();
    let mut document = match record(parts, target.origin()).await? {
        Ok(record) => {
            let decision = parts.keeper.decide_in(dialect, &record, &path, agent);
            let access = decision.access;
            let answer = match (&decision.verdict, decision.permission) {
                (Some((rules, _)), _) => Answer::explain(rules, &path),
                // Only the robots.txt itself may be fetched in an outage.
                (None, Permission::Allowed) if is_outage(&decision) => {
                    Answer::explain(&Robots::parse("", dialect).rules(agent), &path)
                }
                (None, _) => {
                    let story = Story::new(target.origin(), record.entry(), parts.clock.now());
                    let why = story.outcome(&access, dialect);
                    without_rules(Outcome::NoRules { access, why })
                }
            };
            let answer = answer.with_robots_url(robots_url);
            MayFetchDocument::new(&answer, access.next_try, decision.pause)
        }
        Err(why) => {
            let retry_at = parts.clock.now().after(MACHINE_RETRY);
            let answer = without_rules(Outcome::CouldNotAsk { why, retry_at });
            MayFetchDocument::new(&answer.with_robots_url(robots_url), retry_at, None)
        }
    };
    document.notes.extend(note.clone());
    document
        .notes
        .extend(parts.keeper.store_failure().map(|why| format!("the cache is unavailable: {why}")));
    reply::document(parts, &document)
}

fn is_outage(decision: &Decision) -> bool {
    decision.access.in_force == InForce::DenyAll
}

/// The record of an origin; or why this machine cannot ask it, in a sentence.
pub(crate) async fn record(
    parts: &Parts,
    origin: &Origin,
) -> Result<Result<Arc<OriginRecord>, String>, Refused> {
    record_since(parts, origin, Timestamp(i64::MIN)).await
}

/// The same with no answer from before `since`.
pub(crate) async fn record_since(
    parts: &Parts,
    origin: &Origin,
    since: Timestamp,
) -> Result<Result<Arc<OriginRecord>, String>, Refused> {
    let settings = parts.settings;
    let _place = parts.fetches.try_acquire().map_err(|_| {
        let detail = format!("{} questions wait for sites", settings.fetches);
        Refused::new(&kinds::BUSY, detail)
    })?;
    match timeout(settings.fetch_time, parts.keeper.record_since(origin, since)).await {
        Ok(Ok(record)) => Ok(Ok(record)),
        Ok(Err(error)) if error.machine_error() == Some(MachineError::Busy) => {
            Err(Refused::new(&kinds::BUSY, format!("{origin} was not asked: {error}")))
        }
        Ok(Err(error)) if error.kind() == ErrorKind::Machine => Ok(Err(error.to_string())),
        Ok(Err(error)) => Err(refused(&error)),
        Err(_) => {
            let seconds = settings.fetch_time.as_secs_f32();
            let detail = format!("there is no whole answer of {origin} after {seconds} seconds");
            Err(Refused::new(&kinds::TOO_SLOW, detail))
        }
    }
}

/// That the guard refuses a site, or a place where it redirects to.
fn refused(error: &Error) -> Refused {
    let hops: Vec<_> = error.hops().iter().map(hop_text).collect();
    let way = match &*hops {
        [] | [_] => String::new(),
        _ => format!("; redirects: {}", hops.join(", ")),
    };
    at_url(Problem::new(&kinds::REFUSED_TARGET, format!("{error}{way}")))
}

pub(crate) fn invalid_url(error: &maycrawl_url::Error) -> Refused {
    at_url(Problem::new(&kinds::INVALID_URL, error.to_string()))
}

fn at_url(problem: Problem) -> Refused {
    problem.at("/url").into()
}

/// Holds a URL and a name against the limits.
fn not_longer(limits: &Limits, url: &str, agent: &AgentName) -> Result<(), Refused> {
    let check = |most: usize, length: usize, pointer: &str| {
        let detail = || format!("{length} bytes, but there may be {most} here");
        let refused = || Problem::new(&TOO_LARGE, detail()).at(pointer).into();
        if length <= most { Ok(()) } else { Err(refused()) }
    };
    check(limits.url_bytes, url.len(), "/url")?;
    check(limits.name_bytes, agent.longest(), "/agent")
}
