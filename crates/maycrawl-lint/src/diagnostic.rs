//! What a rule reports: what is wrong where, and how to repair it.

use maycrawl::{Dialect, dialect::Preset, lines::Span};

use crate::fix::Fix;
use crate::severity::Severity;

/// A problem as a rule reports it. The linter adds the rule and its severity.
#[derive(Clone, Debug)]
pub(crate) struct Diagnostic {
    pub(crate) dialects: Vec<&'static str>,
    pub(crate) span: Span,
    pub(crate) related: Vec<(Span, String)>,
    /// Those among the related places where the same is wrong.
    pub(crate) also: Vec<Span>,
    pub(crate) message: String,
    pub(crate) help: String,
    pub(crate) path: Option<Vec<u8>>,
    pub(crate) fixes: Vec<Fix>,
    /// A severity below the rule's own, for a milder case.
    pub(crate) severity: Option<Severity>,
}

impl Diagnostic {
    /// A problem, where it is, and what to do about it.
    pub(crate) fn new(span: Span, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            dialects: Vec::new(),
            span,
            related: Vec::new(),
            also: Vec::new(),
            message: message.into(),
            help: help.into(),
            path: None,
            fixes: Vec::new(),
            severity: None,
        }
    }

    /// Limits the problem to these presets.
    pub(crate) fn in_dialects(self, dialects: impl IntoIterator<Item = &'static str>) -> Self {
        Self { dialects: dialects.into_iter().collect(), ..self }
    }

    /// Limits the problem to the presets whose knobs are set so.
    pub(crate) fn where_dialect(self, is_concerned: impl Fn(&Dialect) -> bool) -> Self {
        let concerned = Preset::ALL.iter().filter(|preset| is_concerned(&preset.dialect));
        self.in_dialects(concerned.map(|preset| preset.name))
    }

    /// Adds another place that belongs to the problem.
    pub(crate) fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// Adds other places where the same is wrong, so that it is said once.
    pub(crate) fn also(mut self, spans: impl IntoIterator<Item = Span>, label: &str) -> Self {
        for span in spans {
            self.related.push((span, label.to_owned()));
            self.also.push(span);
        }
        self
    }

    /// Adds another place, if there is one.
    pub(crate) fn maybe_related(mut self, related: Option<(Span, &str)>) -> Self {
        self.related.extend(related.map(|(span, label)| (span, label.to_owned())));
        self
    }

    /// Adds a path that shows the problem.
    pub(crate) fn path(self, path: impl Into<Vec<u8>>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    /// Adds a fix.
    pub(crate) fn fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// Adds a fix, if there is one.
    pub(crate) fn maybe_fix(mut self, fix: Option<Fix>) -> Self {
        self.fixes.extend(fix);
        self
    }

    /// Sets a severity below the rule's own.
    pub(crate) fn severity(self, severity: Severity) -> Self {
        Self { severity: Some(severity), ..self }
    }
}
