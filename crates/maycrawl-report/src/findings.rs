//! What the linter found, and its renderings.

use maycrawl::Document;
use maycrawl::lines::{LineIndex, Position};
use maycrawl_lint::{Finding, Score, Severity};

use crate::display::sanitize;

pub mod ci;
#[cfg(feature = "sarif")]
pub mod sarif;
#[cfg(feature = "terminal")]
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
        Self { name: sanitize(name.as_ref()), document, findings }
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
    pub fn placed(&self) -> Placed<'_> {
        Placed { findings: self.findings.iter(), lines: LineIndex::new(self.document.source()) }
    }

    /// What it scores.
    pub fn score(&self) -> Score {
        maycrawl_lint::score(&self.document, &self.findings)
    }

    /// Whether a finding is at least so severe.
    pub fn has(&self, severity: Severity) -> bool {
        self.findings.iter().any(|finding| finding.severity >= severity)
    }

    /// What tells each finding from others when lines move, in their order: its
    /// rule and the text of its line.
    pub fn fingerprints(&self) -> Vec<String> {
        let fingerprints = self.placed().map(|(finding, start, _)| {
            let text = self.document.line(start.line).map_or(&b""[..], |line| line.text());
            format!("{} {}", finding.rule.name, sanitize(text.trim_ascii()))
        });
        fingerprints.collect()
    }
}

/// Findings of a file, each with the places where it begins and ends.
#[derive(Debug)]
pub struct Placed<'l> {
    findings: std::slice::Iter<'l, Finding>,
    lines: LineIndex,
}

impl<'l> Iterator for Placed<'l> {
    type Item = (&'l Finding, Position, Position);

    fn next(&mut self) -> Option<Self::Item> {
        let finding = self.findings.next()?;
        let place = |at| self.lines.position(at);
        Some((finding, place(finding.span.start), place(finding.span.end)))
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
    if told.is_empty() { "no findings".into() } else { told.join(", ") }
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
        message.push_str(" (affects ");
        message.push_str(&finding.dialects.join(", "));
        message.push(')');
    }
    sanitize(message.as_bytes())
}

/// Where a rule's page is.
#[cfg(feature = "sarif")]
pub(crate) fn page_url(rule: &maycrawl_lint::Rule) -> String {
    format!("https://github.com/maycrawl/maycrawl/blob/main/docs/rules/{}.md", rule.name)
}
