//! A finding: what is wrong where, why it matters, and what to do.

use maycrawl::{Dialect, dialect::Preset, lines::Span};

use crate::fix::Fix;
use crate::rule::Rule;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; a deliberate choice is never more than this.
    Note,
    /// Likely not what was meant.
    Warning,
    /// Some crawler will do other than is written.
    Error,
}

impl Severity {
    /// Every severity, the mildest first.
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// The severity in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The severity of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

/// Something that a rule found in a file.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// How much it matters: the rule's severity, unless the settings say otherwise.
    pub severity: Severity,
    /// The presets of the dialects concerned; empty for all.
    pub dialects: Vec<&'static str>,
    /// Where it is.
    pub span: Span,
    /// Other places that have to do with it, each with a few words.
    pub related: Vec<(Span, String)>,
    /// What is the matter, in a sentence without a full stop. What it quotes of
    /// the file is as it stands there: make it safe before it is shown.
    pub what: String,
    /// What to do about it, in a sentence without a full stop.
    pub todo: String,
    /// A path that shows the problem.
    pub path: Option<Vec<u8>>,
    /// What would repair it; alternatives, the best first.
    pub fixes: Vec<Fix>,
}

impl Finding {
    /// Why it matters: what the rule's page says.
    pub fn why(&self) -> String {
        self.rule.why()
    }
}

/// A finding as a rule reports it. The rule's name and severity are added by
/// who runs the rule.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) dialects: Vec<&'static str>,
    pub(crate) span: Span,
    pub(crate) related: Vec<(Span, String)>,
    pub(crate) what: String,
    pub(crate) todo: String,
    pub(crate) path: Option<Vec<u8>>,
    pub(crate) fixes: Vec<Fix>,
    pub(crate) severity: Option<Severity>,
}

/// A sentence that quotes no more of a file than a reader wants.
fn shortened(sentence: String) -> String {
    const MOST: usize = 300;
    match sentence.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", sentence.get(..end).unwrap_or_default()),
        None => sentence,
    }
}

impl Report {
    /// The finding of a rule that runs at this severity. A milder case of the
    /// rule stays as much milder.
    pub(crate) fn of(self, rule: &'static Rule, severity: Severity) -> Finding {
        Finding {
            rule,
            severity: self.severity.map_or(severity, |own| own.min(severity)),
            dialects: self.dialects,
            span: self.span,
            related: self.related,
            what: shortened(self.what),
            todo: shortened(self.todo),
            path: self.path,
            fixes: self.fixes,
        }
    }

    /// What is the matter where, and what to do about it.
    pub(crate) fn new(span: Span, what: impl Into<String>, todo: impl Into<String>) -> Self {
        Self {
            dialects: Vec::new(),
            span,
            related: Vec::new(),
            what: what.into(),
            todo: todo.into(),
            path: None,
            fixes: Vec::new(),
            severity: None,
        }
    }

    /// The presets concerned.
    pub(crate) fn in_dialects(self, dialects: impl IntoIterator<Item = &'static str>) -> Self {
        Self { dialects: dialects.into_iter().collect(), ..self }
    }

    /// The presets in which a knob is set so.
    pub(crate) fn where_dialect(self, is_concerned: impl Fn(&Dialect) -> bool) -> Self {
        let concerned = Preset::ALL.iter().filter(|preset| is_concerned(&preset.dialect));
        self.in_dialects(concerned.map(|preset| preset.name))
    }

    /// Another place that has to do with it.
    pub(crate) fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// A path that shows it.
    pub(crate) fn path(self, path: impl Into<Vec<u8>>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    /// A repair.
    pub(crate) fn fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// Another severity than the rule's, where the case is milder.
    pub(crate) fn severity(self, severity: Severity) -> Self {
        Self { severity: Some(severity), ..self }
    }
}
