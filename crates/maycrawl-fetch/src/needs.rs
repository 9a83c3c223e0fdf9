//! How far a fetch must go, and what it may cost.

use std::time::Duration;

use maycrawl::{Dialect, dialect::Preset};

/// How far a fetch must go until the dialects that are asked have all decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Needs {
    /// How many redirects are followed. One more, and all know that they were too many.
    pub redirects: u8,
    /// How many bytes of a file are read: one more than the largest cap, so that a
    /// dialect sees whether its cap cuts a line.
    pub bytes: usize,
}

/// How many bytes of a file are read for a dialect without a cap.
const MOST_BYTES: usize = 8 << 20;

impl Needs {
    /// What one dialect needs.
    ///
    /// ```
    /// use maycrawl::Dialect;
    /// use maycrawl_fetch::Needs;
    ///
    /// assert_eq!(Needs::of(&Dialect::GOOGLE), Needs { redirects: 5, bytes: 512_001 });
    /// assert_eq!(Needs::of(&Dialect::DRAFT_1996).bytes, 8 << 20);
    /// ```
    pub fn of(dialect: &Dialect) -> Self {
        let cap = dialect.fetch.body_cap.map(|cap| (cap as usize).saturating_add(1));
        Self { redirects: dialect.fetch.hops, bytes: cap.unwrap_or(MOST_BYTES).min(MOST_BYTES) }
    }

    /// What all presets need.
    pub fn of_all_presets() -> Self {
        let each = Preset::ALL.iter().map(|Preset { dialect, .. }| Self::of(dialect));
        each.fold(Self { redirects: 0, bytes: 0 }, Self::and)
    }

    /// What both need.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { redirects: self.redirects.max(other.redirects), bytes: self.bytes.max(other.bytes) }
    }
}

/// What one fetch may still cost, over all its requests. A transport takes from it what
/// a request has cost, and fails with a [`Problem`] when nothing is left.
///
/// [`Problem`]: crate::Problem
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The time left, for name resolution, connections and answers. The time for which
    /// the transport itself holds a request back does not count.
    pub time: Duration,
    /// The bytes left, as they come from the network: heads, interim responses, framing
    /// and bodies before their content coding is undone.
    pub bytes: u64,
}

/// What answers may cost beside the body.
const OVERHEAD: u64 = 512 << 10;

impl Allowance {
    /// What a fetch may cost: so much time, and twice the bytes that it needs and half a
    /// mebibyte more.
    pub fn new(time: Duration, needs: &Needs) -> Self {
        let bytes = u64::try_from(needs.bytes).unwrap_or(u64::MAX);
        Self { time, bytes: bytes.saturating_mul(2).saturating_add(OVERHEAD) }
    }
}
