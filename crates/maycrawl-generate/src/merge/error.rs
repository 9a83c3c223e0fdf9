//! Why a plan cannot be added to a file.

use std::fmt;

use maycrawl::lines::Field;

use crate::error::{Error, ErrorKind};

/// Why a plan cannot be added to the end of a file.
///
/// Displayed, it says what stands in the way and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeError {
    line: Option<u32>,
    kind: Box<MergeErrorKind>,
    message: String,
}

/// What stands in the way of a plan.
///
/// New kinds may be added.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeErrorKind {
    /// The file is no robots.txt: a web page, or UTF-16.
    NotRobotsTxt,
    /// The plan contradicts itself together with what the file says to all.
    Plan(ErrorKind),
    /// A group of the file forbids a crawler something that the plan opens to it.
    ForbiddenPath {
        /// The crawler, or `*`.
        agent: String,
        /// The path that is forbidden.
        path: String,
    },
    /// A rule of the file beats one of the plan wherever that is added.
    OpposedRule {
        /// The crawler, or `*`.
        agent: String,
        /// The rule of the file, as a line.
        rule: String,
        /// The rule of the plan.
        wanted: String,
    },
    /// A group of the file has another value than the plan.
    OtherValue {
        /// The crawler, or `*`.
        agent: String,
        /// The field, such as `Crawl-delay`.
        field: Field,
        /// The value in the file.
        value: String,
        /// The value of the plan.
        wanted: String,
    },
    /// Crawlers would not read the file to its end.
    TooLong {
        /// The size that it would have, in bytes.
        size: usize,
        /// How many bytes are read.
        limit: u32,
        /// By crawlers that read it in this dialect.
        dialect: &'static str,
    },
    /// New groups would have to repeat too many rules that all crawlers obey.
    TooManyRules {
        /// How many.
        rules: usize,
    },
    /// The file names too many crawlers to tell each what is for everyone.
    TooManyAgents {
        /// How many.
        agents: usize,
    },
    /// The file would be read in another way than before.
    OtherGroups {
        /// In this dialect.
        dialect: &'static str,
    },
}

impl MergeError {
    pub(super) fn new(kind: MergeErrorKind, message: impl Into<String>) -> Self {
        Self { line: None, kind: Box::new(kind), message: message.into() }
    }

    pub(super) fn at(line: u32, kind: MergeErrorKind, message: impl Into<String>) -> Self {
        Self { line: Some(line), ..Self::new(kind, message) }
    }

    /// What stands in the way.
    pub fn kind(&self) -> &MergeErrorKind {
        &self.kind
    }

    /// The line of the file that stands in the way, counted from 1, if one does.
    pub fn line(&self) -> Option<u32> {
        self.line
    }
}

impl From<Error> for MergeError {
    fn from(error: Error) -> Self {
        Self::new(MergeErrorKind::Plan(error.kind().clone()), error.to_string())
    }
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for MergeError {}
