//! `policy`: which crawlers may fetch everything, a part, or nothing?

use maycrawl::Agent;
use maycrawl_crawlers::{Catalogue, OwnRobots, Reading};
use maycrawl_lint::Policy;
use maycrawl_report::json::PolicyDocument;
use maycrawl_report::{file_notes, stated_notes};

use crate::asked::DialectName;
use crate::problem::Problem;
use crate::question::{Question, question};
use crate::robots_text::RobotsText;
use crate::work::Work;

pub(crate) const EXAMPLE: &str = r#"{
  "robots": "User-agent: *\nDisallow: /drafts/\n\nUser-agent: GPTBot\nDisallow: /"
}"#;

question! {
    /// Which crawlers may fetch everything, a part, or nothing?
    pub struct PolicyQuestion {
        /// The robots.txt.
        pub robots: RobotsText,
        /// How it is read.
        #[serde(default)]
        pub dialect: DialectName,
    }
}

impl Question for PolicyQuestion {
    type Answer = PolicyDocument;

    fn answer(&self, work: &Work<'_>) -> Result<PolicyDocument, Problem> {
        work.check()?;
        let reading = self.dialect.reading()?;
        let file = self.robots.file(work, "/robots")?;
        let catalogue = Catalogue::built_in();
        let mut own = OwnRobots::new(file.source());
        let found = match &reading {
            Reading::Own => Policy::own_unless(&mut own, catalogue, || work.check())?,
            Reading::In(dialect) => {
                Policy::new_unless(own.reading(dialect), catalogue, || work.check())?
            }
        };
        let mut document = PolicyDocument::new(&found, file.name());
        document.notes = file_notes(&file, own.readings());
        let robots = own.reading(&reading.of_nobody());
        document.notes.extend(stated_notes([(robots, &Agent::unnamed())]));
        Ok(document)
    }
}
