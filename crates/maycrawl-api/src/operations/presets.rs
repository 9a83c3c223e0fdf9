//! `presets`: which ready-made choices does the generator have?

use maycrawl_crawlers::Catalogue;
use maycrawl_generate::Comments;
use maycrawl_report::json::PresetsDocument;
use maycrawl_report::presets::shown;

use crate::limits::not_longer;
use crate::problem::Problem;
use crate::question::{Question, question};
use crate::work::Work;

pub(crate) const EXAMPLE: &str = r#"{ "preset": "only=Googlebot" }"#;

question! {
    /// Which ready-made choices does the generator have, and which file does each give?
    pub struct PresetsQuestion {
        /// A preset as `generate` takes it, such as `wordpress` or `only=Googlebot`; without it,
        /// all, with examples of their values.
        #[serde(default)]
        pub preset: Option<String>,
        /// Whether to leave out the comments that explain the files.
        #[serde(default)]
        pub no_comments: bool,
    }
}

impl Question for PresetsQuestion {
    type Answer = PresetsDocument;

    fn answer(&self, work: &Work<'_>) -> Result<PresetsDocument, Problem> {
        work.check()?;
        if let Some(preset) = &self.preset {
            not_longer(work.limits().name_bytes, preset, || "/preset".into())?;
        }
        let comments = if self.no_comments { Comments::Omit } else { Comments::Include };
        let shown = shown(self.preset.as_deref(), Catalogue::built_in(), comments);
        let shown = shown.map_err(|error| crate::choices::problem(&error, "/preset"))?;
        Ok(PresetsDocument::new(&shown))
    }
}
