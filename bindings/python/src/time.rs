//! Time as Python has it: a float of seconds.

use std::time::Duration;

use maycrawl::access::Timestamp;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::input::wrong_type;
use crate::values::cannot_use;

pub(crate) fn seconds(duration: Duration) -> f64 {
    if duration == Duration::MAX { f64::INFINITY } else { duration.as_secs_f64() }
}

#[allow(clippy::cast_precision_loss, reason = "exact for the next 285,000 years")]
pub(crate) fn seconds_since_1970(time: Timestamp) -> f64 {
    time.0 as f64 / 1000.0
}

/// An argument that is a number of seconds, perhaps none at all. One that is too large is the longest time.
pub(crate) fn pause_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    const ADVICE: &str = "write a number of seconds, 0 or more";
    let seconds = number_of(name, value, ADVICE)?;
    if seconds >= 0.0 {
        return Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    }
    Err(cannot_use(name, value, ADVICE))
}

/// An argument that is a positive number of seconds, as long as the clock can count.
pub(crate) fn limit_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    /// A thousand years.
    const MAX: Duration = Duration::from_secs(1000 * 366 * 24 * 60 * 60);
    match pause_of(name, value)? {
        Duration::ZERO => Err(cannot_use(name, value, "write a number of seconds above 0")),
        time => Ok(time.min(MAX)),
    }
}

/// What a time is, for who gave another value.
const SECONDS_OF_A_CLOCK: &str = "write the seconds of a clock, such as time.monotonic()";

/// An argument that is a time on a clock of the caller, in seconds. Infinity is its end.
#[allow(clippy::cast_possible_truncation, reason = "a float outside of the range becomes its end")]
pub(crate) fn time_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Timestamp> {
    let seconds = number_of(name, value, SECONDS_OF_A_CLOCK)?;
    if seconds.is_nan() {
        return Err(cannot_use(name, value, SECONDS_OF_A_CLOCK));
    }
    Ok(Timestamp((seconds * 1000.0).floor() as i64))
}

/// An argument that is the time now. A clock is never at its end: such a number is no seconds.
pub(crate) fn now_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Timestamp> {
    match time_of(name, value)? {
        Timestamp(i64::MIN | i64::MAX) => Err(cannot_use(name, value, SECONDS_OF_A_CLOCK)),
        now => Ok(now),
    }
}

fn number_of(name: &str, value: &Bound<'_, PyAny>, advice: &str) -> PyResult<f64> {
    value.extract().map_err(|error: PyErr| {
        // An int may be too large for a float.
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            cannot_use(name, value, advice)
        } else {
            wrong_type(name, "float", value)
        }
    })
}
