//! Points in time as text.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use maycrawl::access::Timestamp;

/// The end of the year 9999, beyond which neither form goes.
const MAX_SECONDS: u64 = 253_402_300_799;

/// The time as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
pub fn http_date(time: Timestamp) -> String {
    httpdate::fmt_http_date(whole_second(time))
}

/// The time in UTC as RFC 3339 writes it: `1994-11-06T08:49:37Z`.
pub fn rfc3339(time: Timestamp) -> String {
    humantime::format_rfc3339_seconds(whole_second(time)).to_string()
}

/// The second at which `time` has passed, so that a reader who waits for it does not
/// come too early.
fn whole_second(time: Timestamp) -> SystemTime {
    let seconds = u64::try_from(time.0).unwrap_or(0).div_ceil(1000);
    UNIX_EPOCH + Duration::from_secs(seconds.min(MAX_SECONDS))
}

/// A length of time in words: `30 days`, `12 hours 30 minutes`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    let parts = [
        (seconds / 86_400, "day"),
        (seconds / 3_600 % 24, "hour"),
        (seconds / 60 % 60, "minute"),
        (seconds % 60, "second"),
    ];
    let words = parts.iter().filter(|(count, _)| *count > 0);
    let words =
        words.map(|(count, unit)| format!("{count} {unit}{}", if *count == 1 { "" } else { "s" }));
    match words.collect::<Vec<_>>().join(" ") {
        none if none.is_empty() => "0 seconds".into(),
        words => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(millis: i64, utc: &str, http: &str) {
        assert_eq!(
            (rfc3339(Timestamp(millis)).as_str(), http_date(Timestamp(millis)).as_str()),
            (utc, http)
        );
    }

    #[test]
    fn lengths_of_time_are_words() {
        let check = |seconds, expected: &str| {
            assert_eq!(duration(Duration::from_secs(seconds)), expected);
        };
        check(0, "0 seconds");
        check(61, "1 minute 1 second");
        check(31 * 86_400, "31 days");
        check(45_000, "12 hours 30 minutes");
    }

    #[test]
    fn a_time_is_rounded_up_to_a_second_of_the_calendar() {
        check(784_111_777_000, "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT");
        check(784_111_776_001, "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT");
        check(-5, "1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT");
        check(i64::MAX, "9999-12-31T23:59:59Z", "Fri, 31 Dec 9999 23:59:59 GMT");
    }
}
