//! A finding: what a rule reported, with the rule and its severity.

use std::iter;

use maycrawl::lines::Span;

use crate::diagnostic::Diagnostic;
use crate::fix::Fix;
use crate::rule::Rule;
use crate::severity::Severity;

/// A problem that a rule found in a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// How much it matters: the rule's severity, unless the settings change it.
    pub severity: Severity,
    /// The presets of the dialects concerned; empty for all.
    pub dialects: Vec<&'static str>,
    /// Where it is.
    pub span: Span,
    /// Other places that belong to it, each with a label.
    pub related: Vec<(Span, String)>,
    /// What is wrong, in a sentence without a full stop. It quotes the file
    /// unchanged: make it safe before you show it.
    pub message: String,
    /// What to do about it, in a sentence without a full stop.
    pub help: String,
    /// Those among the related places where the same is wrong.
    pub also: Vec<Span>,
    /// A path that shows the problem.
    pub path: Option<Vec<u8>>,
    /// Alternative fixes, the best first.
    pub fixes: Vec<Fix>,
}

impl Finding {
    /// The finding of a rule that runs at this severity. A milder case of the
    /// rule stays milder.
    pub(crate) fn new(diagnostic: Diagnostic, rule: &'static Rule, severity: Severity) -> Self {
        Self {
            rule,
            severity: diagnostic.severity.map_or(severity, |own| own.min(severity)),
            dialects: diagnostic.dialects,
            span: diagnostic.span,
            related: diagnostic.related,
            also: diagnostic.also,
            message: shortened(diagnostic.message),
            help: shortened(diagnostic.help),
            path: diagnostic.path,
            fixes: diagnostic.fixes,
        }
    }

    /// All places where something is wrong, its own first.
    pub(crate) fn spans(&self) -> impl Iterator<Item = Span> {
        iter::once(self.span).chain(self.also.iter().copied())
    }

    /// Why it matters: the explanation on the rule's page.
    pub fn why(&self) -> String {
        self.rule.why()
    }
}

/// A sentence, cut where it quotes too much of a file.
fn shortened(sentence: String) -> String {
    const MOST: usize = 300;
    match sentence.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", sentence.get(..end).unwrap_or_default()),
        None => sentence,
    }
}
