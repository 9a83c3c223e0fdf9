//! Runs a connection beside the wait for its answer.

use std::future::pending;
use std::sync::{Mutex, PoisonError, Weak};

use hyper::rt::Executor;
use tokio::task::JoinSet;

/// Runs the tasks of an HTTP/2 connection until their owner is dropped.
#[derive(Clone)]
pub(super) struct Tasks(pub(super) Weak<Mutex<JoinSet<()>>>);

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Tasks {
    fn execute(&self, task: F) {
        if let Some(tasks) = self.0.upgrade() {
            tasks.lock().unwrap_or_else(PoisonError::into_inner).spawn(task);
        }
    }
}

/// Drives a connection while awaiting its answer. The answer may be complete after the
/// connection has ended, so the end of the connection does not end the wait.
pub(super) async fn driven<T>(answer: impl Future<Output = T>, driver: impl Future) -> T {
    let driver = async {
        driver.await;
        pending().await
    };
    tokio::select! {
        answer = answer => answer,
        answer = driver => answer,
    }
}
