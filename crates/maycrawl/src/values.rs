//! The values of directives beside `Allow` and `Disallow`, typed.
//!
//! A malformed value is no error: it is a value with the reason why it does
//! not count. No standard defines these directives; the sources are the pages
//! of the search engines that brought them up and, for `Request-rate` and
//! `Visit-time`, the extended standard of 1996 that crawlers still meet.

use alloc::vec::Vec;
use core::time::Duration;

use crate::directive::Field;
use crate::invalid::InvalidValue;
use crate::line::is_white_space;
use crate::path::split_scheme;
use crate::preferences::{ContentSignal, UsageRule};

/// A number of requests in a time, perhaps at some hours only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestRate {
    /// How many requests, at least one.
    pub requests: u64,
    /// In how many seconds, at least one.
    pub seconds: u64,
    /// When it holds; always, if it says nothing.
    pub hours: Option<Hours>,
}

impl RequestRate {
    /// Whether it is slower than another: fewer requests in the same time.
    pub fn is_slower_than(&self, other: &Self) -> bool {
        let of = |one: u64, other: u64| u128::from(one).saturating_mul(u128::from(other));
        of(self.requests, other.seconds) < of(other.requests, self.seconds)
    }
}

/// A part of the day, UTC. It wraps past midnight where it ends before it
/// begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hours {
    /// The first minute of it, from midnight.
    pub start: u16,
    /// The minute at which it ends, from midnight.
    pub end: u16,
}

/// Parameters of a query that do not change what a page shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CleanParam {
    /// The names of the parameters.
    pub names: Vec<Vec<u8>>,
    /// The start of the paths for which this holds; empty for all.
    pub path: Vec<u8>,
}

/// The value of a directive, typed by its field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Value {
    /// `Sitemap`: an absolute URL, as written.
    Sitemap(Vec<u8>),
    /// `License` (RSL): an absolute URL, as written.
    License(Vec<u8>),
    /// `Crawl-delay`: the time between requests.
    CrawlDelay(Duration),
    /// `Request-rate`
    RequestRate(RequestRate),
    /// `Visit-time`
    VisitTime(Hours),
    /// `Clean-param`
    CleanParam(CleanParam),
    /// `Content-Signal`. Pairs that are malformed are left out of it.
    ContentSignal(ContentSignal),
    /// `Content-Usage`
    ContentUsage(UsageRule),
    /// The value of any other field, as written.
    Text(Vec<u8>),
}

impl Value {
    /// Reads the value of a field.
    ///
    /// ```
    /// use core::time::Duration;
    /// use maycrawl::{lines::Field, terms::{InvalidValue, Value}};
    ///
    /// let delay = Value::parse(Field::CrawlDelay, b"2.5");
    /// assert_eq!(delay, Ok(Value::CrawlDelay(Duration::from_millis(2500))));
    /// assert_eq!(Value::parse(Field::Sitemap, b"/map.xml"), Err(InvalidValue::Relative));
    /// ```
    pub fn parse(field: Field, value: &[u8]) -> Result<Self, InvalidValue> {
        Ok(match field {
            Field::Sitemap => Self::Sitemap(absolute_url(value)?.to_vec()),
            Field::License => Self::License(absolute_url(value)?.to_vec()),
            Field::CrawlDelay => Self::CrawlDelay(crawl_delay(value)?),
            Field::RequestRate => Self::RequestRate(request_rate(value)?),
            Field::VisitTime => Self::VisitTime(visit_time(value)?),
            Field::CleanParam => Self::CleanParam(clean_param(value)?),
            Field::ContentSignal => match ContentSignal::parse(value) {
                (signal, Some(flaw)) if signal == ContentSignal::default() => return Err(flaw),
                (signal, _) => Self::ContentSignal(signal),
            },
            Field::ContentUsage => Self::ContentUsage(UsageRule::parse(value)?),
            _ => Self::Text(value.to_vec()),
        })
    }
}

/// Seconds between requests: `1*DIGIT ["." 1*DIGIT]` or `"." 1*DIGIT`. One too
/// large for a [`Duration`] is the largest.
pub(crate) fn crawl_delay(value: &[u8]) -> Result<Duration, InvalidValue> {
    match value {
        [] => return Err(InvalidValue::Empty),
        [b'-', rest @ ..] if number(rest).is_some() => return Err(InvalidValue::Negative),
        _ => {}
    }
    let (whole, nanos) = number(value).ok_or(InvalidValue::NotANumber)?;
    Ok(whole.map_or(Duration::MAX, |whole| Duration::new(whole, nanos)))
}

