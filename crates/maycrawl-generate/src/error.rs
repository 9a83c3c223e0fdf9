//! Why choices make no plan.

use std::fmt;

/// Why choices make no plan: a value that cannot be written into a robots.txt,
/// or choices that contradict each other.
///
/// Displayed, it says what is wrong and what to do.
///
/// ```
/// use maycrawl_generate::{Audience, ErrorKind};
///
/// let error = "operator".parse::<Audience>().and_then(|_| "purpose:ai".parse::<Audience>());
/// let error = error.unwrap_err();
/// assert_eq!(error.kind(), &ErrorKind::UnknownPurpose { name: "ai".into() });
/// assert!(error.to_string().starts_with("no purpose is called \"ai\"; write one of "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: Box<ErrorKind>,
    message: String,
}

/// What is wrong with choices.
///
/// New kinds may be added.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There are no choices.
    NoChoices,
    /// A value that cannot be written into a robots.txt, or would not do what it
    /// seems to.
    InvalidValue {
        /// What the value should be.
        input: Input,
        /// The value.
        value: String,
    },
    /// No purpose has this name.
    UnknownPurpose {
        /// The name.
        name: String,
    },
    /// The catalogue knows no operator of this name.
    UnknownOperator {
        /// The name.
        name: String,
        /// An operator with a similar name.
        suggestion: Option<String>,
    },
    /// The catalogue does not know this product token, but knows a similar one.
    /// [`Plan::with_any_token`](crate::Plan::with_any_token) takes it as it is.
    UnknownToken {
        /// The token.
        token: String,
        /// What was probably meant.
        suggestion: String,
    },
    /// No preset has this name.
    UnknownPreset {
        /// The name.
        name: String,
        /// A preset with a similar name.
        suggestion: Option<&'static str>,
    },
    /// Two choices of equal weight contradict each other.
    Contradiction {
        /// The product token, or `*`.
        agent: String,
        /// Where the two choices come from.
        sources: [String; 2],
    },
    /// A rule that never decides, because another beats it wherever it matches.
    RuleWithoutEffect {
        /// The rule, as a line.
        rule: String,
        /// The rule that beats it.
        winner: String,
        /// Where the two come from.
        sources: [String; 2],
    },
    /// One crawler has more path rules than crawlers read.
    TooManyRules {
        /// The product token, or `*`.
        agent: String,
        /// How many it may have.
        limit: usize,
    },
    /// Many parsers read two tokens as the same name, and their groups differ.
    IndistinctTokens {
        /// Both tokens.
        tokens: [String; 2],
        /// What such parsers read of them.
        prefix: String,
    },
    /// A rule keeps all crawlers from a sitemap.
    BlockedSitemap {
        /// The rule, as a line.
        rule: String,
        /// The URL of the sitemap.
        url: String,
        /// Its path, which an allow rule could open.
        path: String,
    },
}

/// What a value should be.
///
/// New kinds may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Input {
    /// A product token.
    Token,
    /// The path of a rule.
    Path,
    /// Seconds between requests.
    CrawlDelay,
    /// Content Signals.
    ContentSignal,
    /// Content usage.
    ContentUsage,
    /// The URL of a sitemap.
    Sitemap,
    /// The URL of a licence.
    License,
    /// The value of a preset.
    Preset,
}

impl Input {
    /// What to call it in a sentence.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Token => "token",
            Self::Path => "path",
            Self::CrawlDelay => "crawl delay",
            Self::ContentSignal => "content signal",
            Self::ContentUsage => "content usage",
            Self::Sitemap => "sitemap",
            Self::License => "licence",
            Self::Preset => "preset",
        }
    }
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind: Box::new(kind), message: message.into() }
    }

    /// That a value cannot be used, with a sentence of its own.
    pub(crate) fn value(input: Input, value: &str, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidValue { input, value: value.into() }, message)
    }

    /// That a value cannot be used: `the path "a" does not begin with /; write /a`.
    pub(crate) fn invalid(input: Input, value: &str, problem: &str) -> Self {
        Self::value(input, value, format!("the {} {value:?} {problem}", input.noun()))
    }

    /// What is wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
