//! What reaches a service behind the layer, and what does not.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use maycrawl::{
    Agent,
    access::{AccessReason, Timestamp},
};
use maycrawl_fetch::{
    Allowance, Error, Gatekeeper, PermissionError, PermissionLayer, PermissionService, Problem,
    Refusal, Request, Response, SendError, Transport,
};
use maycrawl_url::ErrorKind;
use tokio::sync::Semaphore;
use tower::{Layer as _, Service, ServiceExt as _};

use crate::site::status;
use crate::sockets::Hand;

/// Serves a robots.txt that disallows `/private/`, but for two hosts.
struct Sites;

impl Transport for Sites {
    async fn send(&self, request: &Request, _: &mut Allowance) -> Result<Response, SendError> {
        match request.url.host_str() {
            Some("down.example") => Err(Problem::TimedOut.into()),
            Some("inner.example") => {
                Err(SendError::Refused(Refusal::Address([10, 0, 0, 1].into())))
            }
            _ => status(200).map_err(SendError::Failed),
        }
    }
}

/// A service that must be ready before it is called, and notes the paths.
#[derive(Default)]
struct Pages {
    is_ready: bool,
    paths: Arc<Mutex<Vec<String>>>,
}

/// A clone is not ready because another is.
impl Clone for Pages {
    fn clone(&self) -> Self {
        Self { is_ready: false, paths: Arc::clone(&self.paths) }
    }
}

impl Service<http::Request<()>> for Pages {
    type Response = http::Response<()>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        if self.is_ready {
            return Poll::Ready(Ok(()));
        }
        self.is_ready = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    fn call(&mut self, request: http::Request<()>) -> Self::Future {
        assert!(std::mem::take(&mut self.is_ready), "called before it was ready");
        self.paths.lock().unwrap().push(request.uri().path().to_owned());
        ready(Ok(http::Response::new(())))
    }
}

fn behind<S>(transport: impl Transport + 'static, inner: S) -> PermissionService<S> {
    let keeper = Gatekeeper::new(transport).with_clock(Hand::default());
    PermissionLayer::new(Arc::new(keeper), Agent::token("OurBot")).layer(inner)
}

fn page(uri: &str) -> http::Request<()> {
    http::Request::get(uri).body(()).unwrap()
}

/// What comes of requests, one after another, and the paths that were served.
async fn fetch<const N: usize>(uris: [&str; N]) -> ([Result<(), PermissionError>; N], Vec<String>) {
    let pages = Pages::default();
    let mut service = behind(Sites, pages.clone());
    let mut came = Vec::new();
    for uri in uris {
        came.push(service.ready().await.unwrap().call(page(uri)).await.map(drop));
    }
    let paths = pages.paths.lock().unwrap().clone();
    (came.try_into().unwrap(), paths)
}

#[tokio::test]
async fn only_what_may_be_fetched_comes_through() {
    let (came, paths) = fetch([
        "https://site.example/a",
        "https://site.example/private/b",
        "https://site.example/c",
        "https://site.example/robots.txt",
    ])
    .await;
    assert!(matches!(
        came,
        [Ok(()), Err(PermissionError::Disallowed(verdict)), Ok(()), Ok(())] if !verdict.is_allowed()
    ));
    assert_eq!(paths, ["/a", "/c", "/robots.txt"]);
}

#[tokio::test]
async fn an_outage_is_a_later_and_no_drop() {
    let (came, paths) = fetch(["http://down.example/a", "http://down.example/robots.txt"]).await;
    let [Err(PermissionError::Later { until, reason }), Ok(())] = came else { panic!("{came:?}") };
    assert!(until > Timestamp(0));
    assert_eq!(reason, AccessReason::Unreachable);
    assert_eq!(paths, ["/robots.txt"]);
}

#[tokio::test]
async fn what_cannot_be_answered_does_not_come_through() {
    let (came, paths) = fetch(["https://inner.example/", "/a", "*", "site.example:443"]).await;
    let errors = came.map(|came| match came {
        Err(PermissionError::NoDecision(error)) => error,
        other => panic!("{other:?}"),
    });
    let [refused, relative, star, authority] = errors;
    assert_eq!(refused.refusal(), Some(&Refusal::Address([10, 0, 0, 1].into())));
    assert!(refused.hops().is_empty());
    let kind = |error: &Error| error.url_error().map(maycrawl_url::Error::kind);
    assert_eq!(kind(&relative), Some(ErrorKind::NotAbsolute));
    assert_eq!(kind(&star), Some(ErrorKind::NotAbsolute));
    assert_eq!(kind(&authority), Some(ErrorKind::Ungoverned));
    assert!(PermissionError::NoDecision(relative).to_string().contains("not an absolute URL"));
    assert!(paths.is_empty());
}

#[tokio::test]
async fn errors_of_the_service_beneath_come_back() {
    let broken = tower::service_fn(async |_: http::Request<()>| Err::<(), _>("broken"));
    let came = behind(Sites, broken).oneshot(page("https://site.example/")).await;
    let Err(error) = came else { panic!() };
    assert_eq!(error.to_string(), "broken");
    assert!(matches!(error, PermissionError::Inner(_)));
}

/// Answers once it may.
struct Slow {
    may: Arc<Semaphore>,
    asked: Arc<AtomicUsize>,
}

impl Transport for Slow {
    async fn send(
        &self,
        request: &Request,
        allowance: &mut Allowance,
    ) -> Result<Response, SendError> {
        self.asked.fetch_add(1, SeqCst);
        let _permit = self.may.acquire().await;
        Sites.send(request, allowance).await
    }
}

/// The next may ask at once, and asks again.
#[tokio::test]
async fn a_future_that_is_dropped_sends_nothing() {
    let (may, asked) = (Arc::new(Semaphore::new(0)), Arc::new(AtomicUsize::new(0)));
    let pages = Pages::default();
    let slow = Slow { may: Arc::clone(&may), asked: Arc::clone(&asked) };
    let service = behind(slow, pages.clone());
    let first = tokio::spawn(service.clone().oneshot(page("https://site.example/first")));
    while asked.load(SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    may.add_permits(1);
    service.oneshot(page("https://site.example/second")).await.unwrap();
    assert_eq!(*pages.paths.lock().unwrap(), ["/second"]);
    assert_eq!(asked.load(SeqCst), 2);
}
