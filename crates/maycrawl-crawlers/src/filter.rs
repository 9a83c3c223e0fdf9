//! Some crawlers of many.

use crate::crawler::{Crawler, Purpose};

/// Some crawlers of many: what is empty lets all pass.
///
/// ```
/// use maycrawl_crawlers::{Catalogue, CrawlerFilter};
///
/// let mut filter = CrawlerFilter::default();
/// filter.texts = vec!["gptbot".into()];
/// let mut crawlers: Vec<_> = Catalogue::built_in().crawlers().iter().collect();
/// filter.apply(&mut crawlers);
/// assert_eq!(crawlers.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CrawlerFilter {
    /// The token or the operator contains one of these, in any case.
    pub texts: Vec<String>,
    /// The crawler has one of these purposes.
    pub purposes: Vec<Purpose>,
    /// One of these runs the crawler, in any case of letters.
    pub operators: Vec<String>,
}

impl CrawlerFilter {
    /// Removes the other crawlers.
    pub fn apply(&self, crawlers: &mut Vec<&Crawler>) {
        let Self { texts, purposes, operators } = self;
        if !purposes.is_empty() {
            crawlers.retain(|crawler| purposes.iter().any(|purpose| crawler.is_for(*purpose)));
        }
        if !texts.is_empty() {
            crawlers.retain(|crawler| texts.iter().any(|text| crawler.is_like(text)));
        }
        if !operators.is_empty() {
            let is_run_by = |crawler: &Crawler, operator: &String| {
                crawler.operator().eq_ignore_ascii_case(operator)
            };
            crawlers.retain(|crawler| operators.iter().any(|one| is_run_by(crawler, one)));
        }
    }
}
