//! `format`: a robots.txt in its canonical form.

use maycrawl_lint::{LineOrder, format_unless};
use maycrawl_report::json::FormatDocument;

use crate::problem::Problem;
use crate::question::{Question, question};
use crate::robots_text::RobotsText;
use crate::work::Work;

pub(crate) const EXAMPLE: &str = r#"{
  "robots": "user-agent :*\nDISALLOW:/b   #why\ndisallow: /a\n\n\n",
  "sort": true
}"#;

question! {
    /// A robots.txt in its canonical form.
    pub struct FormatQuestion {
        /// The robots.txt.
        pub robots: RobotsText,
        /// Whether to sort adjacent `User-agent` lines, and adjacent rules of the same kind.
        #[serde(default)]
        pub sort: bool,
    }
}

impl Question for FormatQuestion {
    type Answer = FormatDocument;

    fn answer(&self, work: &Work<'_>) -> Result<FormatDocument, Problem> {
        work.check()?;
        let source = self.robots.bytes(work, "/robots")?;
        let order = if self.sort { LineOrder::Alphabetical } else { LineOrder::Source };
        let formatted = format_unless(&source, order, || work.check())?;
        Ok(FormatDocument::new(self.robots.name("/robots"), &source, &formatted))
    }
}
