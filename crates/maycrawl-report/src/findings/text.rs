//! Findings as text for a terminal.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use maycrawl_lint::{Applicability, Finding, Positions, Score, Severity, cost};

use crate::display::fill;
use crate::file::{Excerpt, shown};
use crate::findings::Linted;

/// How far from the finding a related line may stand to be shown with it.
const NEAR: u32 = 12;

/// The findings of a file, each with its line in the file. The text is styled;
/// strip it where it is not shown on a terminal.
pub fn findings(linted: &Linted, width: usize) -> String {
    let positions = Positions::new(linted.document());
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii).term_width(width);
    let shown = linted
        .findings()
        .iter()
        .map(|finding| renderer.render(&[group(finding, linted, &positions, width)]) + "\n\n");
    shown.collect()
}

fn group<'a>(
    finding: &'a Finding,
    linted: &'a Linted,
    positions: &Positions<'_>,
    width: usize,
) -> Group<'a> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let name = format!("{}[{}]", finding.severity.name(), finding.rule.name);
    let title = level.with_name(name).primary_title(shown(finding.what.as_bytes()));
    let mut group = title.elements(None::<Element<'_>>);

    let at = positions.of(finding.span.start).line;
    let is_near = |line: u32| line.abs_diff(at) <= NEAR;
    let related =
        || finding.related.iter().map(|(span, label)| (positions.of(span.start).line, span, label));
    let near: Vec<_> = related().filter(|(line, ..)| is_near(*line)).collect();
    let first = near.iter().map(|(line, ..)| *line).chain([at]).min().unwrap_or(at);
    let last = near.iter().map(|(line, ..)| *line).chain([at]).max().unwrap_or(at);
    let excerpt = Excerpt::of(linted.document(), first, last);
    if linted.document().lines().len() == 0 || finding.span.is_empty() {
        group = group.element(Origin::path(linted.name()).line(at as usize));
    } else {
        let primary = excerpt.range(finding.span, linted.document().source());
        let mut annotations: Vec<_> =
            primary.into_iter().map(|range| AnnotationKind::Primary.span(range)).collect();
        for (_, span, label) in near {
            let range = excerpt.range(*span, linted.document().source());
            annotations.extend(
                range.map(|range| AnnotationKind::Context.span(range).label(label.as_str())),
            );
        }
        let snippet = Snippet::source(excerpt.text)
            .line_start(excerpt.first as usize)
            .path(linted.name())
            .annotations(annotations);
        group = group.element(snippet);
    }
    let told = |level: Level<'static>, name: &'static str, text: &str| {
        let indent = name.len() + 7;
        level.with_name(name).message(fill(text, width.saturating_sub(indent).max(20)))
    };
    let far: Vec<_> = related().filter(|(line, ..)| !is_near(*line)).collect();
    if let Some((line, _, label)) = far.first() {
        let more =
            if far.len() > 1 { format!(" (and {} more)", far.len() - 1) } else { String::new() };
        group = group.element(told(
            Level::NOTE,
            "see",
            &format!("line {line}: {}{more}", shown(label.as_bytes())),
        ));
    }
    if let Some(path) = &finding.path {
        group = group.element(told(Level::NOTE, "for example", &shown(path)));
    }
    if !finding.dialects.is_empty() {
        group = group.element(told(Level::NOTE, "concerns", &finding.dialects.join(", ")));
    }
    group = group.element(told(Level::NOTE, "why", &without_links(&finding.why())));
    group = group.element(told(Level::HELP, "help", &shown(finding.todo.as_bytes())));
    if let Some(fix) = finding.fixes.first() {
        let command = match fix.applicability {
            Applicability::Safe => "maycrawl fix",
            Applicability::Unsafe => "maycrawl fix --unsafe",
        };
        let text =
            format!("{} ({}): {command}", shown(fix.title.as_bytes()), fix.applicability.name());
        group = group.element(told(Level::HELP, "fix", &text));
    }
    group
}

/// Markdown's links as their text: a terminal shows the page's address.
pub fn without_links(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        plain.push_str(before);
        match link.split_once("](").and_then(|(name, link)| Some((name, link.split_once(')')?.1))) {
            Some((name, after)) => {
                plain.push_str(name);
                rest = after;
            }
            None => {
                plain.push('[');
                rest = link;
            }
        }
    }
    plain + rest
}

/// How a score came about, line by line.
pub fn score(score: &Score, linted: &Linted) -> String {
    let mut text = format!("{}: score {} of 100\n", linted.name(), score.points);
    for (finding, start, _) in linted.placed().filter(|(finding, ..)| cost(finding.severity) > 0) {
        text.push_str(&format!(
            "  -{:<3} line {:<5} {} ({})\n",
            cost(finding.severity),
            start.line,
            finding.rule.name,
            finding.severity.name(),
        ));
    }
    for (group, cost) in &score.groups {
        let full = 10 * cost.errors + 3 * cost.warnings;
        if full > cost.points {
            text.push_str(&format!(
                "  +{:<3} {group}: no group costs more than {}\n",
                full - cost.points,
                cost.points
            ));
        }
    }
    text
}
