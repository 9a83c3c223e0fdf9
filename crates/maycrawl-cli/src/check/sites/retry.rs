//! `--retry-later`: the URLs that are asked again at the end of a run.

use std::time::Duration;

use maycrawl::access::Timestamp;
use maycrawl_fetch::{Clock, SystemClock};

/// How many URLs are kept to be asked again.
const MAX_URLS: usize = 1_000_000;

/// How many bytes these may take.
const MAX_BYTES: usize = 256 << 20;

/// How many bytes a URL takes beside its own.
const URL_COST: usize = 64;

/// The shortest pause before a site is asked again, whatever its answer says.
const MIN_PAUSE: Duration = Duration::from_secs(10);

/// A URL whose answer is `later`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LaterUrl {
    pub(crate) url: Vec<u8>,
    /// The place of its first answer.
    pub(crate) place: usize,
    /// When to ask again.
    pub(crate) due: Timestamp,
}

/// The URLs to ask again, and how long that may take.
#[derive(Debug)]
pub(crate) struct RetryList {
    limit: Duration,
    /// The end of the second pass, once it has begun.
    deadline: Option<Timestamp>,
    urls: Vec<LaterUrl>,
    n_bytes: usize,
    n_left: usize,
    next_due: Option<Timestamp>,
}

impl RetryList {
    /// An empty list. The second pass may take as long as `limit`.
    pub(crate) const fn new(limit: Duration) -> Self {
        Self { limit, deadline: None, urls: Vec::new(), n_bytes: 0, n_left: 0, next_due: None }
    }

    /// Adds a URL, unless the list is full.
    pub(crate) fn push(&mut self, later: LaterUrl) -> bool {
        let n_bytes = self.n_bytes + later.url.len() + URL_COST;
        if self.urls.len() >= MAX_URLS || n_bytes > MAX_BYTES {
            self.leave(later.due);
            return false;
        }
        self.n_bytes = n_bytes;
        self.urls.push(later);
        true
    }

    /// Adds the URLs of another list as far as there is room.
    pub(crate) fn append(&mut self, other: Self) {
        self.n_left += other.n_left;
        self.next_due = [self.next_due, other.next_due].into_iter().flatten().min();
        for later in other.urls {
            self.push(later);
        }
    }

    /// Adds a URL that was asked again and is still `later`.
    pub(crate) fn push_again(&mut self, later: LaterUrl, now: Timestamp) {
        self.push(LaterUrl { due: later.due.max(now.after(MIN_PAUSE)), ..later });
    }

    /// The URLs that come due within the limit, the earliest first.
    ///
    /// The limit begins with the first call; further calls return what was added since.
    pub(crate) fn take_due(&mut self, now: Timestamp) -> Vec<LaterUrl> {
        let limit = self.limit;
        let deadline = *self.deadline.get_or_insert_with(|| now.after(limit));
        self.n_bytes = 0;
        let (mut due, left): (Vec<_>, Vec<_>) = std::mem::take(&mut self.urls)
            .into_iter()
            .partition(|later| now <= deadline && later.due <= deadline);
        for later in left {
            self.leave(later.due);
        }
        due.sort_by_key(|later| later.due);
        due
    }

    /// How many URLs are left for another run, and when the first comes due.
    pub(crate) fn left(&self) -> Option<(usize, Timestamp)> {
        Some((self.n_left, self.next_due?))
    }

    fn leave(&mut self, due: Timestamp) {
        self.n_left += 1;
        self.next_due = Some(self.next_due.map_or(due, |next| next.min(due)));
    }
}

/// A clock that can be waited for.
pub(crate) trait Wait: Clock {
    /// Waits until a time has come.
    fn wait_until(&self, time: Timestamp) -> impl Future<Output = ()>;
}

impl Wait for SystemClock {
    async fn wait_until(&self, time: Timestamp) {
        // In pieces, since the clock goes on while a machine is suspended, and a timer may not.
        // A clock that is set back makes the wait no longer.
        const MAX_SLEEP: Duration = Duration::from_secs(30);
        let (begun, all) = (tokio::time::Instant::now(), time.since(self.now()));
        loop {
            let left = time.since(self.now()).min(all.saturating_sub(begun.elapsed()));
            if left.is_zero() {
                return;
            }
            tokio::time::sleep(left.min(MAX_SLEEP)).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn later(url: &str, due: i64) -> LaterUrl {
        LaterUrl { url: url.into(), place: 0, due: Timestamp(due * 1000) }
    }

    /// Which URLs are asked again within a minute from the time 100 on, how many are
    /// left, and when the first of these comes due.
    #[track_caller]
    fn check(urls: &[(&str, i64)], expected: &[&str], left: Option<(usize, i64)>) {
        let mut list = RetryList::new(Duration::from_secs(60));
        for (url, due) in urls {
            assert!(list.push(later(url, *due)));
        }
        let due = list.take_due(Timestamp(100_000));
        let due: Vec<_> =
            due.iter().map(|later| String::from_utf8_lossy(&later.url).into_owned()).collect();
        assert_eq!(due, expected);
        assert_eq!(list.left(), left.map(|(n_left, due)| (n_left, Timestamp(due * 1000))));
    }

    #[test]
    fn what_comes_due_within_the_limit_is_asked_again() {
        check(&[], &[], None);
        check(&[("a", 150), ("b", 0), ("c", 160)], &["b", "a", "c"], None);
        check(&[("a", 161), ("b", 100), ("c", 900)], &["b"], Some((2, 161)));
    }

    #[test]
    fn the_limit_holds_for_the_whole_second_pass() {
        let mut list = RetryList::new(Duration::from_secs(90));
        assert!(list.take_due(Timestamp(0)).is_empty());
        // Some time passes, also where the site wants to be asked at once.
        list.push_again(later("a", 0), Timestamp(70_000));
        assert_eq!(list.take_due(Timestamp(75_000)), [later("a", 80)]);
        list.push_again(later("a", 0), Timestamp(81_000));
        assert!(list.take_due(Timestamp(82_000)).is_empty());
        assert_eq!(list.left(), Some((1, Timestamp(91_000))));
        assert!(list.push(later("late", 80)));
        assert!(list.take_due(Timestamp(91_000)).is_empty());
    }

    #[test]
    fn a_list_without_end_is_left_for_another_run() {
        let mut list = RetryList::new(Duration::from_secs(60));
        let mut all = RetryList::new(Duration::from_secs(60));
        for _ in 0..=MAX_URLS {
            list.push(later("", 7));
        }
        assert_eq!(list.left(), Some((1, Timestamp(7000))));
        all.append(list);
        assert!(!all.push(later("a", 8)));
        assert_eq!(all.left(), Some((2, Timestamp(7000))));
        let long = LaterUrl { url: vec![b'a'; MAX_BYTES], ..later("", 7) };
        assert!(!RetryList::new(Duration::ZERO).push(long));
    }
}
