//! `lint`: what is wrong with a robots.txt, why, and what to do?

use maycrawl_lint::{Cancelled, Finding, LintContext, lint_unless};
use maycrawl_report::findings::Linted;
use maycrawl_report::json::LintDocument;

use crate::limits::at_most;
use crate::lint_settings::{KnownToLinter, LintSettings};
use crate::problem::Problem;
use crate::question::{Question, question};
use crate::robots_text::RobotsText;
use crate::work::{Work, cancelled};

pub(crate) const EXAMPLE: &str = r#"{
  "robots": "User-agent: *\nDisalow: /drafts/\nDisallow: tmp/",
  "settings": { "ignore": ["sitemap-missing"], "severity": { "path-no-leading-slash": "error" } }
}"#;

question! {
    /// What is wrong with a robots.txt, why, and what to do?
    pub struct LintQuestion {
        /// The robots.txt.
        pub robots: RobotsText,
        /// Which rules run, and what they report.
        #[serde(default)]
        pub settings: LintSettings,
        /// URLs of the site, with which path rules are checked.
        #[serde(default)]
        pub urls: Vec<String>,
    }
}

impl Question for LintQuestion {
    type Answer = LintDocument;

    fn answer(&self, work: &Work<'_>) -> Result<LintDocument, Problem> {
        work.check()?;
        let linter = KnownToLinter::new(&self.settings, &self.urls, work)?;
        let file = self.robots.file(work, "/robots")?;
        let findings = linter.lint(file.document(), work)?;
        at_most(work.limits().findings, findings.len(), "findings", "/robots")?;
        let linted = Linted::new(file.name(), file.document().clone(), findings);
        Ok(LintDocument::new(&[linted]))
    }
}

impl KnownToLinter<'_> {
    /// The findings in a file.
    pub(crate) fn lint(
        &self,
        document: &maycrawl::Document,
        work: &Work<'_>,
    ) -> Result<Vec<Finding>, Problem> {
        let (urls, agents) = (&*self.urls, self.agents);
        let context = LintContext { urls, agents, ..LintContext::default() };
        lint_unless(document, &context, &self.settings, || !work.is_wanted())
            .map_err(|Cancelled| cancelled())
    }
}
