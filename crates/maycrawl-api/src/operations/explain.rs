//! `explain`: what does a code, a field, a dialect, a knob or a lint rule mean?

use maycrawl_crawlers::Catalogue;
use maycrawl_report::explain::chosen;
use maycrawl_report::json::ExplainDocument;
use maycrawl_report::shortened;

use crate::problem::{Problem, kinds};
use crate::question::{Question, question};
use crate::work::Work;

pub(crate) const EXAMPLE: &str = r#"{ "code": "paths.tie" }"#;

question! {
    /// What does a code, a field, a dialect, a knob or a lint rule mean?
    pub struct ExplainQuestion {
        /// A lint rule (`path-space`) or its code (`P004`), the code of a reason (`tie`), a word
        /// of an answer (`later`), a dialect (`rfc9309`), a knob (`groups.merge`), a field
        /// (`Disallow`) or a crawler (`GPTBot`). `rules`, `reasons`, `answers`, `dialects`,
        /// `knobs`, `fields` and `crawlers` are all of a kind; without it, all but the crawlers.
        #[serde(default)]
        pub code: Option<String>,
    }
}

impl Question for ExplainQuestion {
    type Answer = ExplainDocument;

    fn answer(&self, work: &Work<'_>) -> Result<ExplainDocument, Problem> {
        work.check()?;
        let code = self.code.as_deref().map(|code| shortened(code.as_bytes()));
        let topics = chosen(code.as_deref(), Catalogue::built_in()).map_err(|unknown| {
            let hint = match unknown.nearest {
                Some(nearest) => format!("; did you mean {nearest:?}?"),
                None => String::new(),
            };
            let code = code.as_deref().unwrap_or_default();
            let detail = format!("no code, field or crawler is called {code:?}{hint}");
            Problem::new(&kinds::UNKNOWN_NAME, detail).at("/code")
        })?;
        Ok(ExplainDocument::new(&topics))
    }
}
