//! `generate` and `merge`: a robots.txt from choices, or added to one.

use maycrawl_crawlers::Catalogue;
use maycrawl_generate::{Comments, MergeErrorKind, Plan};
use maycrawl_report::json::GenerateDocument;

use crate::choices::{Choices, problem};
use crate::problem::{Problem, kinds};
use crate::question::{Question, question};
use crate::robots_text::RobotsText;
use crate::work::Work;

pub(crate) const EXAMPLE: &str = r#"{
  "choices": {
    "block": ["purpose:ai-training"],
    "disallow": ["/drafts/"],
    "for": [{ "who": ["bingbot"], "crawl_delay": 2 }],
    "sitemap": ["https://shop.example/sitemap.xml"]
  },
  "star_only": true,
  "no_comments": true
}"#;

pub(crate) const MERGE_EXAMPLE: &str = r#"{
  "robots": "User-agent: *\nDisallow: /drafts/",
  "choices": { "block": ["GPTBot"] }
}"#;

question! {
    /// Which robots.txt says this?
    pub struct GenerateQuestion {
        /// What the file should say.
        pub choices: Choices,
        /// Whether to leave out the comments that explain the file.
        #[serde(default)]
        pub no_comments: bool,
        /// Whether to write the group for `*` only, without the crawlers that ignore it.
        #[serde(default)]
        pub star_only: bool,
        /// Whether to accept tokens as written, even if they look like misspelled known ones.
        #[serde(default)]
        pub any_token: bool,
    }
}

question! {
    /// Which robots.txt says this as well? No line of the existing one changes.
    pub struct MergeQuestion {
        /// The robots.txt to add to.
        pub robots: RobotsText,
        /// What the file should say.
        pub choices: Choices,
        /// Whether to leave out the comments that explain what is added.
        #[serde(default)]
        pub no_comments: bool,
        /// Whether to add to the group for `*` only, without the crawlers that ignore it.
        #[serde(default)]
        pub star_only: bool,
        /// Whether to accept tokens as written, even if they look like misspelled known ones.
        #[serde(default)]
        pub any_token: bool,
    }
}

impl Question for GenerateQuestion {
    type Answer = GenerateDocument;

    fn answer(&self, work: &Work<'_>) -> Result<GenerateDocument, Problem> {
        work.check()?;
        let plan = plan(&self.choices, self.any_token, self.star_only, work)?;
        let file = plan.write(comments(self.no_comments));
        Ok(GenerateDocument::new(&plan, file.as_bytes(), None))
    }
}

impl Question for MergeQuestion {
    type Answer = GenerateDocument;

    fn answer(&self, work: &Work<'_>) -> Result<GenerateDocument, Problem> {
        work.check()?;
        let source = self.robots.bytes(work, "/robots")?;
        let plan = plan(&self.choices, self.any_token, self.star_only, work)?;
        let merged = plan.merge(&source, Catalogue::built_in(), comments(self.no_comments));
        let merged = merged.map_err(|error| {
            let is_about_plan = matches!(error.kind(), MergeErrorKind::Plan(_));
            let place = if is_about_plan { "/choices" } else { "/robots" };
            Problem::new(&kinds::CANNOT_MERGE, error.to_string()).at(place)
        })?;
        Ok(GenerateDocument::new(&plan, &merged.bytes, Some(&merged)))
    }
}

fn plan(
    choices: &Choices,
    any_token: bool,
    star_only: bool,
    work: &Work<'_>,
) -> Result<Plan, Problem> {
    let catalogue = Catalogue::built_in();
    let read = choices.read(catalogue, work)?;
    let make = if any_token { Plan::with_any_token } else { Plan::new };
    let plan = make(&read, catalogue).map_err(|error| problem(&error, &choices.place(&error)))?;
    Ok(if star_only { plan.star_only() } else { plan })
}

const fn comments(are_left_out: bool) -> Comments {
    if are_left_out { Comments::Omit } else { Comments::Include }
}
