//! Long work in steps, between which Ctrl-C can end it.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::arrow::question::Wrong;

/// How long a step should take, so that Ctrl-C waits for no longer.
const STEP: Duration = Duration::from_millis(250);

/// Works through rows while other threads run, and handles signals between steps.
///
/// `work` takes so many rows at most. It returns how many it took, 0 at the end. The first step has `rows` rows; after
/// a step that was short, the next has twice as many.
pub(crate) fn in_steps(
    py: Python<'_>,
    mut rows: usize,
    mut work: impl FnMut(usize) -> Result<usize, Wrong> + Send,
) -> PyResult<()> {
    loop {
        let start = Instant::now();
        let step = py.detach(|| {
            let mut left = rows;
            while left > 0 && start.elapsed() < STEP {
                match work(left)? {
                    0 => return Ok(false),
                    taken => left = left.saturating_sub(taken),
                }
            }
            Ok(true)
        });
        if !step.map_err(|wrong: Wrong| wrong.error(py))? {
            return Ok(());
        }
        py.check_signals()?;
        if start.elapsed() < STEP {
            rows = rows.saturating_mul(2);
        }
    }
}
