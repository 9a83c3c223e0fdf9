//! A URL that a crawler may want.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use url::{Position, Url};

use crate::error::Error;
use crate::origin::Origin;

/// A URL that a crawler may want: an origin, and a path with its query.
///
/// User information and fragment are dropped: neither is sent, and no rule
/// sees them.
///
/// Two targets are equal if they are the same request: one origin, one path. A dialect
/// that takes URLs as given may still see another path in each, see [`Target::rule_path`].
///
/// ```
/// use maycrawl_url::Target;
///
/// assert_eq!(Target::parse("https://Example.com/a/../b#c")?, Target::parse("https://example.com:443/b")?);
/// # Ok::<(), maycrawl_url::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Target {
    origin: Origin,
    path: Box<str>,
    text: Box<str>,
}

impl Target {
    /// Reads an absolute URL, by the rules of the WHATWG URL standard.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let url = Url::parse(text)?;
        Ok(Self {
            origin: Origin::of(&url)?,
            path: url[Position::BeforePath..Position::AfterQuery].into(),
            text: text.into(),
        })
    }

    /// Reads a URL. Bytes that are not UTF-8 are replaced, which can only change its path.
    pub fn from_bytes(text: &[u8]) -> Result<Self, Error> {
        Self::parse(&String::from_utf8_lossy(text))
    }

    /// The origin whose robots.txt governs it.
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The path and the query, a bare `?` included, as a browser sends them.
    pub const fn path(&self) -> &str {
        &self.path
    }

    /// The path as rules of this dialect see it, taken from the text as it was
    /// given: some dialects rewrite nothing.
    pub fn rule_path(&self, dialect: &maycrawl::Dialect) -> maycrawl::UrlPath<'_> {
        maycrawl::UrlPath::parse(&*self.text, dialect)
    }
}

impl PartialEq for Target {
    fn eq(&self, other: &Self) -> bool {
        (&self.origin, &self.path) == (&other.origin, &other.path)
    }
}

impl Eq for Target {}

impl Hash for Target {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.origin.hash(state);
        self.path.hash(state);
    }
}

impl FromStr for Target {
    type Err = Error;

    fn from_str(url: &str) -> Result<Self, Error> {
        Self::parse(url)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.origin, self.path)
    }
}
