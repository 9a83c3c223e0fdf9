//! The cost of a request: its time and the bytes that it receives.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::{Instant, timeout};

use crate::attempt::Problem;
use crate::needs::{Allowance, Spent};
use crate::transport::{MachineError, SendError};

/// Subtracts the cost of a request from the allowance of its fetch.
pub(crate) struct Meter<'a> {
    allowance: &'a mut Allowance,
    /// The time left for this request.
    time: Duration,
    /// How long it may still wait for this machine; `None` for as long as it takes.
    patience: Option<Duration>,
    /// The bytes left; connections count them down.
    pub(crate) bytes: Arc<AtomicU64>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(
        allowance: &'a mut Allowance,
        time: Duration,
        patience: Option<Duration>,
    ) -> Self {
        let bytes = Arc::new(AtomicU64::new(allowance.bytes));
        Self { allowance, time, patience, bytes }
    }

    /// Waits for a place or for memory. That costs the fetch nothing, and says nothing about the
    /// site.
    pub(crate) async fn wait<T>(
        &mut self,
        place: impl Future<Output = Result<T, MachineError>>,
    ) -> Result<T, SendError> {
        let Some(patience) = self.patience else { return Ok(place.await?) };
        let begun = Instant::now();
        let came = timeout(patience, place).await;
        self.patience = Some(patience.saturating_sub(begun.elapsed()));
        Ok(came.unwrap_or(Err(MachineError::Busy))?)
    }

    /// Runs a step within its time. What happens between steps costs nothing.
    ///
    /// The site is late if the step or the request takes longer than it may; if the time of
    /// the fetch is over, others may have used it up.
    pub(crate) async fn within<T>(
        &mut self,
        limit: Duration,
        step: impl Future<Output = Result<T, SendError>>,
    ) -> Result<T, SendError> {
        let begun = Instant::now();
        let done = timeout(limit.min(self.time).min(self.allowance.time), step).await;
        let took = begun.elapsed();
        self.time = self.time.saturating_sub(took);
        self.allowance.time = self.allowance.time.saturating_sub(took);
        done.unwrap_or_else(|_| {
            let is_over = self.allowance.time.is_zero();
            Err(if is_over { Spent::Time.into() } else { Problem::TimedOut.into() })
        })
    }

    /// Ends the request: subtracts its bytes too.
    pub(crate) fn end(self) {
        self.allowance.bytes = self.bytes.load(Ordering::Relaxed);
    }
}
