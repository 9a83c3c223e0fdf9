//! Answers as JSON, in a versioned form.
//!
//! `version` is 1. Fields may be added under it; none is removed, renamed or
//! given another meaning. Every type can be read back. Text that is not UTF-8 has
//! its bytes replaced by U+FFFD, but for whole files, which are then in base64; spans count bytes of the file as it was given.

/// The version of this form.
pub const VERSION: u32 = 1;

/// Derives what every wire type has.
macro_rules! wire {
    ($($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)+ })+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            #[non_exhaustive]
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
mod dialects;
mod explain;
#[cfg(feature = "fetch")]
mod fetch;
mod fix;
#[cfg(feature = "generate")]
mod generate;
mod lint;
mod policy;
mod problem;

pub use cases::{CaseLine, CasesDocument, WireCase};
pub use changes::{ChangesDocument, WireChange, WireSide};
pub use check::{
    CheckColumns, CheckDocument, CheckLine, ComparisonDocument, ComparisonLine, RobotsFile,
    RunLine, WireAgent, WireAgentLine, WireAnswer, WireComparison, WireDialectAnswer, WireGroup,
    WireOther, WirePiece, WireRule, WireRun,
};
pub use crawlers::{CrawlersDocument, WireCrawler};
pub use dialects::{DialectsDocument, WireDialect, WireKnob};
pub use explain::{ExplainDocument, WireTopic};
#[cfg(feature = "fetch")]
pub use fetch::{
    FetchDocument, MayFetchDocument, WireFetched, WireFile, WireHeader, WireHop, WireOutcome,
};
pub use fix::{FixDocument, FormatDocument, WireApplied, WireFixedAnswer};
#[cfg(feature = "generate")]
pub use generate::{
    GenerateDocument, PresetsDocument, WireDecided, WireMerge, WirePlan, WirePlanRule, WirePreset,
    WireSaid, WireWish,
};
pub use lint::{LintDocument, WireEdit, WireFinding, WireFix, WireLinted, WirePlace, WireRelated};
pub use policy::{PolicyDocument, WireCounts, WireOpenRule, WireOpening};
pub use problem::ProblemDocument;

/// The bytes of a file in base64, if they are not UTF-8, so that text cannot hold them.
fn base64_unless_text(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).err().map(|_| crate::base64::encode(bytes))
}

/// The text of a file, if it is UTF-8: with U+FFFD in it, it would be another file.
fn exact_text(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().map(str::to_owned)
}

/// Lists of what a stranger can make endless are cut after so many.
const MAX_LISTED: usize = 100;

/// Whether nothing was left out.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Text as JSON can hold it.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
