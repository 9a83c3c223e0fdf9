//! One type for gatekeepers of all kinds.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use maycrawl::access::Timestamp;
use maycrawl::{Agent, Dialect, UrlPath};
use maycrawl_url::{Origin, Target};

use crate::clock::Clock;
use crate::decision::Decision;
use crate::error::Error;
use crate::gatekeeper::Gatekeeper;
use crate::origin_record::OriginRecord;
use crate::store::{Store, StoreError};
use crate::transport::Transport;

/// A gatekeeper of any transport, clock and store: `Arc<dyn MayFetch>` is one type.
///
/// Its methods are those of [`Gatekeeper`], with boxed futures.
///
/// ```
/// use std::sync::Arc;
/// use maycrawl::Agent;
/// use maycrawl_fetch::{Gatekeeper, MayFetch, Permission};
/// # use maycrawl_fetch::{Allowance, Body, Headers, Request, Response, SendError, Transport};
/// # struct Site;
/// # impl Transport for Site {
/// #     async fn send(&self, _: &Request, _: &mut Allowance) -> Result<Response, SendError> {
/// #         let body = Body::whole(*b"User-agent: *\nDisallow: /private/");
/// #         Ok(Response::new(200, Headers::default(), body))
/// #     }
/// # }
///
/// struct Service {
///     keeper: Arc<dyn MayFetch>,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let transport = Site;
/// let service = Service { keeper: Arc::new(Gatekeeper::new(transport)) };
/// let agent = Agent::token("OurBot");
/// let decision = service.keeper.may_fetch("https://example.com/a", &agent).await?;
/// assert_eq!(decision.permission, Permission::Allowed);
/// # Ok(())
/// # }
/// ```
pub trait MayFetch: Send + Sync {
    /// Decides whether an agent may fetch a URL now: [`Gatekeeper::may_fetch`].
    fn may_fetch<'a>(
        &'a self,
        url: &'a str,
        agent: &'a Agent,
    ) -> Pin<Box<dyn Future<Output = Result<Decision, Error>> + Send + 'a>>;

    /// The record of an origin, fetched if necessary: [`Gatekeeper::record`].
    fn record<'a>(
        &'a self,
        origin: &'a Origin,
    ) -> Pin<Box<dyn Future<Output = Result<Arc<OriginRecord>, Error>> + Send + 'a>>;

    /// The record of an origin with no answer from before `since`: [`Gatekeeper::record_since`].
    fn record_since<'a>(
        &'a self,
        origin: &'a Origin,
        since: Timestamp,
    ) -> Pin<Box<dyn Future<Output = Result<Arc<OriginRecord>, Error>> + Send + 'a>>;

    /// Decides by a record, without a request: [`Gatekeeper::decide`].
    fn decide(&self, record: &Arc<OriginRecord>, target: &Target, agent: &Agent) -> Decision;

    /// The same for an agent that reads in another dialect: [`Gatekeeper::decide_in`].
    fn decide_in(
        &self,
        dialect: &Dialect,
        record: &Arc<OriginRecord>,
        path: &UrlPath<'_>,
        agent: &Agent,
    ) -> Decision;

    /// Why the store does not work at the moment: [`Gatekeeper::store_failure`].
    fn store_failure(&self) -> Option<StoreError>;
}

impl<T: Transport, C: Clock, S: Store> MayFetch for Gatekeeper<T, C, S> {
    fn may_fetch<'a>(
        &'a self,
        url: &'a str,
        agent: &'a Agent,
    ) -> Pin<Box<dyn Future<Output = Result<Decision, Error>> + Send + 'a>> {
        Box::pin(self.may_fetch(url, agent))
    }

    fn record<'a>(
        &'a self,
        origin: &'a Origin,
    ) -> Pin<Box<dyn Future<Output = Result<Arc<OriginRecord>, Error>> + Send + 'a>> {
        Box::pin(self.record(origin))
    }

    fn record_since<'a>(
        &'a self,
        origin: &'a Origin,
        since: Timestamp,
    ) -> Pin<Box<dyn Future<Output = Result<Arc<OriginRecord>, Error>> + Send + 'a>> {
        Box::pin(self.record_since(origin, since))
    }

    fn decide(&self, record: &Arc<OriginRecord>, target: &Target, agent: &Agent) -> Decision {
        self.decide(record, target, agent)
    }

    fn decide_in(
        &self,
        dialect: &Dialect,
        record: &Arc<OriginRecord>,
        path: &UrlPath<'_>,
        agent: &Agent,
    ) -> Decision {
        self.decide_in(dialect, record, path, agent)
    }

    fn store_failure(&self) -> Option<StoreError> {
        self.store_failure()
    }
}
