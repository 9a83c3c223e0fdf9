//! How a gatekeeper asks a site: once for all who wait, through redirects, with a store.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use maycrawl::{
    Agent,
    access::{Evidence, FetchOutcome, Timestamp},
    dialect::ToDisallowed,
};
use maycrawl_url::{Origin, Target};
use moka::ops::compute::Op;
use tracing::{debug, warn};
use url::Url;

use super::Gatekeeper;
use crate::attempt::{Attempt, Body, Hop, Response, Room};
use crate::clock::Clock;
use crate::decision::Permission;
use crate::entry::Entry;
use crate::error::Error;
use crate::flow::{Flow, Request, Step};
use crate::needs::Allowance;
use crate::origin_record::OriginRecord;
use crate::store::Store;
use crate::transport::{MachineError, SendError, Transport};

/// How long an error of this machine is the answer for an origin at least, so that the tasks
/// that wait for it do not all try in turn. If it took longer to come, it holds for as long.
const MACHINE_ERROR: Duration = Duration::from_secs(1);

impl<T: Transport, C: Clock, S: Store> Gatekeeper<T, C, S> {
    /// Asks the site, unless another task or process has just done so.
    pub(super) async fn refresh(
        &self,
        origin: &Origin,
        agent: &Agent,
        since: Timestamp,
    ) -> Result<Arc<OriginRecord>, Error> {
        let new = |entry| OriginRecord::new(entry, self.dialects());
        // One task at a time for an origin; those that waited find the new record.
        let records = &self.memory.records;
        let computed = records.entry_by_ref(origin).and_try_compute_with(async |held| {
            let held = held.map(moka::Entry::into_value);
            if held.as_ref().is_some_and(|record| self.is_current_since(record, since)) {
                return Ok::<_, Error>(Op::Nop);
            }
            if let Some(error) = self.memory.error(origin, self.clock.now()).await {
                return Err(error);
            }
            let _lease = self.store.lease(origin).await;
            let record = match (self.load(origin).await, held) {
                (Some(stored), Some(held)) if held.asked() > stored.asked() => held,
                (Some(stored), _) if self.is_current_since(&stored, since) => {
                    return Ok(Op::Put(Arc::new(stored)));
                }
                (Some(stored), _) => Arc::new(stored),
                (None, Some(held)) => held,
                (None, None) => Arc::new(new(Entry::default())),
            };
            let mut entry = record.entry().clone();
            let (attempt, _room) = match self.shared_attempt(origin, &entry, since).await {
                Some(attempt) => (attempt, Room::default()),
                None => self.attempt(origin, &entry, agent, since).await?,
            };
            entry.learn(attempt);
            if let Err(error) = self.store.save(origin, &entry).await {
                warn!(%origin, %error, "not stored");
            }
            Ok(Op::Put(Arc::new(new(entry))))
        });
        let computed = computed.await?;
        let record = computed
            .into_entry()
            .map_or_else(|| Arc::new(new(Entry::default())), moka::Entry::into_value);
        self.memory.settle(&record).await;
        Ok(record)
    }

    /// An attempt whose answer another origin's redirect has led to already. It is what the
    /// origin would have answered then, so it counts from then.
    async fn shared_attempt(
        &self,
        origin: &Origin,
        entry: &Entry,
        since: Timestamp,
    ) -> Option<Attempt> {
        let now = self.clock.now();
        let first = Flow::new(origin, entry, self.settings.needs, now).next_step();
        let Step::Ask(request) = first else { return None };
        if !request.headers.is_empty() {
            return None;
        }
        let known = self.memory.shared(&request.url, |it| self.is_fresh(it, since)).await?;
        let is_newest = entry.history().last().is_none_or(|last| last.at < known.at);
        let mut flow = Flow::new(origin, entry, self.settings.needs, known.at);
        match flow.receive(Ok(known.response), known.at) {
            Step::Done(attempt) if is_newest => Some(attempt),
            _ => None,
        }
    }

