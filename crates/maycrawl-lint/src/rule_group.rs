//! The groups of rules.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, ErrorKind};

/// What a rule is about; the first word of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RuleGroup {
    /// The answer of the server.
    Access,
    /// `User-agent` lines.
    Agent,
    /// Crawl delays.
    Delay,
    /// Fields that few crawlers read.
    Directive,
    /// The encoding of the file.
    Encoding,
    /// Groups.
    Group,
    /// Paths of rules.
    Path,
    /// Rules beside other rules.
    Rule,
    /// Preferences and licences.
    Signal,
    /// Sitemaps.
    Sitemap,
    /// The form of lines.
    Syntax,
}

impl RuleGroup {
    /// Every group, by name.
    pub const ALL: [Self; 11] = [
        Self::Access,
        Self::Agent,
        Self::Delay,
        Self::Directive,
        Self::Encoding,
        Self::Group,
        Self::Path,
        Self::Rule,
        Self::Signal,
        Self::Sitemap,
        Self::Syntax,
    ];

    /// The stable name of the group.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Access => "access",
            Self::Agent => "agent",
            Self::Delay => "delay",
            Self::Directive => "directive",
            Self::Encoding => "encoding",
            Self::Group => "group",
            Self::Path => "path",
            Self::Rule => "rule",
            Self::Signal => "signal",
            Self::Sitemap => "sitemap",
            Self::Syntax => "syntax",
        }
    }
}

/// Reads what [`RuleGroup::as_str`] writes.
impl FromStr for RuleGroup {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|group| group.as_str() == name);
        found.ok_or_else(|| Error::new(ErrorKind::UnknownGroup, name))
    }
}

impl fmt::Display for RuleGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
