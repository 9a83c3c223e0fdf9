//! Memory for bodies while they arrive, taken as their bytes come.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The memory that all bodies in transit share.
///
/// A body that is not small may grow while [`SHARE`] times as much is free as it holds. So large bodies leave room
/// for small ones, even if there are many and they come slowly. One body at a time may grow beyond
/// that, into a half that is kept for it: bodies never wait for each other in a circle.
#[derive(Debug)]
pub(crate) struct InFlight {
    state: Mutex<State>,
    freed: Notify,
}

/// With 16 of 21 MiB, sixty bodies that take all they can leave half a MiB.
const SHARE: usize = 16;

/// A body of up to this size takes what is free.
const SMALL: usize = 64 << 10;

#[derive(Debug)]
struct State {
    free: usize,
    /// Whether a body has the other half.
    is_other_taken: bool,
}

/// The memory of a body; dropping it frees it.
#[derive(Debug)]
pub(crate) struct Held {
    of: Arc<InFlight>,
    bytes: usize,
    has_other: bool,
}

impl InFlight {
    /// So many bytes for all bodies together.
    pub(crate) fn new(max_bytes: usize) -> Arc<Self> {
        let state = Mutex::new(State { free: max_bytes / 2, is_other_taken: false });
        Arc::new(Self { state, freed: Notify::new() })
    }

    /// The memory of a body that has not come yet.
    pub(crate) fn none(self: &Arc<Self>) -> Held {
        Held { of: Arc::clone(self), bytes: 0, has_other: false }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves the numbers intact.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    /// Grows to so many bytes, as soon as there is room. Returns whether it had to wait.
    pub(crate) async fn grow(&mut self, bytes: usize) -> bool {
        let mut has_waited = false;
        loop {
            let of = Arc::clone(&self.of);
            let mut freed = pin!(of.freed.notified());
            // What is freed after the look is not missed.
            freed.as_mut().enable();
            if self.try_grow(bytes) {
                return has_waited;
            }
            has_waited = true;
            freed.await;
        }
    }

    /// Grows to so many bytes, if there is room now.
    pub(crate) fn try_grow(&mut self, bytes: usize) -> bool {
        let more = bytes.saturating_sub(self.bytes);
        if self.has_other || more == 0 {
            return true;
        }
        let mut state = self.of.lock();
        let wanted = if bytes <= SMALL { 0 } else { bytes.saturating_mul(SHARE) };
        if wanted.saturating_add(more) <= state.free {
            state.free -= more;
            self.bytes = bytes;
        } else if state.is_other_taken {
            return false;
        } else {
            state.is_other_taken = true;
            self.has_other = true;
        }
        true
    }

    /// Frees all but so many bytes.
    pub(crate) fn shrink(&mut self, bytes: usize) {
        let less = self.bytes.saturating_sub(bytes);
        self.bytes -= less;
        self.of.lock().free += less;
        self.of.freed.notify_waiters();
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.shrink(0);
        if self.has_other {
            self.of.lock().is_other_taken = false;
            self.of.freed.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    const MIB: usize = 1 << 20;

    /// As large as it gets.
    fn fill(held: &mut Held) {
        while !held.has_other && held.try_grow(held.bytes + 1024) {}
    }

    #[test]
    fn large_bodies_leave_room_for_small_ones() {
        let memory = InFlight::new(42 * MIB);
        let mut hogs: Vec<_> = (0..60).map(|_| memory.none()).collect();
        hogs.iter_mut().for_each(fill);
        for _ in 0..5 {
            let mut small = memory.none();
            assert!(small.try_grow(2 * (24 << 10)));
        }
    }

    #[test]
    fn one_body_can_always_go_on() {
        let memory = InFlight::new(1024);
        let (mut first, mut second) = (memory.none(), memory.none());
        assert!(first.try_grow(MIB));
        assert!(first.try_grow(8 * MIB));
        assert!(!second.try_grow(MIB));
        let mut waits = Box::pin(second.grow(MIB));
        assert!(waits.as_mut().now_or_never().is_none());
        drop(first);
        assert_eq!(waits.now_or_never(), Some(true));
    }

    #[test]
    fn all_is_given_back() {
        let memory = InFlight::new(40 * MIB);
        let mut held = memory.none();
        assert!(held.try_grow(MIB));
        assert_eq!(memory.lock().free, 19 * MIB);
        held.shrink(10);
        assert_eq!(memory.lock().free, 20 * MIB - 10);
        fill(&mut held);
        drop(held);
        let state = memory.lock();
        assert_eq!((state.free, state.is_other_taken), (20 * MIB, false));
    }
}