    /// One attempt to get the robots.txt of an origin, and the memory that is reserved for
    /// its file until the file is kept.
    async fn attempt(
        &self,
        origin: &Origin,
        entry: &Entry,
        agent: &Agent,
        since: Timestamp,
    ) -> Result<(Attempt, Room), Error> {
        let begun = self.clock.now();
        let mut flow = Flow::new(origin, entry, self.settings.needs, begun);
        let mut allowance = Allowance::new(self.settings.deadline, &self.settings.needs);
        let mut step = flow.next_step();
        let mut room = Room::default();
        loop {
            let request = match step {
                Step::Done(attempt) => {
                    // It has just answered itself.
                    if let Some(Hop { url, outcome: Ok(_), .. }) = flow.hops().first() {
                        self.memory.forget_target(url).await;
                    }
                    return Ok((attempt, room));
                }
                Step::Ask(request) => request,
            };
            // The URLs of a flow have no user information.
            let url = request.url.as_str();
            let is_redirect = flow.is_redirected();
            if is_redirect && self.is_disallowed(&request.url, agent).await {
                debug!(url, "disallowed, not followed");
                step = flow.stop_disallowed(self.clock.now());
                continue;
            }
            debug!(url, "asking");
            let answer = match self.send(&request, is_redirect, &mut allowance, since).await {
                Ok(mut response) => {
                    room = mem::take(&mut response.room);
                    debug!(url, status = response.status, "answered");
                    Ok(response)
                }
                Err(SendError::Failed(problem)) => {
                    debug!(url, %problem, "no answer");
                    Err(problem)
                }
                Err(SendError::Spent(spent)) => {
                    debug!(url, %spent, "given up");
                    step = flow.stop_spent(spent, self.clock.now());
                    continue;
                }
                Err(SendError::Refused(refusal)) => {
                    debug!(url, %refusal, "refused");
                    let (now, until) = (self.clock.now(), self.refused_until(&flow));
                    let error = Error::refused(refusal, flow.hops().to_vec());
                    self.memory.keep_error(origin, error.clone(), now, until).await;
                    return Err(error);
                }
                Err(SendError::Machine(error)) => {
                    debug!(url, %error, "not sent");
                    let now = self.clock.now();
                    let until = now.after(match error {
                        // There may be a place in a moment.
                        MachineError::Busy => MACHINE_ERROR,
                        _ => now.since(begun).max(MACHINE_ERROR),
                    });
                    self.memory.keep_error(origin, error.into(), now, until).await;
                    return Err(error.into());
                }
            };
            step = flow.receive(answer, self.clock.now());
        }
    }

    /// The answer to a request. The target of a redirect may have been requested for
    /// another origin; its answer serves while it is fresh.
    ///
    /// Whatever a transport calls a failure: if the fetch has used up its allowance, that is
    /// why.
    async fn send(
        &self,
        request: &Request,
        is_redirect: bool,
        allowance: &mut Allowance,
        since: Timestamp,
    ) -> Result<Response, SendError> {
        let (url, now) = (&request.url, self.clock.now());
        let is_fresh = |evidence: &Evidence| self.is_fresh(evidence, since);
        if is_redirect && let Some(response) = self.recorded_answer(url, now, since).await {
            return Ok(response);
        }
        let sent = async {
            if let Some(spent) = allowance.spent() {
                return Err(spent.into());
            }
            let answer = self.transport.send(request, allowance).await;
            match (answer, allowance.spent()) {
                (Err(SendError::Failed(_)), Some(spent)) => Err(spent.into()),
                (answer, _) => answer,
            }
        };
        if is_redirect {
            self.memory.target_or(url, is_fresh, || self.clock.now(), sent).await
        } else {
            sent.await
        }
    }

    /// The answer of a URL that is itself the robots.txt of an origin with a current
    /// record.
    async fn recorded_answer(
        &self,
        url: &Url,
        now: Timestamp,
        since: Timestamp,
    ) -> Option<Response> {
        let target = Target::parse(url.as_str()).ok()?;
        let origin = target.origin();
        if origin.robots_url() != url.as_str() {
            return None;
        }
        let record = self.memory.records.get(origin).await;
        let record = record.filter(|record| self.is_current_since(record, since))?;
        let (hops, file) = (record.entry().hops(), record.entry().file());
        let hop = hops.last().filter(|_| hops.iter().all(|hop| hop.url == *url))?;
        let kept_for = now.since(hop.answered);
        match (hop.outcome.ok()?, file) {
            (200..300 | 304, Some(file)) if file.url == *url => {
                let (headers, body) = (file.headers.clone(), file.body.clone());
                Some(Response { kept_for, ..Response::new(200, headers, body) })
            }
            (status @ 400..500, _) => {
                let headers = hop.headers.clone();
                Some(Response { kept_for, ..Response::new(status, headers, Body::default()) })
            }
            _ => None,
        }
    }

    /// How long a refusal is the answer for an origin: as long as the redirect to it holds,
    /// or an answer without headers.
    fn refused_until(&self, flow: &Flow) -> Timestamp {
        let freshness = flow.hops().last().map(|hop| hop.headers.freshness());
        let not_found = FetchOutcome::Http { status: 404, redirects: 0 };
        self.holds_until(Evidence {
            freshness: freshness.unwrap_or_default(),
            ..Evidence::new(self.clock.now(), not_found)
        })
    }

    /// The record that the store has of an origin.
    pub(super) async fn load(&self, origin: &Origin) -> Option<OriginRecord> {
        match self.store.load(origin).await {
            Ok(stored) => stored.map(|entry| OriginRecord::new(entry, self.dialects())),
            Err(error) => {
                warn!(%origin, %error, "not loaded");
                None
            }
        }
    }

    /// Whether known, current rules disallow the target of a redirect.
    async fn is_disallowed(&self, url: &Url, agent: &Agent) -> bool {
        if self.dialect().fetch.redirect_to_disallowed == ToDisallowed::Follow {
            return false;
        }
        let Ok(target) = Target::parse(url.as_str()) else { return false };
        let counts = |record: &OriginRecord| {
            record.asked().is_some_and(|asked| asked < self.settings.known_before)
                && self.is_current(record)
        };
        self.cached_record(target.origin()).await.is_some_and(|record| {
            counts(&record)
                && matches!(
                    self.decide(&record, &target, agent).permission,
                    Permission::Disallowed(_)
                )
        })
    }
}
