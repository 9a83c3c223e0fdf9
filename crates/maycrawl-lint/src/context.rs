//! What the linter knows beside the file.

use maycrawl::{UrlPath, access::Evidence};
use maycrawl_crawlers::Catalogue;

/// What the linter knows beside the file.
#[derive(Clone, Copy, Debug)]
pub struct LintContext<'a> {
    /// The known crawlers.
    pub catalogue: &'a Catalogue,
    /// The outcome of the request for the file, if it was fetched.
    pub evidence: Option<&'a Evidence>,
    /// URLs of the site; path rules are tried on them.
    pub urls: &'a [UrlPath<'a>],
    /// Tokens of the user's own crawlers, which no rule reports as unknown.
    pub agents: &'a [String],
}

impl Default for LintContext<'_> {
    fn default() -> Self {
        Self { catalogue: Catalogue::built_in(), evidence: None, urls: &[], agents: &[] }
    }
}
