//! Sets the file aside while it keeps others waiting.
//!
//! A store is an aid: without it, sites are asked more often, but every question gets its answer.
//! So when another program locks the file, or its disk hangs, one job waits for it, and all others
//! fail at once for some time. Then a job tries again, and waits only briefly.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::store::{StoreError, StoreErrorKind};

/// How long a job waits while another process writes.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

/// How long a job waits if the one before it failed.
const SHORT_PATIENCE: Duration = Duration::from_millis(50);

/// A job that takes longer found a disk that hangs.
const SLOW: Duration = Duration::from_secs(3);

/// How long the file is set aside.
const PAUSE: Duration = Duration::from_secs(10);

/// Whether the file is in use, and why not.
#[derive(Debug, Default)]
pub(super) struct Breaker(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The last failure, until a change is made.
    failure: Option<StoreError>,
    /// Until when the file is set aside, if the last job waited too long.
    until: Option<Instant>,
}

/// What a job does with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Change,
}

impl Breaker {
    /// Why the file does not work at the moment.
    pub(super) fn failure(&self) -> Option<StoreError> {
        self.lock().failure.clone()
    }

    /// How long a job may wait for others; an error while the file is set aside.
    pub(super) fn patience(&self, now: Instant) -> Result<Duration, StoreError> {
        let state = self.lock();
        match (state.until, &state.failure) {
            (Some(until), Some(why)) if now < until => Err(why.clone()),
            (Some(_), _) => Ok(SHORT_PATIENCE),
            (None, _) => Ok(PATIENCE),
        }
    }

    /// Until when the file is set aside, if it is.
    pub(super) fn until(&self, now: Instant) -> Option<Instant> {
        self.lock().until.filter(|until| now < *until)
    }

    /// Learns how a job ended that began at a time.
    pub(super) fn learn<T>(
        &self,
        access: Access,
        done: &Result<T, StoreError>,
        began: Instant,
        now: Instant,
    ) {
        let mut state = self.lock();
        let failure = done.as_ref().err();
        let is_slow = now.duration_since(began) > SLOW;
        if is_slow || failure.is_some_and(|why| why.kind() == StoreErrorKind::Busy) {
            state.until = Some(now + PAUSE);
        } else if failure.is_none() {
            state.until = None;
        }
        match failure {
            Some(why) => state.failure = Some(why.clone()),
            None if is_slow => state.failure = Some(slow()),
            None if access == Access::Change => state.failure = None,
            None => {}
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves the state intact.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn slow() -> StoreError {
    let message = "the disk is slow; name a file on another disk";
    StoreError::new(StoreErrorKind::Other, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn busy() -> Result<(), StoreError> {
        Err(StoreError::new(StoreErrorKind::Busy, "locked"))
    }

    #[test]
    fn a_file_that_is_locked_is_set_aside_for_a_while() {
        let breaker = Breaker::default();
        let start = Instant::now();
        let learn = |done: Result<(), _>, now| breaker.learn(Access::Change, &done, now, now);
        assert_eq!(breaker.patience(start), Ok(PATIENCE));
        learn(busy(), start);
        assert_eq!(
            breaker.patience(start + PAUSE / 2).map_err(|why| why.kind()),
            Err(StoreErrorKind::Busy)
        );
        assert_eq!(breaker.until(start), Some(start + PAUSE));
        // One job tries again, and does not wait long.
        let again = start + PAUSE;
        assert_eq!(breaker.patience(again), Ok(SHORT_PATIENCE));
        assert!(breaker.failure().is_some());
        learn(busy(), again);
        assert!(breaker.patience(again).is_err());
        learn(Ok(()), again + PAUSE);
        assert_eq!(breaker.patience(again + PAUSE), Ok(PATIENCE));
        assert_eq!(breaker.failure(), None);
    }

    #[test]
    fn a_disk_that_hangs_counts_as_locked() {
        let breaker = Breaker::default();
        let start = Instant::now();
        let end = start + 2 * SLOW;
        breaker.learn(Access::Change, &Ok(()), start, end);
        assert!(breaker.patience(end).is_err());
    }

    /// A full disk can still be read.
    #[test]
    fn other_failures_delay_nobody() {
        let breaker = Breaker::default();
        let now = Instant::now();
        let full: Result<(), _> = Err(StoreError::new(StoreErrorKind::Full, "full"));
        breaker.learn(Access::Change, &full, now, now);
        assert_eq!(breaker.patience(now), Ok(PATIENCE));
        breaker.learn(Access::Read, &Ok(()), now, now);
        assert_eq!(breaker.failure().map(|why| why.kind()), Some(StoreErrorKind::Full));
        breaker.learn(Access::Change, &Ok(()), now, now);
        assert_eq!(breaker.failure(), None);
    }
}
