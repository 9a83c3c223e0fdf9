//! What an operation works under: its limits, and whether anybody still waits.

use crate::limits::Limits;
use crate::problem::{Problem, kinds};

/// What an operation works under: its limits, and whether anybody still waits.
///
/// ```
/// use maycrawl_api::{CheckQuestion, Limits, Question, Work};
///
/// // Nobody waits: work ends before it begins.
/// let work = Work::new(Limits::default(), &|| false);
/// let problem = CheckQuestion::default().answer(&work).unwrap_err();
/// assert_eq!(problem.kind().code, "cancelled");
/// ```
#[derive(Clone, Copy)]
pub struct Work<'a> {
    limits: Limits,
    keep_going: &'a dyn Fn() -> bool,
}

impl<'a> Work<'a> {
    /// Work within limits, for as long as `keep_going` returns true. It is asked often.
    pub const fn new(limits: Limits, keep_going: &'a dyn Fn() -> bool) -> Self {
        Self { limits, keep_going }
    }

    /// The limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// An error if nobody waits any more.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        if self.is_wanted() { Ok(()) } else { Err(cancelled()) }
    }

    /// Whether somebody still waits.
    pub(crate) fn is_wanted(&self) -> bool {
        (self.keep_going)()
    }
}

impl Default for Work<'_> {
    /// Within the default limits, to the end.
    fn default() -> Self {
        Self::new(Limits::default(), &|| true)
    }
}

impl std::fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// That nobody waits any more.
pub(crate) fn cancelled() -> Problem {
    Problem::new(&kinds::CANCELLED, "the work was stopped before it was done")
}
