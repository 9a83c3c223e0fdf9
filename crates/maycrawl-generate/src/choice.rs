//! What somebody wants: of whom, what, and where it was said.

use std::fmt;
use std::time::Duration;

use maycrawl::{
    lines::Field,
    preferences::ContentSignal,
    robots::RuleKind,
    terms::{InvalidValue, Value},
};
use maycrawl_crawlers::Purpose;

use crate::error::Error;
use crate::path::PathRule;

/// One thing that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Of whom.
    pub who: Who,
    /// What.
    pub what: What,
    /// Where it was said, for messages: `--block GPTBot`.
    pub said: String,
    /// Why, for the comment above it.
    pub because: Option<String>,
}

impl Choice {
    /// A choice without a reason.
    pub fn new(who: Who, what: What, said: impl Into<String>) -> Self {
        Self { who, what, said: said.into(), because: None }
    }
}

/// Of whom something is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Every crawler.
    Everyone,
    /// The crawlers of a purpose.
    Purpose(Purpose),
    /// The crawlers of an operator.
    Operator(String),
    /// Several crawlers that go by one name.
    Listed {
        /// What they have in common, for comments.
        name: String,
        /// Their product tokens.
        tokens: Vec<String>,
    },
    /// One crawler, by its product token.
    Token(String),
}

impl Who {
    /// Reads `*`, a product token, `purpose:NAME` or `operator:NAME`.
    ///
    /// ```
    /// use maycrawl_generate::Who;
    ///
    /// assert_eq!(Who::parse("*")?, Who::Everyone);
    /// assert_eq!(Who::parse("purpose:ai-training")?.to_string(), "purpose:ai-training");
    /// assert!(Who::parse("purpose:ai").unwrap_err().message().contains("ai-training"));
    /// # Ok::<(), maycrawl_generate::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        let after = |prefix: &str| {
            let (start, rest) = text.split_once(':')?;
            start.trim().eq_ignore_ascii_case(prefix).then(|| rest.trim())
        };
        if let Some(name) = after("purpose") {
            let name = name.to_ascii_lowercase();
            let name = name.as_str();
            return Purpose::named(name).map(Self::Purpose).ok_or_else(|| {
                let names: Vec<_> = Purpose::ALL.iter().map(|purpose| purpose.name()).collect();
                Error::new(format!("no purpose is called {name:?}; it may be {}", names.join(", ")))
            });
        }
        if let Some(name) = after("operator") {
            return Ok(Self::Operator(name.into()));
        }
        if let Some(bad) = text.chars().find(|char| char.is_control() || *char == '#') {
            return Err(Error::new(format!("the token {text:?} holds {bad:?}; leave it out")));
        }
        Ok(match text {
            "*" => Self::Everyone,
            "" => {
                return Err(Error::new(
                    "the token is empty; write a product token such as GPTBot, or * for everyone",
                ));
            }
            token => Self::Token(token.into()),
        })
    }

    /// How much it outweighs: one crawler more than several, these more than all.
    pub(crate) const fn weight(&self) -> u8 {
        match self {
            Self::Everyone => 0,
            Self::Purpose(_) | Self::Operator(_) | Self::Listed { .. } => 1,
            Self::Token(_) => 2,
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everyone => f.write_str("*"),
            Self::Purpose(purpose) => write!(f, "purpose:{}", purpose.name()),
            Self::Operator(operator) => write!(f, "operator:{operator}"),
            Self::Listed { name, .. } => f.write_str(name),
            Self::Token(token) => f.write_str(token),
        }
    }
}

/// The uses that content signals speak of.
const SIGNALS: [&str; 4] = ["search", "ai-input", "ai-train", "use"];

/// What is wanted. The values are checked by the functions that make them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// It may fetch nothing, except where a rule of its own allows.
    Block,
    /// It may fetch everything, except where a rule forbids.
    Allow,
    /// A path that it may or may not fetch.
    Rule(PathRule),
    /// How long it waits between requests: seconds, as written.
    CrawlDelay(String),
    /// What may be done with pages, in the words of Content Signals.
    ContentSignal(String),
    /// The same in the words of the IETF's draft; may begin with a path.
    ContentUsage(String),
    /// Where a sitemap lies. For all, whoever it is said of.
    Sitemap(String),
    /// Where a licence lies (RSL). For all, whoever it is said of.
    License(String),
}

