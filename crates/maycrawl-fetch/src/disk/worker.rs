//! The thread that owns the database.
//!
//! It does one job after another, in the order in which they came. A task that waits
//! occupies no thread, and needs no runtime: the answer wakes it. The thread also waits
//! for leases, and renews those that the handle holds: thousands of them are a list with
//! the times at which to look again.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::Key;
use super::held::{HeldLeases, Moment};
use crate::store::StoreError;

/// After how long to look again whether a lease is free: at first, and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(5);
const LONGEST_PAUSE: Duration = Duration::from_millis(200);

/// The lease of an origin in a file that processes share; by default, of none.
///
/// Dropping it lets the next process ask. Until then its [`Disk`] renews it; dropping the
/// `Disk` releases it too.
///
/// [`Disk`]: crate::Disk
#[derive(Debug, Default)]
#[must_use = "dropping it releases the lease"]
pub struct DiskLease(Option<Claim>);

/// Which lease it is, and how to release it.
#[derive(Debug)]
struct Claim {
    owner: i64,
    jobs: Sender<Job>,
}

impl Drop for DiskLease {
    fn drop(&mut self) {
        if let Some(Claim { owner, jobs }) = self.0.take() {
            // Where the thread has ended, it has released all leases.
            let _ = jobs.send(Job::Release(owner));
        }
    }
}

/// The way to the thread, which ends when this is dropped.
#[derive(Debug)]
pub(super) struct Worker {
    jobs: Sender<Job>,
}

enum Job {
    Run(Box<dyn FnOnce(&Connection) + Send>),
    Lease(Wait),
    Release(i64),
    Close(Sender<()>),
}

/// A task that waits for a lease.
struct Wait {
    key: Key,
    time: Duration,
    /// For how long it is left alone after the next look.
    pause: Duration,
    reply: oneshot::Sender<DiskLease>,
    /// For the lease.
    jobs: Sender<Job>,
}

impl Worker {
    pub(super) fn start(database: Connection) -> Result<Self, StoreError> {
        let (jobs, queue) = channel();
        let held = HeldLeases::default();
        let state = State { database, waits: BTreeMap::new(), counter: 0, held };
        let started =
            thread::Builder::new().name("maycrawl-store".into()).spawn(move || state.work(&queue));
        match started {
            Ok(_) => Ok(Self { jobs }),
            Err(error) => Err(StoreError::Failed(format!("the system gives no thread: {error}"))),
        }
    }

    /// Uses the database. A future that is dropped does not undo what it has begun.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.send(work, |done| drop(reply.send(done)));
        answer.await.unwrap_or_else(|_| Err(ended()))
    }

    /// Uses the database, and keeps the caller's thread waiting.
    pub(super) fn run_now<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = channel();
        self.send(work, move |done| drop(reply.send(done)));
        answer.recv().unwrap_or_else(|_| Err(ended()))
    }

    fn send<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
        reply: impl FnOnce(Result<T, StoreError>) + Send + 'static,
    ) {
        // Where the thread has ended, the caller sees that no reply comes.
        let _ = self.jobs.send(Job::Run(Box::new(move |database| reply(work(database)))));
    }

    /// Waits for a lease. It is given at once where none can be taken.
    pub(super) async fn lease(&self, key: Key, time: Duration) -> DiskLease {
        let (reply, answer) = oneshot::channel();
        let jobs = self.jobs.clone();
        let _ = self.jobs.send(Job::Lease(Wait { key, time, pause: FIRST_PAUSE, reply, jobs }));
        answer.await.unwrap_or_default()
    }
}

impl Drop for Worker {
    /// Waits until all is done that was begun and all leases are released, so that the
    /// file is closed.
    fn drop(&mut self) {
        let (done, is_done) = channel();
        if self.jobs.send(Job::Close(done)).is_ok() {
            let _ = is_done.recv();
        }
    }
}

fn ended() -> StoreError {
    StoreError::Failed("the thread of the store has ended".into())
}

/// What the thread holds.
struct State {
    database: Connection,
    /// Those who wait, by when to look again. The number tells apart who share a time.
    waits: BTreeMap<(Instant, u64), Wait>,
    counter: u64,
    held: HeldLeases,
}

impl State {
    fn work(mut self, queue: &Receiver<Job>) {
        // A job, a renewal and a look in turn: none holds up the others.
        loop {
            let look = self.waits.first_key_value().map(|((next, _), _)| *next);
            let next = [look, self.held.next_renewal()].into_iter().flatten().min();
            let job = match next {
                None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(next) => queue.recv_timeout(next.saturating_duration_since(Instant::now())),
            };
            match job {
                Ok(Job::Run(work)) => work(&self.database),
                Ok(Job::Lease(wait)) => self.look(wait),
                Ok(Job::Release(owner)) => self.held.release(&self.database, owner),
                Ok(Job::Close(done)) => {
                    // Nobody can save any more, so nobody needs a lease.
                    self.held.release_all(&mut self.database);
                    drop(self);
                    drop(done);
                    return;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.held.renew(&mut self.database, Moment::now());
            if let Some(first) = self.waits.first_entry()
                && first.key().0 <= Instant::now()
            {
                let wait = first.remove();
                self.look(wait);
            }
        }
    }

    /// Gives the lease to the task that waits for it, or looks again later.
    fn look(&mut self, mut wait: Wait) {
        if wait.reply.is_closed() {
            return;
        }
        let lease = match self.held.take(&self.database, &wait.key, wait.time, Moment::now()) {
            Ok(Some(owner)) => DiskLease(Some(Claim { owner, jobs: wait.jobs })),
            // A store that fails holds up nobody.
            Err(_) => DiskLease::default(),
            Ok(None) => {
                let next = Instant::now() + wait.pause;
                wait.pause = (wait.pause * 2).min(LONGEST_PAUSE);
                self.counter += 1;
                self.waits.insert((next, self.counter), wait);
                return;
            }
        };
        // If the task has just given up, the lease comes back as a job.
        let _ = wait.reply.send(lease);
    }
}
