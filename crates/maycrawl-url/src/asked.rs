//! A URL that crawlers ask about, read once for all of them.

use std::borrow::Cow;

use maycrawl::dialect::{Preset, UrlForm};
use maycrawl::{Dialect, UrlPath};

use crate::error::Error;
use crate::origin::Origin;
use crate::target::Target;

/// A URL or a path that crawlers ask about, read once for all of them.
///
/// ```
/// use maycrawl::Dialect;
/// use maycrawl_url::AskedUrl;
///
/// let asked = AskedUrl::parse(b"https://shop.example/a?b", &[Dialect::GOOGLE], None)?;
/// assert_eq!(asked.path(&Dialect::GOOGLE).as_bytes(), b"/a?b");
///
/// let other = "https://other.example".parse()?;
/// let asked = AskedUrl::parse(b"https://shop.example/a", &[Dialect::GOOGLE], Some(&other))?;
/// assert!(!asked.is_in_scope());
/// # Ok::<(), maycrawl_url::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct AskedUrl<'u> {
    paths: UrlPaths<'u>,
    is_in_scope: bool,
}

impl<'u> AskedUrl<'u> {
    /// Reads a URL that is asked about in these dialects. With an origin, other origins are out of
    /// scope; a path is always in scope.
    ///
    /// It is an error if the text is neither a path nor a URL, unless all dialects take any text.
    pub fn parse(
        url: &'u [u8],
        dialects: &[Dialect],
        origin: Option<&Origin>,
    ) -> Result<Self, Error> {
        let takes_any = takes_any_text(dialects);
        let is_in_scope = if url.starts_with(b"/") || (takes_any && origin.is_none()) {
            true
        } else {
            match Target::from_bytes(url) {
                Ok(target) => origin.is_none_or(|origin| target.origin() == origin),
                Err(_) if takes_any => false,
                Err(error) => return Err(error),
            }
        };
        Ok(Self { paths: UrlPaths::parse(url, dialects), is_in_scope })
    }

    /// The text as it was given.
    pub fn url(&self) -> &[u8] {
        self.paths.first.text()
    }

    /// What the rules of a dialect see of it.
    pub fn path(&self, dialect: &Dialect) -> &UrlPath<'u> {
        self.paths.of(dialect)
    }

    /// Whether the origin governs it.
    pub const fn is_in_scope(&self) -> bool {
        self.is_in_scope
    }
}

/// Whether all these dialects take URLs as they are given, so that any text is one.
pub fn takes_any_text(dialects: &[Dialect]) -> bool {
    dialects.iter().all(|dialect| dialect.paths.normalise == UrlForm::Parser)
}

/// A URL without a scheme, such as `//example.com/a`, with https; others as they are. What
/// follows `//` is a host if it contains a dot or a port; a path may begin with `//` too.
///
/// ```
/// use maycrawl_url::with_https;
///
/// assert_eq!(*with_https(b"//shop.example/a"), *b"https://shop.example/a");
/// assert_eq!(*with_https(b"//shop/a"), *b"//shop/a");
/// assert_eq!(*with_https(b"/a"), *b"/a");
/// ```
pub fn with_https(url: &[u8]) -> Cow<'_, [u8]> {
    if begins_with_host(url) {
        return Cow::Owned([b"https:", url].concat());
    }
    Cow::Borrowed(url)
}

/// Whether `//` and a host stand at the beginning.
fn begins_with_host(url: &[u8]) -> bool {
    let Some(rest) = url.strip_prefix(b"//") else { return false };
    let host = rest.split(|byte| b"/?#".contains(byte)).next().unwrap_or_default();
    host.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'[')
        && host.iter().any(|byte| b".:".contains(byte))
}

/// Completes `//host/path` with the scheme of the file's origin, or https if that is not known.
/// Dialects that take URLs as they are given know it themselves.
pub fn with_scheme<'u>(
    url: &'u [u8],
    origin: Option<&Origin>,
    dialects: &[Dialect],
) -> Cow<'u, [u8]> {
    match origin {
        Some(origin) if begins_with_host(url) => {
            Cow::Owned([origin.scheme().as_bytes(), b":", url].concat())
        }
        None if !takes_any_text(dialects) => with_https(url),
        _ => Cow::Borrowed(url),
    }
}

/// What rules see of a URL, in each form in which dialects compare URLs. Most have the same.
#[derive(Clone, Debug)]
pub struct UrlPaths<'u> {
    first: UrlPath<'u>,
    others: Vec<(UrlForm, UrlPath<'u>)>,
}

impl<'u> UrlPaths<'u> {
    /// Reads a URL or a path as these dialects do.
    pub fn parse(url: &'u [u8], dialects: &[Dialect]) -> Self {
        let (first, more) = dialects.split_first().unwrap_or((&Preset::DEFAULT.dialect, &[]));
        let mut others: Vec<(UrlForm, UrlPath<'u>)> = Vec::new();
        for dialect in more {
            let form = dialect.paths.normalise;
            if form != first.paths.normalise && others.iter().all(|(known, _)| *known != form) {
                others.push((form, UrlPath::parse(url, dialect)));
            }
        }
        Self { first: UrlPath::parse(url, first), others }
    }

    /// What a dialect sees. Of one that was not asked for, the first; rules read it anew.
    pub fn of(&self, dialect: &Dialect) -> &UrlPath<'u> {
        let other = self.others.iter().find(|(form, _)| *form == dialect.paths.normalise);
        other.map_or(&self.first, |(_, path)| path)
    }
}
