//! When the next request to an origin may be sent.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use maycrawl::access::Timestamp;
use maycrawl_url::Origin;

/// Hands out turns, so that requests of an agent to an origin keep their pause.
///
/// It reads no clock and does not wait: it says when. Its memory is bounded: origins
/// whose pause is over are forgotten first.
///
/// ```
/// use std::time::Duration;
/// use maycrawl::access::Timestamp;
/// use maycrawl_fetch::Pacer;
///
/// let pacer = Pacer::new(Duration::from_secs(1));
/// let origin = "https://example.com".parse().unwrap();
/// let turn = |now| pacer.turn(&origin, "MyBot", Some(Duration::from_secs(5)), Timestamp(now));
/// assert_eq!(turn(0), Ok(()));
/// assert_eq!(turn(1000), Err(Timestamp(5000)));
/// assert_eq!(turn(5000), Ok(()));
/// ```
#[derive(Debug)]
pub struct Pacer {
    floor: Duration,
    most: usize,
    next: Mutex<HashMap<(Origin, Box<str>), Timestamp>>,
}

/// How many origins are remembered, by default.
const MOST: usize = 1 << 20;

impl Pacer {
    /// A pacer that keeps at least this pause, whatever a file asks.
    pub fn new(floor: Duration) -> Self {
        Self { floor, most: MOST, next: Mutex::default() }
    }

    /// The same that remembers so many origins.
    #[must_use]
    pub fn with_memory(self, most: usize) -> Self {
        Self { most: most.max(1), ..self }
    }

    /// Takes the next turn, for an agent that is asked to keep this pause; or says
    /// when it comes, and takes none.
    pub fn turn(
        &self,
        origin: &Origin,
        agent: &str,
        pause: Option<Duration>,
        now: Timestamp,
    ) -> Result<(), Timestamp> {
        // What a panic elsewhere left is as good as it was.
        let mut turns = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (origin.clone(), agent.to_ascii_lowercase().into_boxed_str());
        let pause = pause.unwrap_or_default().max(self.floor);
        match turns.get(&key) {
            // A clock that went back must not stop a crawler for long.
            Some(next) if now < *next && next.since(now) <= pause.max(LONGEST) => Err(*next),
            _ => {
                if turns.len() >= self.most {
                    turns.retain(|_, next| now < *next);
                }
                if turns.len() >= self.most {
                    turns.clear();
                }
                turns.insert(key, now.after(pause));
                Ok(())
            }
        }
    }

    /// Puts off the next turn, as `Retry-After` asks; never for more than a day.
    pub fn put_off(&self, origin: &Origin, agent: &str, until: Timestamp, now: Timestamp) {
        let mut turns = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (origin.clone(), agent.to_ascii_lowercase().into_boxed_str());
        let until = until.min(now.after(LONGEST));
        let next = turns.entry(key).or_insert(until);
        *next = (*next).max(until);
    }
}

/// No turn is put off for longer.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

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
        assert_eq!(pacer.turn(&origin(1), "A", None, at(0)), Ok(()));
        assert_eq!(pacer.turn(&origin(1), "a", None, at(0)), Err(at(1)));
        assert_eq!(pacer.turn(&origin(1), "B", None, at(0)), Ok(()));
        assert_eq!(pacer.turn(&origin(2), "A", None, at(0)), Ok(()));
        assert_eq!(pacer.turn(&origin(1), "A", None, at(1)), Ok(()));
    }

    #[test]
    fn servers_may_put_a_turn_off_but_not_for_ever() {
        let pacer = Pacer::new(SECOND);
        pacer.put_off(&origin(1), "A", at(100), at(0));
        assert_eq!(pacer.turn(&origin(1), "A", None, at(50)), Err(at(100)));
        pacer.put_off(&origin(1), "A", Timestamp(i64::MAX), at(0));
        assert_eq!(pacer.turn(&origin(1), "A", None, at(0)), Err(at(86_400)));
    }

    #[test]
    fn a_clock_that_goes_back_stops_nobody() {
        let pacer = Pacer::new(SECOND);
        assert_eq!(pacer.turn(&origin(1), "A", None, at(10_000_000)), Ok(()));
        assert_eq!(pacer.turn(&origin(1), "A", None, at(0)), Ok(()));
    }

    #[test]
    fn memory_is_bounded() {
        let pacer = Pacer::new(SECOND).with_memory(10);
        for index in 0..100 {
            assert_eq!(pacer.turn(&origin(index), "A", None, at(0)), Ok(()));
        }
        let held = pacer.next.lock().unwrap_or_else(PoisonError::into_inner).len();
        assert!(held <= 10, "{held}");
    }
}
