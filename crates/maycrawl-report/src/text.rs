//! One answer as text: the deciding line in its place in the file.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Element, Level, Renderer, Snippet};
use maycrawl::{
    Explanation,
    agent::GroupChoice,
    explain::{ExplainedAgent, ExplainedRule},
    lines::Span,
    verdict::LossReason,
};

use crate::answer::{Answer, Outcome};
use crate::display::{agent_name, fill, fill_below, reading_note, sanitize};
use crate::excerpt::Excerpt;
use crate::file::File;
use crate::times::http_date;

/// How many rules that lost are marked in the file.
const MOST_OTHERS: usize = 3;

/// How many `User-agent` lines are marked in the file.
const MOST_AGENTS: usize = 3;

/// An answer with the deciding line in its place in the file, the matched part
/// marked, and one sentence why.
///
/// `width` is that of the terminal. The text is styled; strip it where it is
/// not shown on a terminal.
pub fn answer(answer: &Answer, file: &File, width: usize) -> String {
    let level = match &answer.outcome {
        _ if answer.is_allowed() => Level::NOTE.with_name("allowed"),
        Outcome::Decided(_) => Level::ERROR.with_name("disallowed"),
        Outcome::NoRules { .. } | Outcome::CouldNotAsk { .. } => Level::WARNING.with_name("later"),
        Outcome::OutOfScope { .. } => Level::WARNING.with_name("out of scope"),
        Outcome::Unasked { .. } => Level::WARNING.with_name("unasked"),
    };
    let title = format!(
        "{} for {}{}",
        sanitize(&answer.url),
        agent_name(&answer.agent),
        reading_note(&answer.dialect)
    );
    let mut has_snippet = false;
    let mut more = None;
    let mut group = level.primary_title(title).elements(None::<Element<'_>>);
    if let Some(explanation) = answer.explanation() {
        let marks = marks(explanation, answer);
        more = unmarked(explanation);
        let first = marks.iter().map(|mark| mark.line).min();
        let last = marks.iter().map(|mark| mark.line).max();
        if let (Some(first), Some(last)) = (first, last) {
            let excerpt = Excerpt::of(
                file.document(),
                first.saturating_sub(1).max(1),
                last.saturating_add(1),
            );
            let annotations: Vec<Annotation<'_>> = marks
                .iter()
                .filter_map(|mark| {
                    Some(
                        mark.kind
                            .span(excerpt.range(mark.span, file.source())?)
                            .label(mark.label.clone()),
                    )
                })
                .collect();
            let snippet = Snippet::source(excerpt.text)
                .line_start(excerpt.first as usize)
                .path(file.name().to_owned())
                .annotations(annotations);
            group = group.element(snippet);
            has_snippet = true;
        }
    }
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii).term_width(width);
    if has_snippet {
        let indent = "  = why: ".len() + 4;
        let why = fill(&answer.why(), width.saturating_sub(indent));
        let more = more.map(|more| Level::NOTE.message(more));
        let why = Level::NOTE.with_name("why").message(why);
        let sources = answer.disagreement().map(|line| {
            Level::NOTE.with_name("sources").message(fill(&line, width.saturating_sub(indent + 4)))
        });
        return renderer.render(&[group.elements(more).element(why).elements(sources)]);
    }
    let retry = answer.retry_at().map_or_else(String::new, |time| {
        format!("\n  = retry: ask again after {}", http_date(time))
    });
    let why = fill_below(&answer.why(), width, "  = why: ".len());
    let sources = answer.disagreement().map_or_else(String::new, |line| {
        format!("\n  = sources: {}", fill_below(&line, width, "  = sources: ".len()))
    });
    format!("{}\n  = why: {why}{sources}{retry}", renderer.render(&[group]))
}

/// Something in the file that is marked, with a word about it.
struct Mark {
    kind: AnnotationKind,
    line: u32,
    span: Span,
    label: String,
}

fn marks(explanation: &Explanation, answer: &Answer) -> Vec<Mark> {
    let mut marks = Vec::new();
    marks.extend(explanation.rule.as_ref().map(|rule| Mark {
        kind: AnnotationKind::Primary,
        line: rule.line,
        span: rule.span,
        label: matched(rule, explanation),
    }));
    let causes = explanation.agents.iter().filter(|agent| agent.is_cause).take(MOST_AGENTS);
    marks.extend(causes.map(|agent| group_mark(agent, explanation, answer)));
    marks.extend(explanation.others.iter().take(MOST_OTHERS).map(|(rule, lost)| Mark {
        kind: AnnotationKind::Context,
        line: rule.line,
        span: rule.span,
        label: loser(*lost).into(),
    }));
    marks
}

/// How many rules match beside those that are marked.
fn unmarked(explanation: &Explanation) -> Option<String> {
    let others = explanation.others.iter().skip(MOST_OTHERS);
    let listed = others.filter(|(_, lost)| *lost != LossReason::Empty).count();
    match listed + explanation.unlisted_others {
        0 => None,
        1 => Some("and 1 more rule that matches".into()),
        more => Some(format!("and {more} more rules that match")),
    }
}

fn group_mark(agent: &ExplainedAgent, explanation: &Explanation, answer: &Answer) -> Mark {
    let name = agent_name(&answer.agent);
    let label = match explanation.choice {
        GroupChoice::ByName { token } if token > 0 && !answer.agent.is_pooled() => {
            format!("{name} falls back to this group")
        }
        GroupChoice::ByName { .. } => format!("names {name}"),
        _ => "every crawler that no group names".into(),
    };
    Mark { kind: AnnotationKind::Context, line: agent.line, span: agent.span, label }
}

/// What a rule matched, as far as it is not plain to see.
fn matched(rule: &ExplainedRule, explanation: &Explanation) -> String {
    let end = rule.pieces.iter().map(|piece| piece.path.end).max();
    let Some(part) = end.and_then(|end| explanation.path.get(..end)) else {
        return "restricts nothing".into();
    };
    let whole = if part.len() == explanation.path.len() { "" } else { " of " };
    let path = if whole.is_empty() { String::new() } else { sanitize(&explanation.path) };
    let as_pattern = if rule.pattern == rule.value {
        String::new()
    } else {
        format!("as {} ", sanitize(&rule.pattern))
    };
    format!("{as_pattern}matches {}{whole}{path}", sanitize(part))
}

const fn loser(lost: LossReason) -> &'static str {
    match lost {
        LossReason::Shorter => "matches too, but is shorter",
        LossReason::Tie => "matches too and is equally long, but loses the tie",
        LossReason::Later => "matches too, but comes later",
        LossReason::WildcardConflict => {
            "matches too, but this dialect blocks where wildcards \
            conflict"
        }
        LossReason::Empty => "has no path",
        _ => "matches too",
    }
}
