//! What the linter found, and its renderings.

use maycrawl::Document;
use maycrawl_lint::{Finding, Position, Positions, Severity};

use crate::file::shown;

pub mod ci;
pub mod sarif;
pub mod text;

/// A file and what the linter found in it.
#[derive(Debug)]
pub struct Linted {
    name: String,
    document: Document,
    findings: Vec<Finding>,
}

impl Linted {
    /// The findings of a file. The name is for people and reports.
    pub fn new(name: impl AsRef<[u8]>, document: Document, findings: Vec<Finding>) -> Self {
        Self { name: shown(name.as_ref()), document, findings }
    }

    /// The name that people know the file by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// What was found, in the file's order.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The findings with their places.
    pub fn placed(&self) -> impl Iterator<Item = (&Finding, Position, Position)> {
        let positions = Positions::new(&self.document);
        self.findings.iter().map(move |finding| {
            (finding, positions.of(finding.span.start), positions.of(finding.span.end))
        })
    }

    /// Whether a finding is at least so severe.
    pub fn has(&self, severity: Severity) -> bool {
        self.findings.iter().any(|finding| finding.severity >= severity)
    }

    /// What tells each finding from others when lines move, in their order: its
    /// rule and the text of its line.
    pub fn fingerprints(&self) -> impl Iterator<Item = String> {
        self.placed().map(|(finding, start, _)| {
            let text = self.document.line(start.line).map_or(&b""[..], |line| line.text());
            format!("{} {}", finding.rule.name, shown(text.trim_ascii()))
        })
    }
}

/// How many findings there are of each severity, in a sentence.
pub fn tally<'f>(findings: impl Iterator<Item = &'f Finding>) -> String {
    let mut counts = [0_usize; 3];
    for finding in findings {
        if let Some(count) = counts.get_mut(finding.severity as usize) {
            *count += 1;
        }
    }
    let [notes, warnings, errors] = counts;
    let parts = [(errors, "error"), (warnings, "warning"), (notes, "note")];
    let told: Vec<_> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}{}", if *count == 1 { "" } else { "s" }))
        .collect();
    if told.is_empty() { "nothing to complain about".into() } else { told.join(", ") }
}

/// How often each rule found something, most often first.
pub fn statistics(files: &[Linted]) -> Vec<(&'static str, Severity, usize)> {
    let mut counts: Vec<(&'static str, Severity, usize)> = Vec::new();
    for finding in files.iter().flat_map(Linted::findings) {
        match counts.iter_mut().find(|(name, ..)| *name == finding.rule.name) {
            Some((.., count)) => *count += 1,
            None => counts.push((finding.rule.name, finding.severity, 1)),
        }
    }
    counts.sort_by_key(|(name, _, count)| (std::cmp::Reverse(*count), *name));
    counts
}

/// What a finding says, in one paragraph.
pub(crate) fn message(finding: &Finding) -> String {
    let mut message = format!("{}; {}", finding.message, finding.help);
    if !finding.dialects.is_empty() {
        message.push_str(" (concerns ");
        message.push_str(&finding.dialects.join(", "));
        message.push(')');
    }
    shown(message.as_bytes())
}

/// Where a rule's page is.
pub(crate) fn page_url(rule: &maycrawl_lint::Rule) -> String {
    format!("https://github.com/maycrawl/maycrawl/blob/main/docs/rules/{}.md", rule.name)
}
