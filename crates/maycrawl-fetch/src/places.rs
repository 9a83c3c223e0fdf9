//! Limits of open connections: in total, and to one address.
//!
//! A connection that takes longer than a second makes room for another to its address, so that a
//! few silent sites do not keep out all others of a shared address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep_until};

use crate::transport::MachineError;
use crate::turns::{Turn, Turns};

/// Hands out places for connections. A request that waits for one holds no other resource.
#[derive(Debug)]
pub(crate) struct Places {
    all: Arc<Semaphore>,
    max: u32,
    per_address: usize,
    pause: Duration,
    addresses: Arc<Mutex<HashMap<IpAddr, Address>>>,
}

/// One address: its places, and when the next request may be sent.
#[derive(Clone, Debug)]
struct Address {
    places: Arc<Turns>,
    next: Instant,
}

/// The right to have connections open; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Place {
    _all: OwnedSemaphorePermit,
    _at_address: Option<AtAddress>,
}

#[derive(Debug)]
struct AtAddress {
    /// Taken out when dropped, before the address is looked at.
    turn: Option<Turn>,
    address: IpAddr,
    addresses: Arc<Mutex<HashMap<IpAddr, Address>>>,
}

impl Places {
    pub(crate) fn new(all: usize, per_address: usize, pause: Duration) -> Self {
        // What is beyond all bounds is as good as none.
        let all = all.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            all: Arc::new(Semaphore::new(all)),
            max: u32::try_from(all).unwrap_or(u32::MAX),
            per_address: per_address.max(1),
            pause: pause.min(MAX_PAUSE),
            addresses: Arc::default(),
        }
    }

    /// Waits for a place at an address and for its pause, then for a number of connections
    /// of the total.
    pub(crate) async fn at(&self, address: IpAddr, count: u32) -> Result<Place, MachineError> {
        let mut at_address = self.at_address(address).await;
        let all = self.among_all(count).await?;
        if let Some(turn) = &mut at_address.turn {
            turn.begin();
        }
        Ok(Place { _all: all, _at_address: Some(at_address) })
    }

    /// Waits for a connection of the total only: for a proxy, whose one address takes many
    /// connections.
    pub(crate) async fn anywhere(&self) -> Result<Place, MachineError> {
        Ok(Place { _all: self.among_all(1).await?, _at_address: None })
    }

    async fn among_all(&self, count: u32) -> Result<OwnedSemaphorePermit, MachineError> {
        let places = Arc::clone(&self.all);
        // It is never closed.
        places.acquire_many_owned(count.min(self.max)).await.map_err(|_| MachineError::Cancelled)
    }

    async fn at_address(&self, address: IpAddr) -> AtAddress {
        let places = {
            let mut addresses = lock(&self.addresses);
            let new = || Address {
                places: Turns::new(self.per_address, self.per_address.saturating_mul(LENT)),
                next: Instant::now(),
            };
            Arc::clone(&addresses.entry(address).or_insert_with(new).places)
        };
        let turn = Some(places.take().await);
        drop(places);
        let place = AtAddress { turn, address, addresses: Arc::clone(&self.addresses) };
        if !self.pause.is_zero() {
            sleep_until(self.turn(address)).await;
        }
        place
    }

    /// When the next request to an address may be sent; the one after it keeps the pause.
    fn turn(&self, address: IpAddr) -> Instant {
        let mut addresses = lock(&self.addresses);
        let now = Instant::now();
        addresses.get_mut(&address).map_or(now, |known| {
            let turn = known.next.max(now);
            known.next = turn + self.pause;
            turn
        })
    }
}

impl Drop for AtAddress {
    /// Forgets the address if it is unused and its pause is over.
    fn drop(&mut self) {
        let mut addresses = lock(&self.addresses);
        self.turn = None;
        let now = Instant::now();
        // A request that waits for a place or has one holds the places.
        let is_idle = |known: &Address| Arc::strong_count(&known.places) == 1 && known.next <= now;
        if addresses.get(&self.address).is_some_and(is_idle) {
            addresses.remove(&self.address);
        } else if addresses.len() > MAX_ADDRESSES {
            addresses.retain(|_, known| !is_idle(known));
        }
    }
}

/// How many times as many connections to an address may be open if all are slow.
const LENT: usize = 8;

/// The longest pause: a year, so that no sum of them exceeds what the clock can count.
const MAX_PAUSE: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Beyond this number of addresses, each end of a connection forgets all idle addresses.
const MAX_ADDRESSES: usize = 1 << 16;

/// Locks a mutex; a panic elsewhere leaves its value intact.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const ONE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2));

    /// Whether there is a place now.
    async fn place(places: &Places, address: IpAddr) -> Option<Place> {
        let place = tokio::select! {
            biased;
            place = places.at(address, 1) => Some(place),
            () = std::future::ready(()) => None,
        };
        place.and_then(Result::ok)
    }

    #[tokio::test]
    async fn places_are_bounded_in_all_and_for_an_address() {
        let places = Places::new(3, 2, Duration::ZERO);
        let first = place(&places, ONE).await;
        let second = place(&places, ONE).await;
        assert!(first.is_some() && second.is_some());
        assert!(place(&places, ONE).await.is_none());
        let third = place(&places, OTHER).await;
        assert!(third.is_some());
        assert!(place(&places, OTHER).await.is_none());
        drop(first);
        assert!(place(&places, ONE).await.is_some());
    }

    /// Sixty silent sites share an address with one that answers.
    #[tokio::test(start_paused = true)]
    async fn silent_sites_do_not_keep_out_others_of_their_address() {
        const SILENCE: Duration = Duration::from_secs(10);
        let places = Arc::new(Places::new(1024, 4, Duration::ZERO));
        for _ in 0..60 {
            let places = Arc::clone(&places);
            tokio::spawn(async move {
                let place = places.at(ONE, 1).await;
                tokio::time::sleep(SILENCE).await;
                drop(place);
            });
        }
        // Until all wait.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        let start = Instant::now();
        assert!(places.at(ONE, 1).await.is_ok());
        assert!(start.elapsed() < 2 * SILENCE, "{:?}", start.elapsed());
    }

    #[tokio::test]
    async fn addresses_are_forgotten_when_nobody_uses_them() {
        let places = Places::new(10, 2, Duration::ZERO);
        let held = place(&places, ONE).await;
        drop(place(&places, OTHER).await);
        assert_eq!(lock(&places.addresses).len(), 1);
        drop(held);
        assert!(lock(&places.addresses).is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn the_largest_limits_are_as_good_as_none() {
        let places = Places::new(usize::MAX, usize::MAX, Duration::MAX);
        let start = Instant::now();
        for turn in 0..3 {
            assert!(places.at(ONE, u32::MAX).await.is_ok());
            assert_eq!(start.elapsed(), MAX_PAUSE * turn);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn requests_to_an_address_keep_their_pause() {
        let pause = Duration::from_secs(5);
        let places = Places::new(10, 4, pause);
        let start = Instant::now();
        for turn in 0..3 {
            assert!(places.at(ONE, 1).await.is_ok());
            assert_eq!(start.elapsed(), pause * turn);
        }
        assert!(places.at(OTHER, 1).await.is_ok());
        assert_eq!(start.elapsed(), pause * 2);
    }
}
