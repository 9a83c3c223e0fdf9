//! Answers as JSON, in a versioned form.
//!
//! `version` is 1. Fields may be added under it; none is removed, renamed or
//! given another meaning. Text that is not UTF-8 has its octets replaced by
//! U+FFFD; spans count octets of the file as it was given.

/// Derives what every wire type has.
macro_rules! wire {
    ($($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)+ })+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Debug, Serialize)]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            pub struct $name {
                $($(#[$field_meta])* pub $field: $type,)+
            }
        )+
    };
}

mod cases;
mod changes;
mod check;
mod crawlers;
mod explain;
mod fetch;
mod generate;
mod lint;
mod policy;

pub use cases::{CaseLine, CasesDocument, WireCase};
pub use changes::{ChangesDocument, WireChange, WireSide};
pub use check::{
    CheckDocument, CheckLine, ComparisonDocument, ComparisonLine, RobotsFile, RunLine, WireAgent,
    WireAgentLine, WireAnswer, WireComparison, WireDialectAnswer, WireGroup, WireOther, WirePiece,
    WireRule, WireRun,
};
pub use crawlers::{CrawlersDocument, WireCrawler};
pub use explain::{ExplainDocument, WireTopic};
pub use fetch::{FetchDocument, WireFetched, WireFile, WireHeader, WireHop, WireOutcome};
pub use generate::{
    GenerateDocument, PresetsDocument, WireDecided, WireMerge, WirePlan, WirePlanRule, WirePreset,
    WireSaid, WireWish,
};
pub use lint::{LintDocument, WireEdit, WireFinding, WireFix, WireLinted, WirePlace, WireRelated};
pub use policy::{PolicyDocument, WireCounts, WireOpenRule, WireOpening};

/// Text as JSON can hold it.
fn text(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).into_owned()
}
