//! `dialects`: in which ways are robots.txt files read, and where do these differ?

use maycrawl::dialect::Preset;
use maycrawl_report::json::{DialectsDocument, WireDialect};

use crate::problem::Problem;
use crate::question::{Question, question};
use crate::work::Work;

pub(crate) const EXAMPLE: &str = "{}";

question! {
    /// In which ways are robots.txt files read, and where do these differ?
    pub struct DialectsQuestion {}
}

impl Question for DialectsQuestion {
    type Answer = DialectsDocument;

    fn answer(&self, work: &Work<'_>) -> Result<DialectsDocument, Problem> {
        work.check()?;
        Ok(DialectsDocument::new(Preset::ALL.iter().map(WireDialect::new).collect()))
    }
}
