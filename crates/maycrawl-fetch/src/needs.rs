//! How far a fetch goes, and what it may cost.

use std::fmt;
use std::time::Duration;

use maycrawl::{Dialect, dialect::Preset};

/// How far a fetch goes, so that all dialects of interest can decide.
///
/// Exhaustive: a struct literal states all that a fetch needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Needs {
    /// How many redirects to follow. With one more, every dialect decides that there are
    /// too many.
    pub redirects: u8,
    /// How many bytes of a file to read: one more than the largest cap, so that each
    /// dialect can tell whether its cap cuts a line.
    pub bytes: usize,
}

/// How many bytes of a file to read for a dialect without a cap.
const MAX_BYTES: usize = 8 << 20;

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
        Self { redirects: dialect.fetch.hops, bytes: cap.unwrap_or(MAX_BYTES).min(MAX_BYTES) }
    }

    /// What all presets together need.
    pub fn of_all_presets() -> Self {
        let each = Preset::ALL.iter().map(|Preset { dialect, .. }| Self::of(dialect));
        each.fold(Self { redirects: 0, bytes: 0 }, Self::and)
    }

    /// What both together need.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { redirects: self.redirects.max(other.redirects), bytes: self.bytes.max(other.bytes) }
    }
}

/// What one fetch may still cost, over all its requests.
///
/// A transport subtracts the cost of each request, and fails with [`Spent`] when nothing is
/// left. Exhaustive: time and bytes are all that is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The time left for name resolution, connections and answers. The time for which the
    /// transport itself delays a request does not count.
    pub time: Duration,
    /// The bytes left, as they arrive from the network: heads, interim responses, framing
    /// and encoded bodies.
    pub bytes: u64,
}

/// How many bytes an answer may have beside its body.
const OVERHEAD: u64 = 512 << 10;

/// What a fetch has used up.
///
/// It says nothing about the host that was asked last: other hosts of the same fetch may
/// have used it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spent {
    /// Its time.
    Time,
    /// Its bytes.
    Bytes,
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "the fetch ran out of time",
            Self::Bytes => "the fetch received more bytes than allowed",
        })
    }
}

impl Allowance {
    /// The allowance of a fetch: this time, and twice the bytes of its needs plus 512 KiB.
    pub fn new(time: Duration, needs: &Needs) -> Self {
        let bytes = u64::try_from(needs.bytes).unwrap_or(u64::MAX);
        Self { time, bytes: bytes.saturating_mul(2).saturating_add(OVERHEAD) }
    }

    /// What is used up, if anything is.
    pub const fn spent(&self) -> Option<Spent> {
        match (self.time.is_zero(), self.bytes) {
            (true, _) => Some(Spent::Time),
            (_, 0) => Some(Spent::Bytes),
            _ => None,
        }
    }
}
