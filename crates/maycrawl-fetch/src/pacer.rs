//! When the next request to an origin may be sent.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use maycrawl::access::Timestamp;
use maycrawl_url::Origin;

/// Hands out turns, so that requests of an agent to an origin keep their pause.
///
/// It reads no clock and does not wait: it says when the turn comes. Its memory is
/// bounded: it forgets origins whose pause is over first.
///
/// ```
/// use std::time::Duration;
/// use maycrawl::access::Timestamp;
/// use maycrawl_fetch::{Pacer, Turn};
///
/// let pacer = Pacer::new(Duration::from_secs(1));
/// let origin = "https://example.com".parse().unwrap();
/// let turn = |now| pacer.turn(&origin, "MyBot", Some(Duration::from_secs(5)), Timestamp(now));
/// assert_eq!(turn(0), Turn::Now);
/// assert_eq!(turn(1000), Turn::At(Timestamp(5000)));
/// assert_eq!(turn(5000), Turn::Now);
/// ```
#[derive(Debug)]
pub struct Pacer {
    floor: Duration,
    max_origins: usize,
    next: Mutex<HashMap<(Origin, Box<str>), Timestamp>>,
}

/// When a request may be sent.
///
/// Exhaustive: a turn is now or later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use = "a request must not be sent before its turn"]
pub enum Turn {
    /// Now. The turn is taken: the next one comes after the pause.
    Now,
    /// Not before this time. No turn is taken: ask again then.
    At(Timestamp),
}

/// How many origins are remembered by default.
const MAX_ORIGINS: usize = 1 << 20;

/// No turn is put off for longer.
const MAX_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

impl Pacer {
    /// A pacer that keeps at least this pause, even if a file asks for less.
    pub fn new(floor: Duration) -> Self {
        Self { floor, max_origins: MAX_ORIGINS, next: Mutex::default() }
    }

    /// Sets how many origins are remembered; 2^20 by default.
    #[must_use]
    pub fn with_memory(self, max_origins: usize) -> Self {
        Self { max_origins: max_origins.max(1), ..self }
    }

    /// Takes the turn of an agent at an origin, or says when the next one comes.
    ///
    /// The pause is the one that the file asks of the agent, if it does.
    pub fn turn(
        &self,
        origin: &Origin,
        agent: &str,
        pause: Option<Duration>,
        now: Timestamp,
    ) -> Turn {
        // A panic elsewhere leaves the map intact.
        let mut turns = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (origin.clone(), agent.to_ascii_lowercase().into_boxed_str());
        let pause = pause.unwrap_or_default().max(self.floor);
        match turns.get(&key) {
            // A clock that was set back must not stop a crawler for long.
            Some(next) if now < *next && next.since(now) <= pause.max(MAX_WAIT) => Turn::At(*next),
            _ => {
                if turns.len() >= self.max_origins {
                    turns.retain(|_, next| now < *next);
                }
                if turns.len() >= self.max_origins {
                    turns.clear();
                }
                turns.insert(key, now.after(pause));
                Turn::Now
            }
        }
    }

    /// Postpones the next turn, as `Retry-After` asks; by a day at most.
    pub fn put_off(&self, origin: &Origin, agent: &str, until: Timestamp, now: Timestamp) {
        let mut turns = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (origin.clone(), agent.to_ascii_lowercase().into_boxed_str());
        let until = until.min(now.after(MAX_WAIT));
        let next = turns.entry(key).or_insert(until);
        *next = (*next).max(until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn at(seconds: i64) -> Timestamp {
        Timestamp(seconds * 1000)
    }

    fn origin(index: usize) -> Origin {
        match format!("https://{index}.example").parse() {
            Ok(origin) => origin,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn turns_keep_their_pause_for_each_origin_and_agent() {
        let pacer = Pacer::new(SECOND);
        assert_eq!(pacer.turn(&origin(1), "A", None, at(0)), Turn::Now);
        assert_eq!(pacer.turn(&origin(1), "a", None, at(0)), Turn::At(at(1)));
        assert_eq!(pacer.turn(&origin(1), "B", None, at(0)), Turn::Now);
        assert_eq!(pacer.turn(&origin(2), "A", None, at(0)), Turn::Now);
        assert_eq!(pacer.turn(&origin(1), "A", None, at(1)), Turn::Now);
    }

    #[test]
    fn servers_may_put_a_turn_off_but_not_for_ever() {
        let pacer = Pacer::new(SECOND);
        pacer.put_off(&origin(1), "A", at(100), at(0));
        assert_eq!(pacer.turn(&origin(1), "A", None, at(50)), Turn::At(at(100)));
        pacer.put_off(&origin(1), "A", Timestamp(i64::MAX), at(0));
        assert_eq!(pacer.turn(&origin(1), "A", None, at(0)), Turn::At(at(86_400)));
    }

    #[test]
    fn a_clock_that_goes_back_stops_nobody() {
        let pacer = Pacer::new(SECOND);
        assert_eq!(pacer.turn(&origin(1), "A", None, at(10_000_000)), Turn::Now);
        assert_eq!(pacer.turn(&origin(1), "A", None, at(0)), Turn::Now);
    }

    #[test]
    fn memory_is_bounded() {
        let pacer = Pacer::new(SECOND).with_memory(10);
        for index in 0..100 {
            assert_eq!(pacer.turn(&origin(index), "A", None, at(0)), Turn::Now);
        }
        let held = pacer.next.lock().unwrap_or_else(PoisonError::into_inner).len();
        assert!(held <= 10, "{held}");
    }
}
