//! What a person should know about a file to which a plan was added.

use std::fmt;

/// What a person should know about a file to which a plan was added.
///
/// Displayed, it is one sentence. New kinds may be added.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeNote {
    /// Crawlers read no line of the file.
    UnreadFile,
    /// The file names a crawler, and gets a second group for it.
    SecondGroup {
        /// The crawler, or `*`.
        agent: String,
        /// The line that names it.
        line: u32,
    },
    /// A rule of the file takes a part of what a rule of the plan means.
    RuleStillCounts {
        /// The crawler, or `*`.
        agent: String,
        /// The line of the rule.
        line: u32,
        /// The rule of the file.
        rule: String,
        /// The rule of the plan.
        wanted: String,
    },
}

impl fmt::Display for MergeNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnreadFile => {
                f.write_str("it contains no line that crawlers read; check that it is a robots.txt")
            }
            Self::SecondGroup { agent, line } => write!(
                f,
                "line {line} names {agent} already; the file now contains a second group for it, \
                and crawlers combine the two"
            ),
            Self::RuleStillCounts { agent, line, rule, wanted } => {
                write!(
                    f,
                    "line {line}: {rule} in the group for {agent} still decides for some URLs that \
                    {wanted} matches"
                )
            }
        }
    }
}
