//! Time as Python has it: a float of seconds.

use std::time::Duration;

use maycrawl::access::Timestamp;
use pyo3::prelude::*;

use crate::input::{input_error, wrong_type};

pub(crate) fn seconds(duration: Duration) -> f64 {
    if duration == Duration::MAX { f64::INFINITY } else { duration.as_secs_f64() }
}

#[allow(clippy::cast_precision_loss, reason = "exact for the next 285,000 years")]
pub(crate) fn seconds_since_1970(time: Timestamp) -> f64 {
    time.0 as f64 / 1000.0
}

/// An argument that is a number of seconds, perhaps none at all. One that is too large is the longest time.
pub(crate) fn pause_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds = number_of(name, value)?;
    if seconds >= 0.0 {
        return Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    }
    Err(input_error(value.py(), &format!("{name}: {seconds:?} is no number of seconds")))
}

/// An argument that is a positive number of seconds, as long as the clock can count.
pub(crate) fn limit_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    /// A thousand years.
    const MAX: Duration = Duration::from_secs(1000 * 366 * 24 * 60 * 60);
    match pause_of(name, value)? {
        Duration::ZERO => {
            Err(input_error(value.py(), &format!("{name}: more than 0 seconds are needed")))
        }
        time => Ok(time.min(MAX)),
    }
}

/// An argument that is a time on a clock of the caller, in seconds.
#[allow(clippy::cast_possible_truncation, reason = "a float outside of the range becomes its end")]
pub(crate) fn time_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Timestamp> {
    let seconds = number_of(name, value)?;
    if seconds.is_nan() {
        return Err(input_error(value.py(), &format!("{name}: nan is no time")));
    }
    Ok(Timestamp((seconds * 1000.0).floor() as i64))
}

fn number_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    value.extract().map_err(|_| wrong_type(name, "float", value))
}
