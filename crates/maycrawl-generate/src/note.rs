//! What a person should know who made choices.

use std::fmt;

/// What a person should know who made choices, and easily misses.
///
/// Displayed, it is one sentence. New kinds may be added.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// A choice is about a crawler that obeys no robots.txt, so nothing is written.
    ObeysNothing {
        /// Its product token.
        token: String,
        /// Where the choice comes from.
        source: String,
        /// Whether the choice was to keep it out of something.
        is_unwanted: bool,
    },
    /// The catalogue does not know a crawler.
    NotInCatalogue {
        /// Its product token.
        token: String,
    },
    /// A choice that blocks a purpose also blocks crawlers that are first of all for
    /// search. A choice of its own for one of them leaves it out.
    BlocksSearchEngines {
        /// Where the choice comes from.
        source: String,
        /// The product tokens of these crawlers.
        tokens: Vec<String>,
    },
    /// Parsers that follow RFC 9309 cannot read these names to their end.
    CutTokens {
        /// The names.
        tokens: Vec<String>,
    },
    /// These crawlers ignore the delay that they are given.
    IgnoresCrawlDelay {
        /// Their product tokens.
        tokens: Vec<String>,
    },
    /// Crawlers of other operators fall back to a group of the plan.
    FallsBack {
        /// Their product tokens.
        tokens: Vec<String>,
        /// The crawlers whose group they follow.
        followed: Vec<String>,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ObeysNothing { token, source, is_unwanted } => {
                let advice = if *is_unwanted {
                    "to keep it out, block it on the server"
                } else {
                    "the file contains no rules for it"
                };
                write!(f, "{token} obeys no robots.txt ({source}); {advice}")
            }
            Self::NotInCatalogue { token } => write!(
                f,
                "{token} is not in the catalogue; check that a crawler has this product token"
            ),
            Self::BlocksSearchEngines { source, tokens } => write!(
                f,
                "{source} also blocks crawlers of search engines: {}; to exempt one, allow it by \
                its token",
                tokens.join(", ")
            ),
            Self::CutTokens { tokens } => write!(
                f,
                "strict parsers stop reading a name at a digit, a dot or a space, so perhaps only \
                the crawlers themselves recognise these names: {}",
                tokens.join(", ")
            ),
            Self::IgnoresCrawlDelay { tokens } => {
                write!(f, "these ignore Crawl-delay: {}", tokens.join(", "))
            }
            Self::FallsBack { tokens, followed } => write!(
                f,
                "{} {} no group here and will follow the group for {}; write other rules for them \
                if that is not what you want",
                tokens.join(", "),
                if tokens.len() == 1 { "has" } else { "have" },
                followed.join(", ")
            ),
        }
    }
}
