//! The thread that owns the database.
//!
//! It does one job after another, in order of arrival. A task that waits for a job occupies
//! no thread and needs no runtime. The thread also polls for the leases that tasks wait for
//! and renews those that the store holds; thousands of either cost only a list.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::Key;
use super::breaker::{Access, Breaker, PATIENCE};
use super::error::other;
use super::held::{HeldLeases, Moment};
use super::still;
use crate::store::StoreError;

/// The first and the longest pause between two looks at a lease.
const MIN_PAUSE: Duration = Duration::from_millis(5);
const MAX_PAUSE: Duration = Duration::from_millis(200);

/// The lease of an origin in a [`SqliteStore`]; by default, of none.
///
/// Dropping it releases it; until then, the store renews it. Dropping the store releases it
/// too.
///
/// [`SqliteStore`]: crate::SqliteStore
#[derive(Debug, Default)]
#[must_use = "dropping it releases the lease"]
pub struct SqliteLease(Option<Claim>);

/// The lease, and the way to release it.
#[derive(Debug)]
struct Claim {
    owner: i64,
    jobs: Sender<Job>,
}

impl Drop for SqliteLease {
    fn drop(&mut self) {
        if let Some(Claim { owner, jobs }) = self.0.take() {
            // If the thread has ended, it has released all leases.
            let _ = jobs.send(Job::Release(owner));
        }
    }
}

/// A handle of the thread, which ends when the handle is dropped.
#[derive(Debug)]
pub(super) struct Worker {
    jobs: Sender<Job>,
    breaker: Arc<Breaker>,
}

/// Work gets the database, or why the file is set aside.
type Work = dyn FnOnce(Result<&Connection, StoreError>, &Breaker) + Send;

enum Job {
    Run(Box<Work>),
    Lease(Wait),
    Release(i64),
    Close(Sender<()>),
}

/// A task that waits for a lease.
struct Wait {
    key: Key,
    time: Duration,
    /// The pause after the next look.
    pause: Duration,
    reply: oneshot::Sender<SqliteLease>,
    /// For the lease.
    jobs: Sender<Job>,
}

impl Worker {
    pub(super) fn start(database: Connection) -> Result<Self, StoreError> {
        let (jobs, queue) = channel();
        let held = HeldLeases::default();
        let breaker = Arc::new(Breaker::default());
        let state = State {
            database,
            patience: PATIENCE,
            breaker: Arc::clone(&breaker),
            waits: BTreeMap::new(),
            counter: 0,
            held,
        };
        let started =
            thread::Builder::new().name("maycrawl-store".into()).spawn(move || state.work(&queue));
        match started {
            Ok(_) => Ok(Self { jobs, breaker }),
            Err(error) => Err(other(format!("cannot start a thread: {error}"))),
        }
    }

    /// Why the file does not work at the moment.
    pub(super) fn failure(&self) -> Option<StoreError> {
        self.breaker.failure()
    }

    /// Runs a job. Dropping the future does not cancel it.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        access: Access,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.send(access, work, |done| drop(reply.send(done)));
        answer.await.unwrap_or_else(|_| Err(ended()))
    }

    /// Runs a job and blocks the caller's thread.
    pub(super) fn run_now<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = channel();
        self.send(Access::Read, work, move |done| drop(reply.send(done)));
        answer.recv().unwrap_or_else(|_| Err(ended()))
    }

    fn send<T>(
        &self,
        access: Access,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
        reply: impl FnOnce(Result<T, StoreError>) + Send + 'static,
    ) {
        // If the thread has ended, the caller gets no reply.
        let _ = self.jobs.send(Job::Run(Box::new(move |database, breaker| {
            let began = Instant::now();
            reply(database.and_then(|database| {
                let done = work(database);
                breaker.learn(access, &done, began, Instant::now());
                done
            }));
        })));
    }

    /// Waits for a lease. Returns an empty one at once if none can be taken.
    pub(super) async fn lease(&self, key: Key, time: Duration) -> SqliteLease {
        let (reply, answer) = oneshot::channel();
        let jobs = self.jobs.clone();
        let _ = self.jobs.send(Job::Lease(Wait { key, time, pause: MIN_PAUSE, reply, jobs }));
        answer.await.unwrap_or_default()
    }
}

