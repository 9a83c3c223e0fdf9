//! Several answers, or crawlers, as a table for a terminal.

use anstyle::{AnsiColor, Style};
use comfy_table::{Cell, ContentArrangement, Table};
use maycrawl::Rules;
use maycrawl_crawlers::Crawler;

use crate::answer::Answer;
use crate::comparison::Comparison;
use crate::crawlers::{purposes, verdict as verdict_for_root};
use crate::display::{agent_name, fill, reading, sanitize};

/// More agents than this, and than URLs, stand in rows.
const MOST_COLUMNS: usize = 6;

/// The agents' answers: a URL a row and an agent a column, or the other way
/// round where there are many agents and few URLs. `answers` come in the order of
/// URLs: all agents of the first, then those of the second. What is wider than
/// `width` is broken. Answers that are not `shown` are left out.
pub fn matrix(
    answers: &[Answer],
    n_agents: usize,
    width: Option<u16>,
    shown: impl Fn(&Answer) -> bool,
) -> String {
    let mut table = plain_table(width);
    let by_url: Vec<&[Answer]> = answers.chunks(n_agents.max(1)).collect();
    let agents = by_url.first().copied().unwrap_or_default();
    let url =
        |answers: &&[Answer]| answers.first().map_or_else(String::new, |one| sanitize(&one.url));
    let short = |answer: &Answer| if shown(answer) { short(answer) } else { "-".into() };
    let is_turned = n_agents > MOST_COLUMNS && n_agents > by_url.len();
    let heads: Vec<_> = if is_turned {
        by_url.iter().map(url).collect()
    } else {
        agents.iter().map(|answer| agent_name(&answer.agent)).collect()
    };
    table
        .set_header(std::iter::once(String::new()).chain(heads).map(Cell::new).collect::<Vec<_>>());
    if is_turned {
        for (index, agent) in agents.iter().enumerate() {
            let cells = by_url.iter().filter_map(|answers| answers.get(index)).map(&short);
            table.add_row(
                std::iter::once(agent_name(&agent.agent)).chain(cells).collect::<Vec<_>>(),
            );
        }
    } else {
        for answers in &by_url {
            let cells = answers.iter().map(&short);
            table.add_row(std::iter::once(url(answers)).chain(cells).collect::<Vec<_>>());
        }
    }
    coloured(&rendered(table), true)
}

/// Which agents read files otherwise than Google does, a line for each way of reading; empty if
/// none does. `answers` are as for [`matrix`], of one URL or more.
pub fn readings(answers: &[Answer], n_agents: usize, width: usize) -> String {
    let agents = answers.get(..n_agents).unwrap_or(answers);
    let mut by_reading: Vec<(String, Vec<String>)> = Vec::new();
    for (answer, reading) in agents.iter().filter_map(|one| Some((one, reading(&one.dialect)?))) {
        let name = agent_name(&answer.agent);
        match by_reading.iter_mut().find(|(known, _)| *known == reading) {
            Some((_, names)) => names.push(name),
            None => by_reading.push((reading, vec![name])),
        }
    }
    let line = |(reading, names): (String, Vec<String>)| {
        let who = if names.len() == agents.len() { "all".into() } else { names.join(", ") };
        fill(&format!("{reading}: {who}"), width) + "\n"
    };
    by_reading.into_iter().map(line).collect()
}

/// The answers of all dialects to one question, under a line that says which.
/// What is wider than `width` is broken.
pub fn dialects(comparison: &Comparison, width: Option<u16>) -> String {
    let mut table = plain_table(width);
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
    let question = format!("{} for {}", sanitize(&comparison.url), agent_name(&comparison.agent));
    format!("{question}\n{}", coloured(&rendered(table), false))
}

/// Several crawlers, and if rules are given, what they say about `/` and how they were read.
/// What is wider than `width` is broken.
pub fn crawlers(crawlers: &[(&Crawler, Option<Rules>)], width: Option<u16>) -> String {
    let mut table = plain_table(width);
    for (crawler, rules) in crawlers {
        let mut row = vec![
            crawler.token().to_owned(),
            crawler.operator().to_owned(),
            purposes(crawler, ", "),
            format!("obeys: {}", crawler.obeys().name().replace("may-not", "not always")),
        ];
        row.extend(rules.iter().flat_map(|rules| {
            [verdict_for_root(rules), reading(rules.dialect()).unwrap_or_default()]
        }));
        table.add_row(row);
    }
    rendered(table)
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

fn plain_table(width: Option<u16>) -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table
}

fn rendered(mut table: Table) -> String {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let lines: Vec<_> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Paints the verdicts, which stand after the first column and the header. The
/// table library measures text without colours, so this comes last.
fn coloured(table: &str, has_header: bool) -> String {
    let paint = |text: &str, colour: AnsiColor| {
        let style = Style::new().fg_color(Some(colour.into()));
        format!("{style}{text}{style:#}")
    };
    let mut painted = Vec::new();
    for (index, line) in table.lines().enumerate() {
        let first_column = line.find("  ").unwrap_or(line.len());
        if has_header && index == 0 || line.starts_with(' ') {
            painted.push(line.to_owned());
            continue;
        }
        let (first, rest) = line.split_at_checked(first_column).unwrap_or((line, ""));
        let mut line = first.to_owned();
        for piece in rest.split_inclusive(' ') {
            let word = piece.trim_end_matches(' ');
            line.push_str(&match word.split([':', '?']).next() {
                Some("allow") => paint(word, AnsiColor::Green),
                Some("disallow") => paint(word, AnsiColor::Red),
                Some("out-of-scope" | "later" | "unasked") => paint(word, AnsiColor::Yellow),
                _ => word.to_owned(),
            });
            line.push_str(piece.get(word.len()..).unwrap_or_default());
        }
        painted.push(line);
    }
    painted.join("\n")
}
