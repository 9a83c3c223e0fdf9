//! Values of options and settings: from a text, or what to write instead.

use std::net::IpAddr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use maycrawl::dialect::Preset;
use maycrawl_crawlers::{OWN, Purpose, Reading};
use maycrawl_fetch::IpNet;

pub(crate) fn reading_parser() -> impl TypedValueParser<Value = Reading> {
    let names = std::iter::once(OWN).chain(Preset::ALL.iter().map(|preset| preset.name));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Reading>())
}

pub(crate) fn dialect_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Preset::ALL.iter().map(|preset| preset.name))
}

pub(crate) fn purpose_parser() -> impl TypedValueParser<Value = Purpose> {
    let names = Purpose::ALL.iter().map(|purpose| purpose.name());
    PossibleValuesParser::new(names).map(|name| Purpose::named(&name).unwrap_or(Purpose::Tool))
}

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| "write a time such as 90s, 10m or 2h".to_owned())
}

pub(crate) fn redirects(text: &str) -> Result<u8, String> {
    let count = text.parse().ok().filter(|count| *count <= 20);
    count.ok_or_else(|| "write a number from 0 to 20".to_owned())
}

pub(crate) fn mebibytes(text: &str) -> Result<u64, String> {
    let count = text.parse().ok().filter(|count| (1..=1 << 20).contains(count));
    count.ok_or_else(|| format!("write a number of MiB from 1 to {}", 1 << 20))
}

pub(crate) fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| "write a number, 1 or more".to_owned())
}

/// A network; an address alone is a network of one.
pub(crate) fn net(text: &str) -> Result<IpNet, String> {
    let wrong = |_| "write a network or an address, such as 10.0.0.0/8 or fd00::1".to_owned();
    match text.parse::<IpAddr>() {
        Ok(address) => Ok(IpNet::from(address)),
        Err(_) => text.parse().map_err(wrong),
    }
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    match pause(text)? {
        Duration::ZERO => Err("write more than 0 seconds".into()),
        time => Ok(time),
    }
}

pub(crate) fn pause(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
    match seconds {
        Some(Ok(time)) => Ok(time),
        _ => Err("write a number of seconds, such as 30".to_owned()),
    }
}
