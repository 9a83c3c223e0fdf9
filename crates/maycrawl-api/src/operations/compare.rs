//! `compare`: which answers differ between two versions of a robots.txt?

use maycrawl_crawlers::OwnRobots;
use maycrawl_report::changes::Change;
use maycrawl_report::json::{ChangesDocument, WireChange};
use maycrawl_report::{file_notes, shortened};
use maycrawl_url::{AskedUrl, with_scheme};

use super::check::{count, rule_size, too_large};
use crate::asked::{AgentName, AskedBy, DialectName, count_askers, origin, within_rules_bytes};
use crate::problem::Problem;
use crate::question::{Question, question};
use crate::robots_text::RobotsText;
use crate::work::Work;

pub(crate) const EXAMPLE: &str = r#"{
  "old": "User-agent: *\nDisallow: /drafts/",
  "new": "User-agent: *\nDisallow: /d",
  "agents": ["Googlebot"],
  "urls": ["/drafts/1", "/docs/", "/"]
}"#;

question! {
    /// Which answers differ between two versions of a robots.txt?
    pub struct CompareQuestion {
        /// The old version.
        pub old: RobotsText,
        /// The new version.
        pub new: RobotsText,
        /// Who asks; without any, a crawler that no group names.
        #[serde(default)]
        pub agents: Vec<AgentName>,
        /// URLs, or paths that begin with `/`. What is neither, such as `shop.example/a` without
        /// a scheme, is not asked; a note says so.
        pub urls: Vec<String>,
        /// How the versions are read.
        #[serde(default)]
        pub dialect: DialectName,
        /// The origin that serves the file: URLs of others are not asked. Without it, all are.
        #[serde(default)]
        pub origin: Option<String>,
    }
}

impl Question for CompareQuestion {
    type Answer = ChangesDocument;

    fn answer(&self, work: &Work<'_>) -> Result<ChangesDocument, Problem> {
        work.check()?;
        let reading = self.dialect.reading()?;
        let origin = origin(self.origin.as_deref())?;
        let (old, new) = (self.old.file(work, "/old")?, self.new.file(work, "/new")?);
        let n_askers = count_askers(&self.agents, work)?;
        count(&self.urls, n_askers, false, work)?;
        for file in [&old, &new] {
            within_rules_bytes(n_askers, file.source().len(), "/agents", work)?;
        }
        let by = AskedBy::new(&self.agents, reading, work)?;
        let mut readings = [OwnRobots::new(old.source()), OwnRobots::new(new.source())];
        let [old_rules, new_rules] = readings.each_mut().map(|own| by.rules(own, work));
        let (old_rules, new_rules) = (old_rules?, new_rules?);
        let mut notes = by.notes;
        let mut asked = 0;
        let mut changed = Vec::new();
        let mut left = work.limits().answer_bytes;
        for url in &self.urls {
            let url = with_scheme(url.as_bytes(), origin.as_ref(), &by.dialects);
            let question = match AskedUrl::parse(&url, &by.dialects, origin.as_ref()) {
                Ok(question) => question,
                Err(error) => {
                    notes.push(format!("{:?} was not asked: {error}", shortened(&url)));
                    continue;
                }
            };
            // Neither version governs URLs of other sites.
            if !question.is_in_scope() {
                continue;
            }
            for (old, new) in old_rules.iter().zip(&new_rules) {
                work.check()?;
                asked += 1;
                if let Some(change) = Change::of(old, new, question.path(new.dialect())) {
                    let change = WireChange::from(&change);
                    left = left.checked_sub(size(&change)).ok_or_else(too_large)?;
                    changed.push(change);
                }
            }
        }
        for (file, own) in [&old, &new].into_iter().zip(&readings) {
            notes.extend(file_notes(file, own.readings()));
        }
        let names = [old.name().to_owned(), new.name().to_owned()];
        let mut document = ChangesDocument::new(names, reading.to_string(), asked, &[]);
        (document.changed, document.notes) = (changed, notes);
        Ok(document)
    }
}

/// About how many bytes a change takes.
fn size(change: &WireChange) -> usize {
    const FRAME: usize = 300;
    let rules = [&change.old, &change.new].into_iter().filter_map(|side| side.rule.as_ref());
    FRAME + change.url.len() + rules.map(rule_size).sum::<usize>()
}