impl Drop for Worker {
    /// Waits until all jobs are done, all leases are released and the file is closed.
    fn drop(&mut self) {
        let (done, is_done) = channel();
        if self.jobs.send(Job::Close(done)).is_ok() {
            let _ = is_done.recv();
        }
    }
}

fn ended() -> StoreError {
    other("the thread of the store has stopped".into())
}

/// The state of the thread.
struct State {
    database: Connection,
    /// How long the database waits for other processes.
    patience: Duration,
    breaker: Arc<Breaker>,
    /// Waiting tasks, by the time of the next look and a number that makes keys unique.
    waits: BTreeMap<(Instant, u64), Wait>,
    counter: u64,
    held: HeldLeases,
}

impl State {
    fn work(mut self, queue: &Receiver<Job>) {
        // A job, a renewal and a look take turns, so that none delays the others.
        loop {
            let look = self.waits.first_key_value().map(|((next, _), _)| *next);
            // Nothing is renewed while the file is set aside.
            let renewal = self.held.next_renewal();
            let renewal = renewal.map(|next| next.max(self.breaker.until(next).unwrap_or(next)));
            let next = [look, renewal].into_iter().flatten().min();
            let job = match next {
                None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(next) => queue.recv_timeout(next.saturating_duration_since(Instant::now())),
            };
            let _inside = still::inside();
            match job {
                Ok(Job::Run(work)) => {
                    let usable = self.usable();
                    work(usable.map(|()| &self.database), &self.breaker);
                }
                Ok(Job::Lease(wait)) => self.look(wait),
                Ok(Job::Release(owner)) => match self.usable() {
                    Ok(()) => {
                        let began = Instant::now();
                        let done = self.held.release(&self.database, owner);
                        self.learn(&done, began);
                    }
                    Err(_) => _ = self.held.forget(owner),
                },
                Ok(Job::Close(done)) => {
                    // No task can save any more, so none needs a lease.
                    if self.usable().is_ok() {
                        self.held.release_all(&mut self.database);
                    }
                    drop(self);
                    drop(done);
                    return;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            let began = Instant::now();
            if self.held.next_renewal().is_some_and(|next| next <= began) && self.usable().is_ok() {
                let done = self.held.renew(&mut self.database, Moment::now());
                self.learn(&done, began);
            }
            if let Some(first) = self.waits.first_entry()
                && first.key().0 <= Instant::now()
            {
                let wait = first.remove();
                self.look(wait);
            }
        }
    }

    /// Makes the database wait for other processes for as long as it may; an error if the file is
    /// set aside.
    fn usable(&mut self) -> Result<(), StoreError> {
        let patience = self.breaker.patience(Instant::now())?;
        if patience != self.patience {
            self.database.busy_timeout(patience)?;
            self.patience = patience;
        }
        Ok(())
    }

    /// Learns how a change of leases ended.
    fn learn<T>(&self, done: &Result<T, StoreError>, began: Instant) {
        self.breaker.learn(Access::Change, done, began, Instant::now());
    }

    /// Gives the lease to the waiting task if it is free; else looks again later.
    fn look(&mut self, mut wait: Wait) {
        if wait.reply.is_closed() {
            return;
        }
        let began = Instant::now();
        let taken = self.usable().and_then(|()| {
            let taken = self.held.take(&self.database, &wait.key, wait.time, Moment::now());
            self.learn(&taken, began);
            taken
        });
        let lease = match taken {
            Ok(Some(owner)) => SqliteLease(Some(Claim { owner, jobs: wait.jobs })),
            // A failing store delays nobody.
            Err(_) => SqliteLease::default(),
            Ok(None) => {
                let next = Instant::now() + wait.pause;
                wait.pause = (wait.pause * 2).min(MAX_PAUSE);
                self.counter += 1;
                self.waits.insert((next, self.counter), wait);
                return;
            }
        };
        // If the task has just given up, dropping the lease releases it.
        let _ = wait.reply.send(lease);
    }
}
