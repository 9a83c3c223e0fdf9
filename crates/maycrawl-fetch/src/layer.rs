//! A layer for `tower` that passes on only requests that a crawler may send.

use std::error::Error as StdError;
use std::fmt;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use maycrawl::{
    Agent, Verdict,
    access::{AccessReason, Timestamp},
};
use tower_layer::Layer;
use tower_service::Service;

use crate::decision::Permission;
use crate::error::Error;
use crate::may_fetch::MayFetch;

/// Puts a gatekeeper before a crawler's own HTTP service.
///
/// A request reaches the inner service only if the agent may fetch its URL now. Only the
/// URI of the request counts, which must be absolute; not its method or `Host` header.
///
/// The layer keeps no pause between requests: use [`Decision::pause`] and [`Pacer`]. It
/// does not see redirects that the inner service follows by itself.
///
/// Whatever the inner service reserves when it becomes ready, such as one of a limited
/// number of concurrent requests, stays reserved while robots.txt is fetched. So the
/// transport of the gatekeeper must not wait for the same resource. A future that is
/// dropped sends nothing more.
///
/// ```
/// use std::sync::Arc;
/// use http::{Request, Response};
/// use maycrawl::Agent;
/// use maycrawl_fetch::{Gatekeeper, PermissionError, PermissionLayer};
/// # use maycrawl_fetch::{Allowance, Body, Headers, SendError, Transport};
/// use tower::{Layer, Service, ServiceExt};
///
/// # struct Site;
/// # impl Transport for Site {
/// #     async fn send(
/// #         &self,
/// #         _: &maycrawl_fetch::Request,
/// #         _: &mut Allowance,
/// #     ) -> Result<maycrawl_fetch::Response, SendError> {
/// #         let body = Body::whole(*b"User-agent: *\nDisallow: /private/");
/// #         Ok(maycrawl_fetch::Response::new(200, Headers::default(), body))
/// #     }
/// # }
/// async fn fetch(request: Request<()>) -> Result<Response<String>, std::io::Error> {
///     Ok(Response::new(format!("the page {}", request.uri().path())))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let transport = Site;
/// let keeper = Arc::new(Gatekeeper::new(transport)); // of a site that disallows /private/
/// let layer = PermissionLayer::new(keeper, Agent::token("OurBot"));
/// let mut service = layer.layer(tower::service_fn(fetch));
///
/// let page = Request::get("https://example.com/a").body(())?;
/// let response = service.ready().await?.call(page).await?;
/// assert_eq!(response.body(), "the page /a");
///
/// let page = Request::get("https://example.com/private/b").body(())?;
/// let response = service.ready().await?.call(page).await;
/// assert!(matches!(response, Err(PermissionError::Disallowed(_))));
/// # Ok(())
/// # }
/// ```
///
/// [`Decision::pause`]: crate::Decision::pause
/// [`Pacer`]: crate::Pacer
#[derive(Clone)]
pub struct PermissionLayer {
    keeper: Arc<dyn MayFetch>,
    agent: Agent,
}

impl PermissionLayer {
    /// A layer that passes on what this agent may fetch.
    pub const fn new(keeper: Arc<dyn MayFetch>, agent: Agent) -> Self {
        Self { keeper, agent }
    }
}

impl fmt::Debug for PermissionLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PermissionLayer").field("agent", &self.agent).finish_non_exhaustive()
    }
}

impl<S> Layer<S> for PermissionLayer {
    type Service = PermissionService<S>;

    fn layer(&self, inner: S) -> PermissionService<S> {
        PermissionService { inner, layer: self.clone() }
    }
}

/// A service behind a [`PermissionLayer`].
#[derive(Clone, Debug)]
pub struct PermissionService<S> {
    inner: S,
    layer: PermissionLayer,
}

impl<S, B> Service<http::Request<B>> for PermissionService<S>
where
    S: Service<http::Request<B>> + Clone + Send + 'static,
    S::Error: Into<BoxError>,
    S::Future: Send,
    B: Send + 'static,
{
    type Response = S::Response;
    type Error = PermissionError;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, PermissionError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), PermissionError>> {
        self.inner.poll_ready(cx).map_err(PermissionError::inner)
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        // The service that is ready must answer; its clone may not be ready.
        let clone = self.inner.clone();
        let mut inner = mem::replace(&mut self.inner, clone);
        let PermissionLayer { keeper, agent } = self.layer.clone();
        Box::pin(async move {
            let url = request.uri().to_string();
            match keeper.may_fetch(&url, &agent).await?.permission {
                Permission::Allowed => inner.call(request).await.map_err(PermissionError::inner),
                Permission::Disallowed(verdict) => Err(PermissionError::Disallowed(verdict)),
                Permission::Later { until, reason } => {
                    Err(PermissionError::Later { until, reason })
                }
            }
        })
    }
}

/// Any error, as the layers of `tower` box them.
type BoxError = Box<dyn StdError + Send + Sync>;

/// Why a request has no response.
///
/// An enum, since callers act on each variant in its own way.
#[derive(Debug)]
#[non_exhaustive]
pub enum PermissionError {
    /// The inner service failed with this error.
    Inner(BoxError),
    /// The request was not sent: the rules disallow it.
    Disallowed(Verdict),
    /// The request was not sent: robots.txt cannot be fetched. Keep the URL and try again.
    Later {
        /// When trying again may give another answer.
        until: Timestamp,
        /// Why robots.txt does not decide.
        reason: AccessReason,
    },
    /// The request was not sent: the gatekeeper has no answer. The URI is relative, the
    /// guard refuses the host, or this machine failed.
    NoDecision(Error),
}

impl PermissionError {
    fn inner(error: impl Into<BoxError>) -> Self {
        Self::Inner(error.into())
    }
}

impl From<Error> for PermissionError {
    fn from(error: Error) -> Self {
        Self::NoDecision(error)
    }
}

impl fmt::Display for PermissionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inner(error) => error.fmt(f),
            Self::Disallowed(verdict) => write!(
                f,
                "robots.txt blocks the URL: \
                {}",
                verdict.reason()
            ),
            Self::Later { .. } => f.write_str("robots.txt cannot be fetched now; ask again later"),
            Self::NoDecision(error) => error.fmt(f),
        }
    }
}

impl StdError for PermissionError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            // Their own messages are shown already.
            Self::Inner(error) => error.source(),
            Self::NoDecision(error) => error.source(),
            Self::Disallowed(_) | Self::Later { .. } => None,
        }
    }
}
