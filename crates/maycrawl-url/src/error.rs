//! Why a text is no URL that a robots.txt could govern.

use std::fmt;

use url::ParseError;

/// Why a text is no URL that a robots.txt could govern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is no absolute URL: it has no scheme.
    NotAbsolute,
    /// The host is none: empty, not valid by UTS-46, or a malformed address.
    Host,
    /// The port is no number or above 65535.
    Port,
    /// A URL without a host, or of a scheme other than http, https and ftp: no
    /// robots.txt governs it.
    Ungoverned,
    /// The URL is not of a robots.txt: its path is not exactly `/robots.txt`.
    NotRobotsTxt,
    /// The text is malformed in some other way.
    Malformed,
}

impl Error {
    pub(crate) const fn new(kind: ErrorKind) -> Self {
        Self { kind }
    }

    /// What went wrong.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Self::new(match error {
            ParseError::RelativeUrlWithoutBase | ParseError::RelativeUrlWithCannotBeABaseBase => {
                ErrorKind::NotAbsolute
            }
            ParseError::EmptyHost
            | ParseError::IdnaError
            | ParseError::InvalidIpv4Address
            | ParseError::InvalidIpv6Address
            | ParseError::InvalidDomainCharacter => ErrorKind::Host,
            ParseError::InvalidPort => ErrorKind::Port,
            _ => ErrorKind::Malformed,
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            ErrorKind::NotAbsolute => "not an absolute URL: it has no scheme such as https://",
            ErrorKind::Host => "the host of the URL is not valid",
            ErrorKind::Port => "the port of the URL is not valid",
            ErrorKind::Ungoverned => {
                "no robots.txt applies to this URL: it is not an http, https or ftp URL"
            }
            ErrorKind::NotRobotsTxt => "not the URL of a robots.txt: its path is not /robots.txt",
            ErrorKind::Malformed => "not a valid URL",
        })
    }
}

impl std::error::Error for Error {}
