//! `Pacer`: when the next request to an origin may be sent.

use std::time::Duration;

use maycrawl::access::Timestamp;
use maycrawl_crawlers::Reading;
use maycrawl_fetch::Turn;
use pyo3::prelude::*;

use crate::agent::asker_of;
use crate::time::{now_of, pause_of, seconds, time_of};
use crate::values::{count_of, target_of};

/// Hands out turns, so that requests of a crawler to an origin keep their pause. It reads no clock and never waits.
///
/// `floor` is the least pause in seconds, whatever a file asks. Of more origins than `max_origins` it forgets some:
/// first those whose pause is over. Threads may share it.
///
/// >>> from maycrawl import Pacer
/// >>> pacer = Pacer(1.0)
/// >>> pacer.turn("https://example.com/a", "MyBot", pause=5.0, now=100.0)
/// 0.0
/// >>> pacer.turn("https://example.com/b", "MyBot", pause=5.0, now=102.0)
/// 3.0
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct Pacer {
    pacer: maycrawl_fetch::Pacer,
    floor: Duration,
}

#[pymethods]
impl Pacer {
    #[new]
    #[pyo3(signature = (floor, *, max_origins=None), text_signature = "(floor, *, max_origins=1048576)")]
    fn new(floor: &Bound<'_, PyAny>, max_origins: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let floor = pause_of("floor", floor)?;
        let mut pacer = maycrawl_fetch::Pacer::new(floor);
        if let Some(max_origins) = max_origins {
            pacer = pacer.with_memory(count_of("max_origins", max_origins)?);
        }
        Ok(Self { pacer, floor })
    }

    /// Takes the turn of a crawler at the origin of a URL. Returns 0.0 if it is now, else the seconds until it comes.
    ///
    /// Before it comes, no turn is taken: wait, and ask again. `pause` is what the file asks of the crawler, in seconds
    /// (`Decision.pause`); after one of inf, the turn comes in inf seconds. `now` is a time in seconds, of any clock
    /// that is always the same, such as time.monotonic(); it may be negative, but not inf or nan.
    ///
    /// >>> from maycrawl import Pacer
    /// >>> pacer = Pacer(0.5)
    /// >>> [pacer.turn("https://example.com/", "MyBot", now=now) for now in (0.0, 0.1, 0.5)]
    /// [0.0, 0.4, 0.0]
    #[pyo3(signature = (url, agent, *, pause=None, now))]
    fn turn(
        &self,
        url: &Bound<'_, PyAny>,
        agent: &Bound<'_, PyAny>,
        pause: Option<&Bound<'_, PyAny>>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<f64> {
        let (target, agent) = (target_of(url)?, name_of(agent)?);
        let pause = pause.map(|pause| pause_of("pause", pause)).transpose()?;
        let now = now_of("now", now)?;
        Ok(match self.pacer.turn(target.origin(), &agent, pause, now) {
            Turn::Now => 0.0,
            // It never comes.
            Turn::At(Timestamp(i64::MAX)) => f64::INFINITY,
            Turn::At(time) => seconds(time.since(now)),
        })
    }

    /// Puts the next turn off until a time, as Retry-After of a page asks; by a day at most.
    ///
    /// `until` and `now` are seconds of the same clock. `until` may be inf.
    ///
    /// >>> from maycrawl import Pacer
    /// >>> pacer = Pacer(1.0)
    /// >>> pacer.put_off("https://example.com/", "MyBot", until=120.0, now=0.0)
    /// >>> pacer.turn("https://example.com/a", "MyBot", now=100.0)
    /// 20.0
    #[pyo3(signature = (url, agent, *, until, now))]
    fn put_off(
        &self,
        url: &Bound<'_, PyAny>,
        agent: &Bound<'_, PyAny>,
        until: &Bound<'_, PyAny>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (target, agent) = (target_of(url)?, name_of(agent)?);
        let (until, now) = (time_of("until", until)?, now_of("now", now)?);
        self.pacer.put_off(target.origin(), &agent, until, now);
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Pacer of {} seconds>", seconds(self.floor))
    }
}

/// What tells agents apart.
fn name_of(agent: &Bound<'_, PyAny>) -> PyResult<String> {
    let agent = asker_of(agent, Reading::Own)?.agent;
    let tokens: Vec<_> = agent.tokens().map(String::from_utf8_lossy).collect();
    Ok(tokens.join(","))
}
