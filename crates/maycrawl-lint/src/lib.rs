//! What is wrong with a robots.txt: findings with exact spans, fixes that are
//! proved safe, a formatter and a score.
//!
//! ```
//! use maycrawl::Document;
//! use maycrawl_lint::{Known, Settings, lint};
//!
//! let document = Document::parse("User-agent: *\nDisallow: private/\n");
//! let findings = lint(&document, &Known::default(), &Settings::default());
//! assert_eq!(findings[0].rule.name, "path-no-leading-slash");
//! assert_eq!(findings[0].span.of(document.source()), b"private/");
//! ```
//!
//! Nothing panics, whatever octets a file holds. Rules reason with the algebra
//! of patterns: what they say of paths holds for every path, and where it could
//! not be decided they say nothing. Work is bounded for hostile files; past the
//! bounds, less is found.

mod changes;
mod file;
mod finding;
mod fix;
mod format;
mod ignore;
mod meaning;
mod openings;
mod position;
mod prelude;
mod repair;
mod rule;
mod rules;
mod score;
mod settings;

use maycrawl::{Document, UrlPath, access::Evidence, content::ContentKind};
use maycrawl_crawlers::Catalogue;

pub use changes::{Change, changes};
pub use finding::{Finding, Severity};
pub use fix::{Applicability, Edit, Fix, apply};
pub use format::{Formatted, format};
pub use meaning::says_the_same;
pub use openings::{OpenRule, Opening, openings};
pub use position::{Position, Positions};
pub use repair::{Applied, Repaired, repair};
pub use rule::Rule;
pub use rules::RULES;
pub use score::{GroupCost, MOST_OF_A_GROUP, Score, cost, score};
pub use settings::{Settings, UnknownRule};

use crate::file::File;
use crate::ignore::{ignores, silence};

/// What is known beside the file.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The crawlers.
    pub catalogue: &'a Catalogue,
    /// What came of asking for the file, if it was fetched.
    pub evidence: Option<&'a Evidence>,
    /// URLs of the site, against which path rules are weighed.
    pub urls: &'a [UrlPath<'a>],
    /// Tokens of one's own crawlers, which no rule calls unknown.
    pub agents: &'a [String],
}

impl Default for Known<'_> {
    fn default() -> Self {
        Self { catalogue: Catalogue::built_in(), evidence: None, urls: &[], agents: &[] }
    }
}

/// What is wrong with a file, in its order.
pub fn lint(document: &Document, known: &Known<'_>, settings: &Settings) -> Vec<Finding> {
    let file = File::new(document, known);
    let mut findings = Vec::new();
    for (rule, severity) in settings.rules() {
        // What is no robots.txt at all has one mistake, not many.
        if file.content != ContentKind::Text && !rule.is_about_the_whole() {
            continue;
        }
        let mut reports = Vec::new();
        (rule.check)(&file, &mut reports);
        findings.extend(reports.into_iter().map(|report| report.of(rule, severity)));
    }
    let mut ignores = ignores(document);
    silence(&mut findings, &mut ignores);
    findings.extend(rules::unused_ignores(document, &ignores, settings));
    findings.retain(|finding| settings.concerns(&finding.dialects));
    findings.sort_by_key(|finding| (finding.span.start, finding.rule.code));
    findings
}
