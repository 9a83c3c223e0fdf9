//! Lint never panics, and its spans lie in the file.

use maycrawl::Document;
use maycrawl_lint::{Finding, LintContext, Settings};

pub fn run(bytes: &[u8]) {
    for finding in findings(&Document::parse(bytes)) {
        let edits = finding.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        let related = finding.related.iter().map(|(span, _)| *span);
        for span in edits.chain(related).chain([finding.span]) {
            assert!(span.start <= span.end && span.end as usize <= bytes.len());
        }
    }
}

/// The findings of all rules.
pub(crate) fn findings(document: &Document) -> Vec<Finding> {
    maycrawl_lint::lint(document, &LintContext::default(), &Settings::default())
}
