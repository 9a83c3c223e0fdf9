//! What `fix` and `fmt` make of a file.

use std::borrow::Cow;

use maycrawl_lint::{AppliedFix, Change, Changes, FormatOutcome, RepairOutcome};
use serde::{Deserialize, Serialize};

use super::{VERSION, base64_unless_text, exact_text, text};

wire! {
    /// A repaired file.
    pub struct FixDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The file's name.
        pub robots: String,
        /// Whether anything is changed.
        pub changed: bool,
        /// The repaired file. Left out if it is not UTF-8, because text cannot hold its bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,
        /// The bytes of that file in base64 (RFC 4648 section 4), in place of `file`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file_base64: Option<String>,
        /// The applied fixes, in order.
        pub applied: Vec<WireApplied>,
        /// Whether it is proved that no answer changes, for any crawler in any preset. So it is
        /// unless an unsafe fix was applied.
        pub is_proved: bool,
        /// Answers that the applied unsafe fixes change.
        pub changes: Vec<WireFixedAnswer>,
        /// Whether `changes` is incomplete: there are too many, or finding them takes too long.
        pub changes_are_cut: bool,
        /// How many safe fixes were left out, because something else in the file prevents their
        /// proof.
        pub left_out: usize,
        /// How many findings are left that unsafe fixes would repair, if these were not asked for.
        pub unsafe_available: usize,
        /// Why the file is left as it is, if it is too large or not text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub refused: Option<String>,
    }

    /// An applied fix.
    pub struct WireApplied {
        /// The rule whose finding it repairs.
        pub rule: Cow<'static, str>,
        /// The rule's short code.
        pub code: Cow<'static, str>,
        /// `safe` or `unsafe`.
        pub applicability: Cow<'static, str>,
        /// What it does.
        pub title: String,
        /// The line of the finding, in the file as it was when the fix was applied.
        pub line: u32,
    }

    /// An answer that is another after fixes.
    pub struct WireFixedAnswer {
        /// The product token; `*` for a crawler without a group of its own.
        pub agent: String,
        /// A path that shows it.
        pub path: String,
        /// The presets in which it differs.
        pub dialects: Vec<Cow<'static, str>>,
        /// `allow` or `disallow`: the verdict before.
        pub old: Cow<'static, str>,
        /// The verdict after.
        pub new: Cow<'static, str>,
    }

    /// A formatted file.
    pub struct FormatDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The file's name.
        pub robots: String,
        /// Whether anything is changed. No answer is, for any crawler in any preset.
        pub changed: bool,
        /// The formatted file. Left out if it is not UTF-8, because text cannot hold its bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,
        /// The bytes of that file in base64 (RFC 4648 section 4), in place of `file`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file_base64: Option<String>,
        /// Why the file is left as it is, if it could not be formatted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub refused: Option<String>,
    }
}

impl FixDocument {
    /// What became of a file of this name, and the answers that differ.
    pub fn new(
        name: impl Into<String>,
        source: &[u8],
        repaired: &RepairOutcome,
        changes: &Changes,
    ) -> Self {
        let is_safe = |one: &AppliedFix| one.applicability == maycrawl_lint::Applicability::Safe;
        Self {
            version: VERSION,
            robots: name.into(),
            changed: repaired.source != source,
            file: exact_text(&repaired.source),
            file_base64: base64_unless_text(&repaired.source),
            applied: repaired.applied.iter().map(WireApplied::from).collect(),
            is_proved: repaired.applied.iter().all(is_safe),
            changes: changes.found.iter().map(WireFixedAnswer::from).collect(),
            changes_are_cut: changes.are_cut,
            left_out: repaired.left_out,
            unsafe_available: 0,
            refused: repaired.refusal.map(|refusal| refusal.to_string()),
        }
    }
}

impl From<&AppliedFix> for WireApplied {
    fn from(applied: &AppliedFix) -> Self {
        Self {
            rule: applied.rule.name.into(),
            code: applied.rule.code.into(),
            applicability: applied.applicability.as_str().into(),
            title: applied.title.clone(),
            line: applied.line,
        }
    }
}

impl From<&Change> for WireFixedAnswer {
    fn from(change: &Change) -> Self {
        let verdict = |is_allowed| if is_allowed { "allow" } else { "disallow" };
        Self {
            agent: text(&change.agent),
            path: text(&change.path),
            dialects: change.dialects.iter().map(|name| (*name).into()).collect(),
            old: verdict(change.was_allowed).into(),
            new: verdict(!change.was_allowed).into(),
        }
    }
}

impl FormatDocument {
    /// What became of a file of this name.
    pub fn new(name: impl Into<String>, source: &[u8], formatted: &FormatOutcome) -> Self {
        Self {
            version: VERSION,
            robots: name.into(),
            changed: formatted.source != source,
            file: exact_text(&formatted.source),
            file_base64: base64_unless_text(&formatted.source),
            refused: formatted.refusal.map(|refusal| refusal.to_string()),
        }
    }
}