impl What {
    /// A path that may not be fetched; of everything, [`What::Block`].
    pub fn disallow(path: &str) -> Result<Self, Error> {
        let rule = PathRule::new(RuleKind::Disallow, path)?;
        Ok(if rule.is_everything() { Self::Block } else { Self::Rule(rule) })
    }

    /// A path that may be fetched; of everything, [`What::Allow`].
    pub fn allow(path: &str) -> Result<Self, Error> {
        let rule = PathRule::new(RuleKind::Allow, path)?;
        Ok(if rule.is_everything() { Self::Allow } else { Self::Rule(rule) })
    }

    /// Seconds between requests.
    pub fn crawl_delay(seconds: &str) -> Result<Self, Error> {
        let seconds = seconds.trim();
        match Value::parse(Field::CrawlDelay, seconds.as_bytes()) {
            Ok(Value::CrawlDelay(Duration::ZERO)) => Err(Error::new(
                "a crawl delay of 0 means nothing; leave it out, or write seconds such as 2",
            )),
            Ok(_) => Ok(Self::CrawlDelay(seconds.into())),
            Err(_) => Err(Error::new(format!(
                "the crawl delay {seconds:?} is not a number of seconds; write one such as 2 or 0.5"
            ))),
        }
    }

    /// Content Signals, such as `search=yes, ai-train=no`.
    pub fn content_signal(signal: &str) -> Result<Self, Error> {
        let signal = line("content signal", signal)?;
        let is_known = |pair: &str| {
            let key = pair.split_once('=').map(|(key, _)| key.trim().to_ascii_lowercase());
            key.is_some_and(|key| SIGNALS.contains(&&*key))
        };
        let are_known = signal.split([',', ' ']).filter(|pair| !pair.is_empty()).all(is_known);
        match ContentSignal::parse(signal.as_bytes()) {
            (_, None) if are_known => Ok(Self::ContentSignal(signal)),
            _ => Err(Error::new(format!(
                "the content signal {signal:?} cannot be read; write it as search=yes, ai-input=no, ai-train=no"
            ))),
        }
    }

    /// Content usage, such as `train-ai=n` or `/blog/ train-ai=n`.
    pub fn content_usage(usage: &str) -> Result<Self, Error> {
        let usage = line("content usage", usage)?;
        let dictionary =
            if usage.starts_with('/') { usage.split_once(' ') } else { Some(("", &*usage)) };
        let is_plain = dictionary.is_some_and(|(_, pairs)| {
            let mut values =
                pairs.split(',').map(|pair| pair.split_once('=').map(|(_, value)| value.trim()));
            values.all(|value| matches!(value, Some("y" | "n")))
        });
        match Value::parse(Field::ContentUsage, usage.as_bytes()) {
            Ok(_) if is_plain => Ok(Self::ContentUsage(usage)),
            _ => Err(Error::new(format!(
                "the content usage {usage:?} cannot be read; write it as train-ai=n, or /path/ train-ai=n"
            ))),
        }
    }

    /// Where a sitemap lies: an absolute URL.
    pub fn sitemap(url: &str) -> Result<Self, Error> {
        absolute(Field::Sitemap, "sitemap", url).map(Self::Sitemap)
    }

    /// Where a licence lies: an absolute URL.
    pub fn license(url: &str) -> Result<Self, Error> {
        absolute(Field::License, "licence", url).map(Self::License)
    }
}

/// A text that can stand on a line of its own.
fn line(what: &str, text: &str) -> Result<String, Error> {
    let text = text.trim();
    match text.chars().find(|char| char.is_control() || *char == '#') {
        Some(bad) => Err(Error::new(format!("the {what} {text:?} holds {bad:?}; leave it out"))),
        None => Ok(text.into()),
    }
}

fn absolute(field: Field, what: &str, url: &str) -> Result<String, Error> {
    let url = line(what, url)?;
    let is_web = ["http://", "https://", "ftp://"].iter().any(|scheme| {
        url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    match Value::parse(field, url.as_bytes()) {
        Ok(_) if is_web && !url.contains(' ') => Ok(url),
        Err(InvalidValue::Relative) if url.starts_with('/') => Err(Error::new(format!(
            "the {what} {url:?} is relative; write it with scheme and host, such as https://example.com{url}"
        ))),
        _ => Err(Error::new(format!(
            "the {what} {url:?} is not a URL; write one such as https://example.com/{what}.xml"
        ))),
    }
}
