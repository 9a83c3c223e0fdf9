//! Why the value of a directive does not count.

use crate::codes::codes;

/// Why a value does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum InvalidValue {
    /// There is no value.
    Empty,
    /// A number below zero.
    Negative,
    /// Something else than a number: digits, perhaps with a point among them.
    NotANumber,
    /// Zero, where at least one is needed.
    Zero,
    /// No time of the day, `HHMM-HHMM`.
    Time,
    /// A URL without a scheme: nothing says whose path it is.
    Relative,
    /// Not one of the values that the key takes.
    Value,
    /// No dictionary of RFC 9651.
    Dictionary,
}

codes! { InvalidValue {
    Empty = 1, "empty";
    Negative = 2, "negative";
    NotANumber = 3, "not a number";
    Zero = 4, "zero";
    Time = 5, "time";
    Relative = 6, "relative";
    Value = 7, "value";
    Dictionary = 8, "dictionary";
} }
