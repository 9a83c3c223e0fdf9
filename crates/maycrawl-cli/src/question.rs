//! A URL that is asked about, read once.

use maycrawl::{Dialect, UrlPath, dialect::UrlForm};
use maycrawl_url::{Error, Origin};

use crate::urls::target;

/// A URL that is asked about, read once for all agents.
pub(crate) struct Question<'u> {
    /// What rules see of it.
    pub(crate) paths: UrlPaths<'u>,
    /// Whether the file governs it.
    pub(crate) is_in_scope: bool,
}

impl<'u> Question<'u> {
    /// Reads a path, or a URL that some robots.txt governs. Dialects that take URLs as
    /// they are given take any text.
    ///
    /// Where the origin of the file is known, URLs of others are out of scope.
    pub(crate) fn parse(
        url: &'u [u8],
        dialects: &[Dialect],
        origin: Option<&Origin>,
    ) -> Result<Self, Error> {
        let is_any_text = is_any_text(dialects);
        let is_in_scope = if url.starts_with(b"/") || (is_any_text && origin.is_none()) {
            true
        } else {
            match target(url) {
                Ok(target) => origin.is_none_or(|origin| target.origin() == origin),
                Err(_) if is_any_text => false,
                Err(error) => return Err(error),
            }
        };
        Ok(Self { paths: UrlPaths::parse(url, dialects), is_in_scope })
    }

    /// The URL as it is asked about.
    pub(crate) fn url(&self) -> &[u8] {
        self.paths.first.text()
    }
}

/// Whether all dialects take URLs as they are given.
pub(crate) fn is_any_text(dialects: &[Dialect]) -> bool {
    dialects.iter().all(|dialect| dialect.paths.normalise == UrlForm::Parser)
}

/// What rules see of a URL, in each form in which dialects compare URLs. Most have the same.
pub(crate) struct UrlPaths<'u> {
    first: UrlPath<'u>,
    others: Vec<(UrlForm, UrlPath<'u>)>,
}

impl<'u> UrlPaths<'u> {
    /// Reads a URL or path, once for each form.
    pub(crate) fn parse(url: &'u [u8], dialects: &[Dialect]) -> Self {
        let (first, more) = dialects.split_first().unwrap_or((&Dialect::GOOGLE, &[]));
        let mut others: Vec<(UrlForm, UrlPath<'u>)> = Vec::new();
        for dialect in more {
            let form = dialect.paths.normalise;
            if form != first.paths.normalise && others.iter().all(|(known, _)| *known != form) {
                others.push((form, UrlPath::parse(url, dialect)));
            }
        }
        Self { first: UrlPath::parse(url, first), others }
    }

    /// The path in the form of a dialect, which must be one of those.
    pub(crate) fn of(&self, dialect: &Dialect) -> &UrlPath<'u> {
        let other = self.others.iter().find(|(form, _)| *form == dialect.paths.normalise);
        other.map_or(&self.first, |(_, path)| path)
    }
}
