//! A URL that is asked about, read once.

use maycrawl::{Dialect, UrlPath, dialect::UrlForm};
use maycrawl_url::{Error, Origin};

use crate::urls::target;

/// A URL that is asked about, read once for all agents.
pub(crate) struct Question<'u> {
    /// What rules see of it; its text is the URL.
    pub(crate) path: UrlPath<'u>,
    /// Whether the file governs it.
    pub(crate) is_in_scope: bool,
}

impl<'u> Question<'u> {
    /// Reads a path, or a URL that some robots.txt governs. A dialect that takes URLs as
    /// they are given takes any text.
    ///
    /// Where the origin of the file is known, URLs of others are out of scope.
    pub(crate) fn parse(
        url: &'u [u8],
        dialect: &Dialect,
        origin: Option<&Origin>,
    ) -> Result<Self, Error> {
        let is_any_text = dialect.paths.normalise == UrlForm::Parser;
        let is_in_scope = if url.starts_with(b"/") || (is_any_text && origin.is_none()) {
            true
        } else {
            match target(url) {
                Ok(target) => origin.is_none_or(|origin| target.origin() == origin),
                Err(_) if is_any_text => false,
                Err(error) => return Err(error),
            }
        };
        Ok(Self { path: UrlPath::parse(url, dialect), is_in_scope })
    }

    /// The URL as it is asked about.
    pub(crate) fn url(&self) -> &[u8] {
        self.path.text()
    }
}
