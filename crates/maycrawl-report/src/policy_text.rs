//! A policy as text and as Markdown.

use std::fmt::Write as _;

use maycrawl_crawlers::Purpose;

use crate::policy::{Counts, Policy, Standing};

/// The groups of the AI view.
const AI: [(&str, Purpose); 4] = [
    ("training", Purpose::AiTraining),
    ("search and grounding", Purpose::AiSearch),
    ("user fetch", Purpose::UserFetch),
    ("control tokens", Purpose::ControlToken),
];

/// Operators with fewer crawlers than this are left to JSON.
const FEWEST_CRAWLERS: usize = 3;

/// A policy as text for a terminal.
pub fn text(policy: &Policy<'_>, name: &str) -> String {
    let mut text = format!("{name}, read as {}\n", policy.dialect);
    let head = Standing::ALL.map(|standing| format!("{:>10}", standing.name())).concat();
    let mut table = |title: &str, rows: &mut dyn Iterator<Item = (String, &Counts)>| {
        let _ = writeln!(text, "\n{title:28}{head}");
        for (name, counts) in rows {
            let _ = writeln!(
                text,
                "{name:28}{}",
                cells(counts).map(|cell| format!("{cell:>10}")).concat()
            );
        }
    };
    table("crawlers by purpose", &mut purposes(policy));
    table("by operator", &mut operators(policy));
    let _ = writeln!(text, "\nAI");
    for (title, who) in ai(policy) {
        let _ = writeln!(text, "  {title:24}{who}");
    }
    for (title, items) in lists(policy) {
        let _ = writeln!(text, "\n{title}");
        for item in items {
            let _ = writeln!(text, "  {item}");
        }
    }
    text
}

/// A policy as Markdown.
pub fn markdown(policy: &Policy<'_>, name: &str) -> String {
    let mut text = format!("# Who may crawl, by {name}\n\nRead as {}.\n", policy.dialect);
    let head = Standing::ALL.map(|standing| format!(" {} |", standing.name())).concat();
    let mut table = |title: &str, rows: &mut dyn Iterator<Item = (String, &Counts)>| {
        let _ = writeln!(text, "\n| {title} |{head}\n|---|---|---|---|---|");
        for (name, counts) in rows {
            let _ = writeln!(
                text,
                "| {name} |{}",
                cells(counts).map(|cell| format!(" {cell} |")).concat()
            );
        }
    };
    table("crawlers by purpose", &mut purposes(policy));
    table("by operator", &mut operators(policy));
    let _ = writeln!(text, "\n## AI\n");
    for (title, who) in ai(policy) {
        let _ = writeln!(text, "- {title}: {who}");
    }
    for (title, items) in lists(policy) {
        let _ = writeln!(text, "\n## {title}\n");
        for item in items {
            let _ = writeln!(text, "- {item}");
        }
    }
    text
}

fn purposes<'p>(policy: &'p Policy<'_>) -> impl Iterator<Item = (String, &'p Counts)> {
    policy.purposes.iter().map(|(purpose, counts)| (purpose.name().to_owned(), counts))
}

fn operators<'p>(policy: &'p Policy<'_>) -> impl Iterator<Item = (String, &'p Counts)> {
    let large = |counts: &Counts| counts.values().sum::<usize>() >= FEWEST_CRAWLERS;
    let shown = policy.operators.iter().filter(move |(_, counts)| large(counts));
    shown.map(|(operator, counts)| ((*operator).to_owned(), counts))
}

/// The counts in the order of the standings; nothing for none.
fn cells(counts: &Counts) -> [String; 4] {
    Standing::ALL.map(|standing| counts.get(&standing).map_or_else(|| "-".into(), usize::to_string))
}

/// Who may go nowhere or only partly, for each part of the AI view, and what the
/// preferences say.
fn ai(policy: &Policy<'_>) -> Vec<(&'static str, String)> {
    let mut lines: Vec<_> = AI
        .iter()
        .map(|(title, purpose)| {
            let all = policy.of_purpose(*purpose).count();
            let of = |wanted: Standing| {
                let of =
                    policy.of_purpose(*purpose).filter(move |(_, standing)| *standing == wanted);
                of.map(|(crawler, _)| crawler.token()).collect::<Vec<_>>()
            };
            let parts: Vec<_> = [Standing::Nowhere, Standing::Partly, Standing::Undecided]
                .into_iter()
                .filter_map(|standing| match &*of(standing) {
                    [] => None,
                    tokens if tokens.len() == all => Some(format!("all {all} {}", standing.name())),
                    tokens => Some(format!("{} {}", standing.name(), some(tokens))),
                })
                .collect();
            let who =
                if parts.is_empty() { format!("all {all} everywhere") } else { parts.join("; ") };
            (*title, who)
        })
        .collect();
    let word = |granted: bool| if granted { "yes" } else { "no" };
    if let Some(signal) = &policy.content_signal {
        let said = [
            ("search", signal.search.map(word)),
            ("ai-input", signal.ai_input.map(word)),
            ("ai-train", signal.ai_train.map(word)),
            ("use", signal.use_.map(maycrawl::Use::name)),
        ];
        let said = said.iter().filter_map(|(key, value)| Some(format!("{key}={}", (*value)?)));
        lines.push(("Content-Signal", said.collect::<Vec<_>>().join(", ")));
    }
    if let Some(usage) = &policy.content_usage {
        let said = usage.keys.iter().map(|(key, granted)| {
            format!("{}={}", crate::file::shown(key), if *granted { "y" } else { "n" })
        });
        lines.push(("Content-Usage", said.collect::<Vec<_>>().join(", ")));
    }
    if !policy.licenses.is_empty() {
        lines.push(("License", policy.licenses.join(", ")));
    }
    lines
}

/// Some of many names.
fn some(names: &[&str]) -> String {
    const MOST_NAMES: usize = 8;
    let more = names.len().saturating_sub(MOST_NAMES);
    let shown = names.get(..MOST_NAMES).unwrap_or(names).join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// What a site owner may not have meant.
fn lists(policy: &Policy<'_>) -> Vec<(&'static str, Vec<String>)> {
    let dropped = policy.dropped.iter().map(|one| {
        format!(
            "line {}: the group for {} does not repeat {}: {} is open to it",
            one.line, one.agents, one.rule, one.path,
        )
    });
    let lists = [
        ("Contradictions", policy.contradictions.clone()),
        ("Named groups that leave open what * forbids", dropped.collect()),
    ];
    lists.into_iter().filter(|(_, items)| !items.is_empty()).collect()
}
