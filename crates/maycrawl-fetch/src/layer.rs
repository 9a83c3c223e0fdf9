//! A layer for `tower`: only what may be fetched reaches the service beneath.

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

use crate::error::Error;
use crate::gatekeeper::{Clock, Gatekeeper, Permission, SystemClock};
use crate::store::Store;
use crate::transport::Transport;

/// Puts a gatekeeper before a crawler's own HTTP service: a request reaches it only if
/// the agent may fetch its URL now. It goes by the request's URI, which must be
/// absolute, whatever the method and the `Host` header.
///
/// It keeps no pause between requests: [`Answer::pause`] and [`Pacer`] are for that. It
/// sees no redirects that the service beneath follows by itself.
///
/// What the service beneath reserves when it is ready, such as a place among
/// concurrent requests, is held while robots.txt is asked for, and given back if the
/// request is not sent. So the gatekeeper's transport must not wait for such a place
/// itself. A future that is dropped sends nothing more.
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
/// let keeper = Arc::new(Gatekeeper::new(transport)); // of a site that forbids /private/
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
/// [`Answer::pause`]: crate::Answer::pause
/// [`Pacer`]: crate::Pacer
#[derive(Debug)]
pub struct PermissionLayer<T, C = SystemClock, R = ()> {
    keeper: Arc<Gatekeeper<T, C, R>>,
    agent: Agent,
}

impl<T, C, R> PermissionLayer<T, C, R> {
    /// A layer that lets through what this agent may fetch.
    pub const fn new(keeper: Arc<Gatekeeper<T, C, R>>, agent: Agent) -> Self {
        Self { keeper, agent }
    }
}

impl<T, C, R> Clone for PermissionLayer<T, C, R> {
    fn clone(&self) -> Self {
        Self { keeper: Arc::clone(&self.keeper), agent: self.agent.clone() }
    }
}

impl<S, T, C, R> Layer<S> for PermissionLayer<T, C, R> {
    type Service = Permitted<S, T, C, R>;

    fn layer(&self, inner: S) -> Self::Service {
        Permitted { inner, layer: self.clone() }
    }
}

/// A service that is given only requests that may be sent; made by
/// [`PermissionLayer`].
#[derive(Debug)]
pub struct Permitted<S, T, C = SystemClock, R = ()> {
    inner: S,
    layer: PermissionLayer<T, C, R>,
}

impl<S: Clone, T, C, R> Clone for Permitted<S, T, C, R> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone(), layer: self.layer.clone() }
    }
}

impl<S, B, T, C, R> Service<http::Request<B>> for Permitted<S, T, C, R>
where
    S: Service<http::Request<B>> + Clone + Send + 'static,
    S::Error: Into<BoxError>,
    S::Future: Send,
    B: Send + 'static,
    T: Transport + 'static,
    C: Clock + 'static,
    R: Store + 'static,
{
    type Response = S::Response;
    type Error = PermissionError;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, PermissionError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), PermissionError>> {
        self.inner.poll_ready(cx).map_err(PermissionError::inner)
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        // The one that is ready answers; its clone may not be.
        let clone = self.inner.clone();
        let mut inner = mem::replace(&mut self.inner, clone);
        let PermissionLayer { keeper, agent } = self.layer.clone();
        Box::pin(async move {
            let url = request.uri().to_string();
            match keeper.may_fetch(&url, &agent).await?.permission {
                Permission::Go => inner.call(request).await.map_err(PermissionError::inner),
                Permission::No(verdict) => Err(PermissionError::Disallowed(verdict)),
                Permission::Later { until, why } => Err(PermissionError::Later { until, why }),
            }
        })
    }
}

/// Any error: what the layers of `tower` make of theirs.
type BoxError = Box<dyn StdError + Send + Sync>;

/// Why a request has no response.
#[derive(Debug)]
#[non_exhaustive]
pub enum PermissionError {
    /// The service beneath failed; this is its error.
    Inner(BoxError),
    /// It was not sent: the rules say no.
    Disallowed(Verdict),
    /// It was not sent: robots.txt cannot be reached. Send it again, and do not drop
    /// the URL.
    Later {
        /// From when on asking may give another answer.
        until: Timestamp,
        /// Why.
        why: AccessReason,
    },
    /// It was not sent: nobody can say whether it may be. Its URI is relative or has
    /// no host, or the host may not be asked.
    Asking(Error),
}

impl PermissionError {
    fn inner(error: impl Into<BoxError>) -> Self {
        Self::Inner(error.into())
    }
}

impl From<Error> for PermissionError {
    fn from(error: Error) -> Self {
        Self::Asking(error)
    }
}

impl fmt::Display for PermissionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inner(error) => error.fmt(f),
            Self::Disallowed(verdict) => write!(f, "robots.txt says no: {}", verdict.reason()),
            Self::Later { .. } => f.write_str("robots.txt cannot be reached: not now"),
            Self::Asking(error) => error.fmt(f),
        }
    }
}

impl StdError for PermissionError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            // What they say is said already.
            Self::Inner(error) => error.source(),
            Self::Asking(error) => error.source(),
            Self::Disallowed(_) | Self::Later { .. } => None,
        }
    }
}
