//! Files that no command rewrites.

use std::fmt;

use maycrawl::content::ContentKind;

/// Why a file is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// It is a web page.
    Html,
    /// It is UTF-16.
    Utf16,
    /// It is not text: it begins as an image or an archive does, or is full of control characters.
    Binary,
    /// It contains NUL bytes, after which parsers read differently.
    Nul,
    /// It is larger than all that crawlers read.
    TooLarge,
    /// No other form of it could be proved to have the same meaning.
    Unproved,
}

impl Refusal {
    /// Why a file must not be rewritten, if it is no text that a robots.txt could be.
    pub(crate) fn of(source: &[u8]) -> Option<Self> {
        match ContentKind::sniff(source) {
            ContentKind::Html => Some(Self::Html),
            ContentKind::Utf16 => Some(Self::Utf16),
            ContentKind::Binary => Some(Self::Binary),
            ContentKind::Text => memchr::memchr(0, source).map(|_| Self::Nul),
        }
    }
}

impl fmt::Display for Refusal {
    /// The reason, as the end of a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Html => "it is a web page, not a robots.txt",
            Self::Utf16 => "it is UTF-16, in which crawlers find no rule; save it as UTF-8",
            Self::Binary => "it is binary data, not a robots.txt",
            Self::Nul => "it contains NUL bytes; if it is text, delete them first",
            Self::TooLarge => {
                "it is larger than 1 MiB, and crawlers read 512,000 bytes; shorten it first"
            }
            Self::Unproved => {
                "it could not be proved that another form has the same meaning for every crawler"
            }
        })
    }
}
