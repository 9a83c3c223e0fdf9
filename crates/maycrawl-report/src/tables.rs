//! Several answers as a table for a terminal.

use anstyle::{AnsiColor, Style};
use comfy_table::{Cell, Table};

use crate::answer::Answer;
use crate::comparison::Comparison;
use crate::display::agent_name;
use crate::file::shown;

/// The agents' answers, a URL a row and an agent a column. `answers` come in
/// that order: all agents of the first URL, then those of the second.
pub fn matrix(answers: &[Answer], n_agents: usize) -> String {
    let mut table = plain_table();
    let Some(first) = answers.chunks(n_agents.max(1)).next() else {
        return String::new();
    };
    let heads = first.iter().map(|answer| Cell::new(agent_name(&answer.agent)));
    table.set_header([Cell::new("")].into_iter().chain(heads).collect::<Vec<_>>());
    for row in answers.chunks(n_agents.max(1)) {
        let url = row.first().map_or_else(String::new, |answer| shown(&answer.url));
        let cells = row.iter().map(|answer| Cell::new(short(answer)));
        table.add_row([Cell::new(url)].into_iter().chain(cells).collect::<Vec<_>>());
    }
    coloured(&rendered(table))
}

/// The answers of all dialects to one question.
pub fn dialects(comparison: &Comparison) -> String {
    let mut table = plain_table();
    for one in &comparison.answers {
        let rule = one.answer.explanation().and_then(|explanation| explanation.rule.as_ref());
        let because = match rule {
            Some(rule) => {
                format!("line {}: {}", rule.line, crate::display::rule_text(rule.kind, &rule.value))
            }
            None => one.answer.explanation().map_or("", |e| e.verdict.reason().title()).into(),
        };
        let causes: Vec<_> = one.causes.iter().map(|knob| knob.name).collect();
        let by = match &*causes {
            [] => String::new(),
            causes => format!("by {}", causes.join(" and ")),
        };
        table.add_row([one.dialect.to_owned(), verdict(&one.answer), because, by]);
    }
    coloured(&rendered(table))
}

/// A verdict and its line, as in `disallow:4`.
fn short(answer: &Answer) -> String {
    match answer.line() {
        0 => verdict(answer),
        line => format!("{}:{line}", verdict(answer)),
    }
}

/// A verdict, with `?` where the dialect leaves it undefined.
fn verdict(answer: &Answer) -> String {
    let is_undefined = answer.explanation().is_some_and(|e| e.verdict.is_undefined());
    format!("{}{}", answer.verdict_name(), if is_undefined { "?" } else { "" })
}

fn plain_table() -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table
}

fn rendered(mut table: Table) -> String {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let lines: Vec<_> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Paints the verdicts; the table library measures text without colours.
fn coloured(table: &str) -> String {
    let paint = |text: &str, colour: AnsiColor| {
        let style = Style::new().fg_color(Some(colour.into()));
        format!("{style}{text}{style:#}")
    };
    let mut painted = String::with_capacity(table.len());
    for piece in table.split_inclusive([' ', '\n']) {
        let word = piece.trim_end_matches([' ', '\n']);
        painted.push_str(&match word.split([':', '?']).next() {
            Some("allow") => paint(word, AnsiColor::Green),
            Some("disallow") => paint(word, AnsiColor::Red),
            Some("out-of-scope") => paint(word, AnsiColor::Yellow),
            _ => word.to_owned(),
        });
        painted.push_str(piece.get(word.len()..).unwrap_or_default());
    }
    painted
}
