//! What `lint` found.

use std::borrow::Cow;

use maycrawl::lines::LineIndex;
use maycrawl_lint::{Edit, Finding, Fix};
use serde::{Deserialize, Serialize};

use super::{VERSION, text};
use crate::findings::Linted;

wire! {
    /// What a linter found in files.
    pub struct LintDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The files in the order in which they were named.
        pub files: Vec<WireLinted>,
    }

    /// A file and what was found in it.
    pub struct WireLinted {
        /// The file's name.
        pub robots: String,
        /// From 0 to 100: each rule that finds something takes points off.
        pub score: u32,
        /// `healthy`, `needs attention` or `broken`.
        pub grade: Cow<'static, str>,
        /// What was found, in the file's order.
        pub findings: Vec<WireFinding>,
    }

    /// Something that a rule found.
    pub struct WireFinding {
        /// The rule's name.
        pub rule: Cow<'static, str>,
        /// The rule's short code.
        pub code: Cow<'static, str>,
        /// `error`, `warning` or `note`.
        pub severity: Cow<'static, str>,
        /// The dialects concerned; empty for all.
        pub dialects: Vec<Cow<'static, str>>,
        /// Where it is.
        pub place: WirePlace,
        /// What is the matter.
        pub what: String,
        /// Why it matters, in Markdown.
        pub why: String,
        /// What to do about it.
        pub todo: String,
        /// A path that shows it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub path: Option<String>,
        /// Other places that have to do with it.
        pub related: Vec<WireRelated>,
        /// What would repair it, the best first.
        pub fixes: Vec<WireFix>,
    }

    /// A range of a file.
    pub struct WirePlace {
        /// The first byte, from 0.
        pub start: u32,
        /// One past the last byte.
        pub end: u32,
        /// The line of the first byte, from 1.
        pub line: u32,
        /// Its column in bytes, from 1.
        pub column: u32,
        /// Its column in UTF-16 code units, from 1.
        pub utf16_column: u32,
        /// The line of the end.
        pub end_line: u32,
        /// Its column in bytes.
        pub end_column: u32,
        /// Its column in UTF-16 code units.
        pub end_utf16_column: u32,
    }

    /// A place that has to do with a finding.
    pub struct WireRelated {
        /// Where it is.
        pub place: WirePlace,
        /// What it has to do with it.
        pub label: String,
    }

    /// A repair.
    pub struct WireFix {
        /// What it does.
        pub title: String,
        /// `safe` or `unsafe`.
        pub applicability: Cow<'static, str>,
        /// What it changes, in the file's order.
        pub edits: Vec<WireEdit>,
    }

    /// What is written in the place of something.
    pub struct WireEdit {
        /// What is replaced.
        pub place: WirePlace,
        /// What stands there afterwards.
        pub text: String,
    }
}

impl LintDocument {
    /// The findings of these files.
    pub fn new(files: &[Linted]) -> Self {
        let wired = files.iter().map(|linted| {
            let lines = LineIndex::new(linted.document().source());
            let score = linted.score();
            WireLinted {
                robots: linted.name().into(),
                score: score.points,
                grade: score.grade().as_str().into(),
                findings: linted
                    .findings()
                    .iter()
                    .map(|one| WireFinding::new(one, &lines))
                    .collect(),
            }
        });
        Self { version: VERSION, files: wired.collect() }
    }
}

impl WireFinding {
    fn new(finding: &Finding, lines: &LineIndex) -> Self {
        Self {
            rule: finding.rule.name.into(),
            code: finding.rule.code.into(),
            severity: finding.severity.as_str().into(),
            dialects: finding.dialects.iter().map(|name| (*name).into()).collect(),
            place: WirePlace::new(finding.span, lines),
            what: finding.message.clone(),
            why: finding.why(),
            todo: finding.help.clone(),
            path: finding.path.as_deref().map(text),
            related: finding
                .related
                .iter()
                .map(|(span, label)| WireRelated {
                    place: WirePlace::new(*span, lines),
                    label: label.clone(),
                })
                .collect(),
            fixes: finding.fixes.iter().map(|fix| WireFix::new(fix, lines)).collect(),
        }
    }
}

impl WireFix {
    fn new(fix: &Fix, lines: &LineIndex) -> Self {
        let edit = |edit: &Edit| WireEdit {
            place: WirePlace::new(edit.span, lines),
            text: text(&edit.text),
        };
        Self {
            title: fix.title.clone(),
            applicability: fix.applicability.as_str().into(),
            edits: fix.edits.iter().map(edit).collect(),
        }
    }
}

impl WirePlace {
    fn new(span: maycrawl::lines::Span, lines: &LineIndex) -> Self {
        let (start, end) = (lines.position(span.start), lines.position(span.end));
        Self {
            start: span.start,
            end: span.end,
            line: start.line,
            column: start.column,
            utf16_column: start.utf16_column,
            end_line: end.line,
            end_column: end.column,
            end_utf16_column: end.utf16_column,
        }
    }
}
