//! `fix`: a robots.txt with its mistakes repaired.

use maycrawl_lint::{Applicability, Changes, Finding, changes_unless, repair_unless};
use maycrawl_report::json::FixDocument;

use crate::lint_settings::{KnownToLinter, LintSettings};
use crate::problem::Problem;
use crate::question::{Question, question};
use crate::robots_text::RobotsText;
use crate::work::Work;

pub(crate) const EXAMPLE: &str = r#"{
  "robots": "User-agent: *\nDisalow: /drafts/\nDisallow: tmp/\nDisallow : /old/",
  "unsafe": true
}"#;

question! {
    /// A robots.txt with its mistakes repaired.
    pub struct FixQuestion {
        /// The robots.txt.
        pub robots: RobotsText,
        /// Whether to apply unsafe fixes too, which change answers: `changes` lists these answers.
        /// Without it, `unsafe_available` counts the findings that unsafe fixes would repair.
        #[serde(default, rename = "unsafe")]
        pub allows_unsafe: bool,
        /// Which rules run, and what they report.
        #[serde(default)]
        pub settings: LintSettings,
        /// URLs of the site, with which path rules are checked.
        #[serde(default)]
        pub urls: Vec<String>,
    }
}

impl Question for FixQuestion {
    type Answer = FixDocument;

    fn answer(&self, work: &Work<'_>) -> Result<FixDocument, Problem> {
        work.check()?;
        let linter = KnownToLinter::new(&self.settings, &self.urls, work)?;
        let source = self.robots.bytes(work, "/robots")?;
        let allowed = if self.allows_unsafe { Applicability::Unsafe } else { Applicability::Safe };
        let lint = |document: &_| linter.lint(document, work);
        let repaired = repair_unless(&source, allowed, lint, || work.check())?;
        work.check()?;
        let changed = if self.allows_unsafe {
            changes_unless(&source, &repaired.source, work.limits().findings, || work.check())?
        } else {
            Changes::default()
        };
        let mut document =
            FixDocument::new(self.robots.name("/robots"), &source, &repaired, &changed);
        if !self.allows_unsafe {
            let left = repaired.left.iter();
            document.unsafe_available = left.filter(|one| has_unsafe_fix(one)).count();
        }
        Ok(document)
    }
}

fn has_unsafe_fix(finding: &Finding) -> bool {
    finding.fixes.iter().any(|fix| fix.applicability == Applicability::Unsafe)
}
