//! Answers before they are explained, which few formats need.

use maycrawl::{Dialect, Rules, UrlPath, Verdict, access::Timestamp};
use maycrawl_report::Answer;
use maycrawl_url::Origin;

/// An answer that is explained only where somebody reads that.
pub(crate) enum UnexplainedAnswer<'a> {
    /// Rules decide.
    Decided {
        rules: &'a Rules,
        path: &'a UrlPath<'a>,
        verdict: Verdict,
        /// The site that was asked for the rules.
        origin: Option<&'a Origin>,
    },
    /// Something else does, and is explained already.
    Other(Answer),
}

impl UnexplainedAnswer<'_> {
    pub(crate) fn is_allowed(&self) -> bool {
        match self {
            Self::Decided { verdict, .. } => verdict.is_allowed(),
            Self::Other(answer) => answer.is_allowed(),
        }
    }

    /// `allow`, `disallow`, `later`, `out-of-scope` or `unasked`.
    pub(crate) fn verdict_name(&self) -> &'static str {
        match self {
            Self::Decided { verdict, .. } if verdict.is_allowed() => "allow",
            Self::Decided { .. } => "disallow",
            Self::Other(answer) => answer.verdict_name(),
        }
    }

    /// The dialect in which the file was read.
    pub(crate) fn dialect(&self) -> &Dialect {
        match self {
            Self::Decided { rules, .. } => rules.dialect(),
            Self::Other(answer) => &answer.dialect,
        }
    }

    /// When to ask again, if the answer is `later`.
    pub(crate) fn retry_at(&self) -> Option<Timestamp> {
        match self {
            Self::Decided { .. } => None,
            Self::Other(answer) => answer.retry_at(),
        }
    }

    /// All that people want to know of it.
    pub(crate) fn explained(self) -> Answer {
        match self {
            Self::Decided { rules, path, origin, .. } => {
                let robots_url = origin.map(Origin::robots_url);
                Answer { robots_url, ..Answer::explain(rules, path) }
            }
            Self::Other(answer) => answer,
        }
    }
}
