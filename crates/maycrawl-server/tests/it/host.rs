//! A service over a fake site.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, Request, Response, StatusCode};
use maycrawl::access::Timestamp;
use maycrawl_fetch::{Clock, Gatekeeper, Store, SystemClock, Transport};
use maycrawl_server::{Service, Settings, app, dialects};
use serde_json::Value;
use tower::ServiceExt as _;

/// A clock that is set by hand.
#[derive(Clone, Default)]
pub(crate) struct Hand(Arc<AtomicI64>);

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

/// A service, and its clock.
#[derive(Clone)]
pub(crate) struct Host {
    pub(crate) app: Router,
    clock: Hand,
}

/// An answer, read whole.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// The code of the problem.
    pub(crate) fn problem(&self) -> String {
        assert_eq!(self.headers[CONTENT_TYPE], "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16());
        problem["type"].as_str().unwrap().strip_prefix("/problems/").unwrap().to_owned()
    }
}

impl Host {
    /// A service that asks sites through a transport.
    pub(crate) fn new(transport: impl Transport + 'static) -> Self {
        Self::of(Gatekeeper::new(transport), Settings::default())
    }

    pub(crate) fn of(
        keeper: Gatekeeper<impl Transport + 'static, SystemClock, impl Store + 'static>,
        settings: Settings,
    ) -> Self {
        Self::with(keeper.with_other_dialects(dialects()), settings)
    }

    /// The same with a gatekeeper that knows no other dialects.
    pub(crate) fn with(
        keeper: Gatekeeper<impl Transport + 'static, SystemClock, impl Store + 'static>,
        settings: Settings,
    ) -> Self {
        let clock = Hand::default();
        let keeper = keeper.with_clock(clock.clone());
        let service = Service::new(Arc::new(keeper), "127.0.0.1:8080".parse().unwrap())
            .with_clock(Arc::new(clock.clone()))
            .with_settings(settings);
        Self { app: app(service), clock }
    }

    /// Sets the time, in seconds.
    pub(crate) fn at(&self, seconds: i64) {
        self.clock.0.store(seconds * 1000, Ordering::SeqCst);
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.app.clone().oneshot(request).await.unwrap();
        let (head, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap().to_vec();
        Reply { status: head.status, headers: head.headers, body }
    }

    /// An answer whose body nobody has read yet.
    pub(crate) async fn send_unread(&self, path: &str) -> Response<Body> {
        let request = request("GET", path).body(Body::empty()).unwrap();
        self.app.clone().oneshot(request).await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send(request("GET", path).body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, question: impl Into<Body>) -> Reply {
        let request = request("POST", path).header(CONTENT_TYPE, "application/json");
        self.send(request.body(question.into()).unwrap()).await
    }

    /// The answer to `may-fetch`, as JSON.
    pub(crate) async fn may_fetch(&self, url: &str, agent: &str, dialect: &str) -> Value {
        let question = serde_json::json!({ "url": url, "agent": agent, "dialect": dialect });
        let reply = self.post("/v1/may-fetch", question.to_string()).await;
        assert_eq!(reply.status, 200, "{}", reply.json());
        reply.json()
    }
}

/// A request as a program of this machine sends it.
pub(crate) fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header(HOST, "127.0.0.1:8080")
}
