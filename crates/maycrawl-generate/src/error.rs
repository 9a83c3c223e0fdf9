//! Why there is no plan, and why a file cannot be added to.

use std::fmt;

use maycrawl::content::ContentKind;

/// What is wrong with a choice, or which two contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
}

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }

    /// What is wrong, and what to do.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// Why a file cannot be made to say what a plan means by adding to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotMerge {
    /// The line that stands in the way, if one does.
    pub line: Option<u32>,
    /// What stands in the way, and what to do.
    pub message: String,
    /// Whether the file is no robots.txt at all.
    pub is_no_robots_txt: bool,
}

impl CannotMerge {
    pub(crate) fn because(message: impl Into<String>) -> Self {
        Self { line: None, message: message.into(), is_no_robots_txt: false }
    }

    pub(crate) fn at(line: u32, message: impl Into<String>) -> Self {
        Self { line: Some(line), ..Self::because(message) }
    }

    pub(crate) fn no_robots_txt(content: ContentKind) -> Self {
        let what = match content {
            ContentKind::Utf16 => {
                "it is UTF-16, which crawlers do not read; save it as UTF-8 first"
            }
            _ => "it is a web page, not a robots.txt; check what the server answers",
        };
        Self { is_no_robots_txt: true, ..Self::because(what) }
    }
}

impl fmt::Display for CannotMerge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for CannotMerge {}
