//! Findings as text for a terminal.

use std::fmt::Write as _;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet,
};
use maycrawl::lines::{LineIndex, Span};
use maycrawl_lint::{Applicability, Cost, Finding, Severity};

use crate::display::{fill, sanitize};
use crate::excerpt::Excerpt;
use crate::findings::Linted;
use crate::markdown::without_links;

/// How far from the finding a related line may stand to be shown with it.
const NEAR: u32 = 12;

/// The findings of a file, each with its line in the file. The text is styled;
/// strip it where it is not shown on a terminal.
pub fn findings(linted: &Linted, width: usize) -> String {
    let lines = LineIndex::new(linted.document().source());
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii).term_width(width);
    let shown = linted
        .findings()
        .iter()
        .map(|finding| renderer.render(&[group(finding, linted, &lines, width)]) + "\n\n");
    shown.collect()
}

fn group<'a>(
    finding: &'a Finding,
    linted: &'a Linted,
    lines: &LineIndex,
    width: usize,
) -> Group<'a> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let name = format!("{}[{}]", finding.severity.as_str(), finding.rule.name);
    let message = sanitize(finding.message.as_bytes());
    let message = fill(&message, width.saturating_sub(name.len() + 2));
    let title = level.with_name(name).primary_title(message);
    let line = lines.position(finding.span.start).line;
    let related = finding
        .related
        .iter()
        .map(|(span, label)| (lines.position(span.start).line, *span, &**label));
    let (near, far): (Vec<Related<'_>>, Vec<_>) =
        related.partition(|(other, ..)| line.abs_diff(*other) <= NEAR);

    let shown_in_file = match snippet(finding, linted, line, &near) {
        Some(snippet) => Element::from(snippet),
        None => Element::from(Origin::path(linted.name()).line(line as usize)),
    };
    let told = explained(finding, &far).into_iter().map(|(level, name, text)| {
        let indent = name.len() + 7;
        level.with_name(name).message(fill(&text, width.saturating_sub(indent)))
    });
    title.element(shown_in_file).elements(told)
}

/// A place that has to do with a finding: its line, its span, a few words.
type Related<'a> = (u32, Span, &'a str);

/// The line of a finding with those near it; `None` where there is nothing to
/// mark.
fn snippet<'a>(
    finding: &Finding,
    linted: &'a Linted,
    line: u32,
    near: &[Related<'a>],
) -> Option<Snippet<'a, Annotation<'a>>> {
    let first = near.iter().map(|(line, ..)| *line).chain([line]).min()?;
    let last = near.iter().map(|(line, ..)| *line).chain([line]).max()?;
    let excerpt = Excerpt::of(linted.document(), first, last);
    let range = |span: Span| excerpt.range(span, linted.document().source());
    let primary = range(finding.span).filter(|_| !finding.span.is_empty())?;
    let mut annotations = vec![AnnotationKind::Primary.span(primary)];
    annotations.extend(near.iter().filter_map(|(_, span, label)| {
        Some(AnnotationKind::Context.span(range(*span)?).label(*label))
    }));
    let snippet = Snippet::source(excerpt.text.clone())
        .line_start(excerpt.first as usize)
        .path(linted.name())
        .annotations(annotations);
    Some(snippet)
}

/// The notes below the line: a name and a text each.
fn explained(
    finding: &Finding,
    far: &[Related<'_>],
) -> Vec<(Level<'static>, &'static str, String)> {
    let mut told = Vec::new();
    if let [(line, _, label), others @ ..] = far {
        let more =
            if others.is_empty() { String::new() } else { format!(" (and {} more)", others.len()) };
        told.push((
            Level::NOTE,
            "see",
            format!("line {line}: {}{more}", sanitize(label.as_bytes())),
        ));
    }
    if let Some(path) = &finding.path {
        told.push((Level::NOTE, "for example", sanitize(path)));
    }
    if !finding.dialects.is_empty() {
        told.push((Level::NOTE, "affects", finding.dialects.join(", ")));
    }
    told.push((Level::NOTE, "why", without_links(&finding.why())));
    told.push((Level::HELP, "help", sanitize(finding.help.as_bytes())));
    if let Some(fix) = finding.fixes.first() {
        let command = match fix.applicability {
            Applicability::Safe => "maycrawl fix",
            Applicability::Unsafe => "maycrawl fix --unsafe",
        };
        let title = sanitize(fix.title.as_bytes());
        told.push((
            Level::HELP,
            "fix",
            format!("{title} ({}): {command}", fix.applicability.as_str()),
        ));
    }
    told
}

/// How a score came about, line by line.
pub fn score(linted: &Linted) -> String {
    let score = linted.score();
    let grade = score.grade().as_str();
    let mut text = format!("{}: score {} of 100, {grade}\n", linted.name(), score.points);
    for Cost { rule, effect, findings, points, .. } in &score.costs {
        let often = if *findings == 1 { String::new() } else { format!(" ({findings} findings)") };
        let _ = writeln!(text, "  -{points:<3} {}: {rule}{often}", effect.as_str());
    }
    text
}