/// The whole part, if it is not too large, and the billionths of a number.
fn number(text: &[u8]) -> Option<(Option<u64>, u32)> {
    let point = memchr::memchr(b'.', text);
    let (whole, fraction) = match point {
        Some(point) => (text.get(..point)?, text.get(point.saturating_add(1)..)?),
        None => (text, &b"0"[..]),
    };
    if (whole.is_empty() && point.is_none()) || fraction.is_empty() {
        return None;
    }
    let are_digits = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
    if !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let billionths = fraction.iter().chain(core::iter::repeat(&b'0')).take(9);
    let nanos = digits(billionths).and_then(|nanos| u32::try_from(nanos).ok());
    Some((digits(whole.iter()), nanos.unwrap_or(0)))
}

/// The number that digits write, unless it is too large.
fn digits<'a>(text: impl Iterator<Item = &'a u8>) -> Option<u64> {
    let mut number = 0_u64;
    for digit in text {
        number = number.checked_mul(10)?.checked_add(u64::from(digit.wrapping_sub(b'0')))?;
    }
    Some(number)
}

/// `N/M[s|m|h] [HHMM-HHMM]`: N requests in M seconds, minutes or hours. Numbers
/// too large are the largest.
pub(crate) fn request_rate(value: &[u8]) -> Result<RequestRate, InvalidValue> {
    let mut words = words(value);
    let rate = words.next().ok_or(InvalidValue::Empty)?;
    let hours = words.next().map(hours).transpose()?;
    if words.next().is_some() {
        return Err(InvalidValue::Time);
    }
    let slash = memchr::memchr(b'/', rate).ok_or(InvalidValue::NotANumber)?;
    let (requests, time) = rate.split_at_checked(slash).ok_or(InvalidValue::NotANumber)?;
    let time = time.strip_prefix(b"/").unwrap_or(time);
    let (time, unit) = match time {
        [time @ .., b'h' | b'H'] => (time, 3600),
        [time @ .., b'm' | b'M'] => (time, 60),
        [time @ .., b's' | b'S'] | time => (time, 1),
    };
    let whole = |text: &[u8]| {
        let is_number = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
        is_number.then(|| digits(text.iter()).unwrap_or(u64::MAX)).ok_or(InvalidValue::NotANumber)
    };
    let (requests, seconds) = (whole(requests)?, whole(time)?.saturating_mul(unit));
    if requests == 0 || seconds == 0 {
        return Err(InvalidValue::Zero);
    }
    Ok(RequestRate { requests, seconds, hours })
}

/// `HHMM-HHMM`, UTC.
pub(crate) fn visit_time(value: &[u8]) -> Result<Hours, InvalidValue> {
    if value.is_empty() { Err(InvalidValue::Empty) } else { hours(value) }
}

fn hours(text: &[u8]) -> Result<Hours, InvalidValue> {
    let [start @ .., b'-', _, _, _, _] = text else { return Err(InvalidValue::Time) };
    let end = text.get(start.len().saturating_add(1)..).unwrap_or_default();
    match (minute(start), minute(end)) {
        (Some(start), Some(end)) => Ok(Hours { start, end }),
        _ => Err(InvalidValue::Time),
    }
}

/// The minute of the day that `HHMM` names, 0000 to 2359.
fn minute(text: &[u8]) -> Option<u16> {
    if text.len() != 4 || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let (hour, minute) = text.split_at_checked(2)?;
    let (hour, minute) = (digits(hour.iter())?, digits(minute.iter())?);
    let in_day = hour < 24 && minute < 60;
    in_day.then(|| u16::try_from(hour.saturating_mul(60).saturating_add(minute)).ok())?
}

/// `name[&name…] [path]`, as Yandex has it.
pub(crate) fn clean_param(value: &[u8]) -> Result<CleanParam, InvalidValue> {
    let mut words = words(value);
    let names = words.next().ok_or(InvalidValue::Empty)?;
    let names = names.split(|byte| *byte == b'&').filter(|name| !name.is_empty());
    let names: Vec<_> = names.map(<[u8]>::to_vec).collect();
    let path = words.next().unwrap_or_default().to_vec();
    if names.is_empty() || words.next().is_some() {
        return Err(InvalidValue::Value);
    }
    Ok(CleanParam { names, path })
}

/// An absolute URL of any scheme, as written.
pub(crate) fn absolute_url(value: &[u8]) -> Result<&[u8], InvalidValue> {
    if value.is_empty() {
        return Err(InvalidValue::Empty);
    }
    match split_scheme(value) {
        Some((_, [b'/', b'/', _, ..])) => Ok(value),
        _ => Err(InvalidValue::Relative),
    }
}

/// The words of a text, white space between them.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| is_white_space(*byte)).filter(|word| !word.is_empty())
}
