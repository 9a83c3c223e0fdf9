//! A bound on work, so that a hostile file costs no more than a large one.

use std::cell::Cell;

/// The work that a search may still do, in units of its own.
///
/// A search spends before it works, and stops looking where it cannot: it finds
/// less, but nothing wrong.
///
/// ```
/// use maycrawl_lint::Budget;
///
/// let budget = Budget::new(10);
/// assert!(budget.spend(8));
/// assert!(!budget.spend(3), "two units are left");
/// assert!(budget.spend(2));
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    left: Cell<usize>,
}

impl Budget {
    /// A budget of so many units.
    pub const fn new(units: usize) -> Self {
        Self { left: Cell::new(units) }
    }

    /// Spends units and returns true; if fewer are left, spends none and returns false.
    pub fn spend(&self, units: usize) -> bool {
        let left = self.left.get().checked_sub(units);
        if let Some(left) = left {
            self.left.set(left);
        }
        left.is_some()
    }

    /// Spends units like [`spend`](Self::spend); if fewer are left, spends them all, so
    /// that the search ends.
    pub fn spend_or_end(&self, units: usize) -> bool {
        let is_paid = self.spend(units);
        if !is_paid {
            self.left.set(0);
        }
        is_paid
    }
}
