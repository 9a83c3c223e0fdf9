//! What is wanted of a crawler.

use std::time::Duration;

use maycrawl::{
    lines::Field,
    preferences::ContentSignal,
    robots::RuleKind,
    terms::{InvalidValue, Value},
};

use super::path_rule::PathRule;
use crate::error::{Error, Input};

/// The uses that content signals name.
const SIGNALS: [&str; 4] = ["search", "ai-input", "ai-train", "use"];

/// What is wanted of a crawler.
///
/// New kinds may be added. Values are checked by the functions that make them, so
/// that none can begin a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Instruction {
    /// It may fetch nothing, except where a rule of its own allows.
    Block,
    /// It may fetch everything, except where a rule forbids.
    Allow,
    /// A path that it may or may not fetch.
    Rule(PathRule),
    /// How long it waits between requests: seconds, as written.
    #[non_exhaustive]
    CrawlDelay {
        /// The seconds.
        seconds: String,
    },
    /// What may be done with pages, in the words of Content Signals.
    #[non_exhaustive]
    ContentSignal {
        /// The signals.
        signal: String,
    },
    /// The same in the words of the IETF's draft; may begin with a path.
    #[non_exhaustive]
    ContentUsage {
        /// The usage, with its path.
        usage: String,
    },
    /// The URL of a sitemap. It holds for all, whatever the audience.
    #[non_exhaustive]
    Sitemap {
        /// The URL.
        url: String,
    },
    /// The URL of a licence (RSL). It holds for all, whatever the audience.
    #[non_exhaustive]
    License {
        /// The URL.
        url: String,
    },
}

impl Instruction {
    /// A path that may not be fetched; for `/`, [`Instruction::Block`].
    pub fn disallow(path: &str) -> Result<Self, Error> {
        let rule = PathRule::new(RuleKind::Disallow, path)?;
        Ok(if rule.is_everything() { Self::Block } else { Self::Rule(rule) })
    }

    /// A path that may be fetched; for `/`, [`Instruction::Allow`].
    pub fn allow(path: &str) -> Result<Self, Error> {
        let rule = PathRule::new(RuleKind::Allow, path)?;
        Ok(if rule.is_everything() { Self::Allow } else { Self::Rule(rule) })
    }

    /// Seconds between requests.
    pub fn crawl_delay(seconds: &str) -> Result<Self, Error> {
        let seconds = seconds.trim();
        match Value::parse(Field::CrawlDelay, seconds.as_bytes()) {
            Ok(Value::CrawlDelay(Duration::ZERO)) => Err(Error::value(
                Input::CrawlDelay,
                seconds,
                "a crawl delay of 0 has no effect; leave it out, or write seconds such as 2",
            )),
            Ok(_) => Ok(Self::CrawlDelay { seconds: seconds.into() }),
            Err(_) => Err(Error::invalid(
                Input::CrawlDelay,
                seconds,
                "is not a number of seconds; write one such as 2 or 0.5",
            )),
        }
    }

    /// Content Signals, such as `search=yes, ai-train=no`.
    pub fn content_signal(signal: &str) -> Result<Self, Error> {
        let signal = line(Input::ContentSignal, signal)?;
        let is_known = |pair: &str| {
            let key = pair.split_once('=').map(|(key, _)| key.trim().to_ascii_lowercase());
            key.is_some_and(|key| SIGNALS.contains(&&*key))
        };
        let are_known = signal.split([',', ' ']).filter(|pair| !pair.is_empty()).all(is_known);
        match ContentSignal::parse(signal.as_bytes()) {
            (_, None) if are_known => Ok(Self::ContentSignal { signal }),
            _ => Err(Error::invalid(
                Input::ContentSignal,
                &signal,
                "cannot be read; write it as search=yes, ai-input=no, ai-train=no",
            )),
        }
    }

    /// Content usage, such as `train-ai=n` or `/blog/ train-ai=n`.
    pub fn content_usage(usage: &str) -> Result<Self, Error> {
        let usage = line(Input::ContentUsage, usage)?;
        let dictionary =
            if usage.starts_with('/') { usage.split_once(' ') } else { Some(("", &*usage)) };
        let is_plain = dictionary.is_some_and(|(_, pairs)| {
            let mut values =
                pairs.split(',').map(|pair| pair.split_once('=').map(|(_, value)| value.trim()));
            values.all(|value| matches!(value, Some("y" | "n")))
        });
        match Value::parse(Field::ContentUsage, usage.as_bytes()) {
            Ok(_) if is_plain => Ok(Self::ContentUsage { usage }),
            _ => Err(Error::invalid(
                Input::ContentUsage,
                &usage,
                "cannot be read; write it as train-ai=n, or /path/ train-ai=n",
            )),
        }
    }

    /// The absolute URL of a sitemap.
    pub fn sitemap(url: &str) -> Result<Self, Error> {
        absolute(Field::Sitemap, Input::Sitemap, url).map(|url| Self::Sitemap { url })
    }

    /// The absolute URL of a licence.
    pub fn license(url: &str) -> Result<Self, Error> {
        absolute(Field::License, Input::License, url).map(|url| Self::License { url })
    }
}

/// A text that can stand in a line.
fn line(input: Input, text: &str) -> Result<String, Error> {
    let text = text.trim();
    match text.chars().find(|char| char.is_control() || *char == '#') {
        Some(bad) => Err(Error::invalid(input, text, &format!("contains {bad:?}; leave it out"))),
        None => Ok(text.into()),
    }
}

fn absolute(field: Field, input: Input, url: &str) -> Result<String, Error> {
    let url = line(input, url)?;
    let is_web = ["http://", "https://", "ftp://"].iter().any(|scheme| {
        url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    let problem = match Value::parse(field, url.as_bytes()) {
        Ok(_) if is_web && !url.contains(' ') => return Ok(url),
        Err(InvalidValue::Relative) if url.starts_with('/') => {
            format!("is relative; write it with scheme and host, such as https://example.com{url}")
        }
        _ => format!("is not a URL; write one such as https://example.com/{}.xml", input.noun()),
    };
    Err(Error::invalid(input, &url, &problem))
}
