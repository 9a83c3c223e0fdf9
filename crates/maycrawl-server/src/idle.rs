//! Which connections are idle, and which of them ends when there are too many.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use hyper::http::Response;
use hyper::service::Service;
use tokio::sync::Notify;

/// All connections: so many at most.
#[derive(Debug)]
pub(crate) struct Connections {
    most: usize,
    state: Mutex<State>,
    /// A connection has ended or become idle.
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    n_open: usize,
    /// Whether a connection has been told to end, and has not yet.
    is_one_ending: bool,
    /// The number of the next moment at which a connection becomes idle.
    next: u64,
    /// Idle connections, the one that has been idle longest first.
    idle: BTreeMap<u64, Arc<Notify>>,
}

/// A place for a connection; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Place(Arc<Activity>);

/// What a connection does.
#[derive(Debug)]
struct Activity {
    connections: Arc<Connections>,
    /// Tells the connection to end.
    end: Arc<Notify>,
    /// Since when it has been idle, unless a request is being answered.
    since: Mutex<Option<u64>>,
}

impl Connections {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        let (state, changed) = (Mutex::default(), Notify::new());
        Arc::new(Self { most, state, changed })
    }

    /// Waits for a place; the connection that has been idle longest makes room for it.
    pub(crate) async fn place(self: &Arc<Self>) -> Place {
        while !self.try_enter() {
            // What changed since the look is remembered.
            self.changed.notified().await;
        }
        let (end, since) = (Arc::default(), Mutex::default());
        let activity = Arc::new(Activity { connections: Arc::clone(self), end, since });
        activity.rest();
        Place(activity)
    }

    fn try_enter(&self) -> bool {
        let mut state = lock(&self.state);
        let is_free = state.n_open < self.most;
        if is_free {
            state.n_open += 1;
        } else if !state.is_one_ending
            && let Some((_, end)) = state.idle.pop_first()
        {
            state.is_one_ending = true;
            end.notify_one();
        }
        is_free
    }
}

impl Place {
    /// Ends when the connection has to make room for another.
    pub(crate) async fn evicted(&self) {
        self.0.end.notified().await;
    }

    /// A service of the connection that notes when it answers a request.
    pub(crate) fn noting<S>(&self, service: S) -> Noting<S> {
        Noting { service, activity: Arc::clone(&self.0) }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.work();
        let mut state = lock(&self.0.connections.state);
        state.n_open -= 1;
        state.is_one_ending = false;
        drop(state);
        self.0.connections.changed.notify_one();
    }
}

impl Activity {
    /// The connection is idle from now on.
    fn rest(&self) {
        let mut state = lock(&self.connections.state);
        let since = state.next;
        state.next += 1;
        state.idle.insert(since, Arc::clone(&self.end));
        *lock(&self.since) = Some(since);
        drop(state);
        self.connections.changed.notify_one();
    }

    /// The connection is not idle any more.
    fn work(&self) {
        let mut state = lock(&self.connections.state);
        if let Some(since) = lock(&self.since).take() {
            state.idle.remove(&since);
        }
    }
}

/// A service that notes when it answers a request.
#[derive(Clone, Debug)]
pub(crate) struct Noting<S> {
    service: S,
    activity: Arc<Activity>,
}

/// Notes the end of an answer, even if nobody waits for it any more.
struct Working(Arc<Activity>);

/// The body of an answer: the connection works until it is written.
struct Written {
    body: Body,
    _working: Working,
}

impl HttpBody for Written {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.0.rest();
    }
}

impl<R, S: Service<R, Response = Response<Body>>> Service<R> for Noting<S>
where
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, S::Error>> + Send>>;

    fn call(&self, request: R) -> Self::Future {
        self.activity.work();
        let working = Working(Arc::clone(&self.activity));
        let answer = self.service.call(request);
        Box::pin(async move {
            let answer = answer.await?;
            Ok(answer.map(|body| Body::new(Written { body, _working: working })))
        })
    }
}

/// Locks a mutex; a panic elsewhere leaves its value intact.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use tokio::time::{Duration, timeout};

    use super::*;

    /// Whether a connection was told to end.
    async fn is_evicted(place: &Place) -> bool {
        timeout(Duration::from_secs(1), place.evicted()).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn the_connection_that_was_idle_longest_makes_room() {
        let connections = Connections::new(3);
        let (first, second, third) =
            (connections.place().await, connections.place().await, connections.place().await);
        // The first works, and the second has worked since.
        first.0.work();
        second.0.work();
        second.0.rest();
        let next = async { timeout(Duration::from_secs(60), connections.place()).await };
        let evicted = async {
            assert!(is_evicted(&third).await);
            drop(third);
            assert!(!is_evicted(&first).await && !is_evicted(&second).await);
        };
        let (fourth, ()) = tokio::join!(next, evicted);
        assert!(fourth.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn connections_that_work_are_waited_for() {
        let connections = Connections::new(1);
        let first = connections.place().await;
        first.0.work();
        assert!(timeout(Duration::from_secs(60), connections.place()).await.is_err());
        let next = connections.place();
        let rest = async {
            first.0.rest();
            first.evicted().await;
            drop(first);
        };
        tokio::join!(next, rest);
    }
}
