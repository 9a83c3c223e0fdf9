//! Places that slow holders lend to others.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, Semaphore};
use tokio::time::{Instant, sleep_until};

/// How long a place counts. Most requests and lookups take less.
const PATIENCE: Duration = Duration::from_secs(1);

/// A number of places, handed out in order of arrival.
///
/// A place that is held for longer than a second no longer counts, up to a larger number of
/// places. So a few parties that do not answer do not keep out all others.
#[derive(Debug)]
pub(crate) struct Turns {
    at_once: usize,
    most: usize,
    /// Who looks for a place next.
    queue: Semaphore,
    /// When each place was taken.
    begun: Mutex<Vec<Instant>>,
    freed: Notify,
}

/// A place; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Turn {
    turns: Arc<Turns>,
    begun: Instant,
}

impl Turns {
    /// So many places, and at most so many that are held at all.
    pub(crate) fn new(at_once: usize, most: usize) -> Arc<Self> {
        let at_once = at_once.max(1);
        Arc::new(Self {
            at_once,
            most: most.max(at_once),
            queue: Semaphore::new(1),
            begun: Mutex::default(),
            freed: Notify::new(),
        })
    }

    /// Waits for a place.
    pub(crate) async fn take(self: &Arc<Self>) -> Turn {
        // The semaphore is never closed.
        let _next = self.queue.acquire().await;
        loop {
            let until = match self.try_take() {
                Ok(begun) => return Turn { turns: Arc::clone(self), begun },
                Err(until) => until,
            };
            // A place that was given back meanwhile is remembered.
            match until {
                Some(until) => tokio::select! {
                    () = self.freed.notified() => {}
                    () = sleep_until(until) => {}
                },
                None => self.freed.notified().await,
            }
        }
    }

    /// A place, or when one that is held no longer counts.
    fn try_take(&self) -> Result<Instant, Option<Instant>> {
        let mut begun = self.lock();
        if begun.len() >= self.most {
            return Err(None);
        }
        let now = Instant::now();
        let counts = begun.iter().filter(|begun| now < **begun + PATIENCE);
        if counts.clone().count() >= self.at_once {
            return Err(counts.min().map(|first| *first + PATIENCE));
        }
        begun.push(now);
        Ok(now)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Instant>> {
        // A panic elsewhere leaves the list intact.
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Counts the time from now: what came before was spent waiting.
    pub(crate) fn begin(&mut self) {
        let now = Instant::now();
        let mut begun = self.turns.lock();
        if let Some(own) = begun.iter_mut().find(|begun| **begun == self.begun) {
            *own = now;
        }
        drop(begun);
        self.begun = now;
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut begun = self.turns.lock();
        if let Some(at) = begun.iter().position(|begun| *begun == self.begun) {
            begun.swap_remove(at);
        }
        drop(begun);
        self.turns.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    /// Takes a place, and says how long that took.
    async fn take(turns: &Arc<Turns>) -> (Turn, Duration) {
        let start = Instant::now();
        (turns.take().await, start.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn places_are_bounded_and_given_back() {
        let turns = Turns::new(2, 2);
        let (first, _) = take(&turns).await;
        let _second = take(&turns).await;
        assert!(timeout(10 * PATIENCE, turns.take()).await.is_err());
        drop(first);
        assert_eq!(take(&turns).await.1, Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn slow_holders_lend_their_places_up_to_a_number() {
        let turns = Turns::new(2, 6);
        let mut held = Vec::new();
        for waits in [0, 0, 1, 0, 1, 0] {
            let (turn, took) = take(&turns).await;
            assert_eq!(took, PATIENCE * waits);
            held.push(turn);
        }
        assert!(timeout(10 * PATIENCE, turns.take()).await.is_err());
        held.pop();
        assert_eq!(take(&turns).await.1, Duration::ZERO);
    }

    /// As many names as a page can invent, and name servers that never answer.
    #[tokio::test(start_paused = true)]
    async fn seven_hundred_silent_names_delay_others_by_seconds() {
        let turns = Turns::new(128, 1024);
        for _ in 0..700 {
            let turns = Arc::clone(&turns);
            tokio::spawn(async move {
                let _turn = turns.take().await;
                std::future::pending::<()>().await;
            });
        }
        // Until all wait.
        for _ in 0..1000 {
            tokio::task::yield_now().await;
        }
        let (_turn, took) = take(&turns).await;
        assert_eq!(took, 5 * PATIENCE);
    }

    #[tokio::test(start_paused = true)]
    async fn time_that_was_spent_waiting_does_not_count() {
        let turns = Turns::new(1, 2);
        let mut first = turns.take().await;
        tokio::time::sleep(5 * PATIENCE).await;
        first.begin();
        assert_eq!(take(&turns).await.1, PATIENCE);
    }

    /// Who gives up leaves the queue to the next.
    #[tokio::test(start_paused = true)]
    async fn the_queue_survives_those_that_give_up() {
        let turns = Turns::new(1, 1);
        let held = turns.take().await;
        assert!(timeout(PATIENCE, turns.take()).await.is_err());
        let (next, ()) = tokio::join!(take(&turns), async { drop(held) });
        assert_eq!(next.1, Duration::ZERO);
    }
}
