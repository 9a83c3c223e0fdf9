//! A policy as text and as Markdown.

use std::fmt::Write as _;

use maycrawl::robots::RuleKind;
use maycrawl_crawlers::Purpose;
use maycrawl_lint::{Counts, CrawlerStanding, Opening, Policy, Standing, UnreadName};

use crate::display::{rule_text, sanitize};

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
pub fn text(policy: &Policy, name: &str) -> String {
    let mut text = format!("{name}, read {}\n{}\n", how(policy), counting(policy));
    let head = Standing::ALL.map(|standing| format!("{:>10}", standing.code())).concat();
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
pub fn markdown(policy: &Policy, name: &str) -> String {
    let mut text =
        format!("# Who may crawl, by {name}\n\nRead {}.\n\n{}\n", how(policy), counting(policy));
    let head = Standing::ALL.map(|standing| format!(" {} |", standing.code())).concat();
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

/// How the file was read.
fn how(policy: &Policy) -> String {
    match &policy.dialect {
        Some(dialect) => format!("as {dialect}"),
        None => "by each crawler as it reads itself".into(),
    }
}

/// How the tables count.
fn counting(policy: &Policy) -> String {
    let ignore =
        policy.crawlers.iter().filter(|one| one.crawler.obeys_global() == Some(false)).count();
    let small = policy.operators.len() - operators(policy).count();
    format!(
        "{} crawlers are known; {ignore} of them ignore the group for *. One of several purposes\n\
         counts in each. {small} smaller operators appear only in the JSON.",
        policy.crawlers.len(),
    )
}

fn purposes(policy: &Policy) -> impl Iterator<Item = (String, &Counts)> {
    policy.purposes.iter().map(|(purpose, counts)| (purpose.name().to_owned(), counts))
}

fn operators(policy: &Policy) -> impl Iterator<Item = (String, &Counts)> {
    let large = |counts: &Counts| counts.values().sum::<usize>() >= FEWEST_CRAWLERS;
    let shown =
        policy.operators.iter().filter(move |(name, counts)| *name != "unknown" && large(counts));
    shown.map(|(operator, counts)| (operator.clone(), counts))
}

/// The counts in the order of the standings; nothing for none.
fn cells(counts: &Counts) -> [String; 4] {
    Standing::ALL.map(|standing| counts.get(&standing).map_or_else(|| "-".into(), usize::to_string))
}

/// Where crawlers may go, for each part of the AI view, and what the preferences
/// say.
fn ai(policy: &Policy) -> Vec<(&'static str, String)> {
    let mut lines: Vec<_> = AI
        .iter()
        .map(|(title, purpose)| {
            let all = policy.of_purpose(*purpose).count();
            let of = |wanted: Standing| -> Vec<&str> {
                let of = policy.of_purpose(*purpose).filter(move |one| one.standing == wanted);
                let mut of: Vec<&CrawlerStanding> = of.collect();
                // Those that the file names come first.
                of.sort_by_key(|one| !one.is_named);
                of.into_iter().map(|one| one.crawler.token()).collect()
            };
            let parts: Vec<_> =
                [Standing::Nowhere, Standing::Partly, Standing::Undecided, Standing::Everywhere]
                    .into_iter()
                    .filter_map(|standing| match &*of(standing) {
                        [] => None,
                        tokens if tokens.len() == all => {
                            Some(format!("all {all} {}", standing.code()))
                        }
                        tokens => Some(format!("{} {}", standing.code(), some(tokens))),
                    })
                    .collect();
            (*title, parts.join("; "))
        })
        .collect();
    let word = |granted: bool| if granted { "yes" } else { "no" };
    if let Some(signal) = &policy.content_signal {
        let said = [
            ("search", signal.search.map(word)),
            ("ai-input", signal.ai_input.map(word)),
            ("ai-train", signal.ai_train.map(word)),
            ("use", signal.use_.map(maycrawl::preferences::ContentUse::name)),
        ];
        let said = said.iter().filter_map(|(key, value)| Some(format!("{key}={}", (*value)?)));
        lines.push(("Content-Signal", said.collect::<Vec<_>>().join(", ")));
    }
    if let Some(usage) = &policy.content_usage {
        let said = usage.keys.iter().map(|(key, granted)| {
            format!("{}={}", sanitize(key), if *granted { "y" } else { "n" })
        });
        lines.push(("Content-Usage", said.collect::<Vec<_>>().join(", ")));
    }
    if !policy.licenses.is_empty() {
        let licenses = policy.licenses.iter().map(|license| sanitize(license.as_bytes()));
        lines.push(("License", licenses.collect::<Vec<_>>().join(", ")));
    }
    lines
}

/// Some of many names.
fn some<N: AsRef<str>>(names: &[N]) -> String {
    const MOST_NAMES: usize = 8;
    let more = names.len().saturating_sub(MOST_NAMES);
    let shown: Vec<&str> = names.iter().take(MOST_NAMES).map(AsRef::as_ref).collect();
    let shown = shown.join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// What a site owner may not have meant.
fn lists(policy: &Policy) -> Vec<(&'static str, Vec<String>)> {
    let unread = policy.unread_names.iter().map(|UnreadName { token, line, dialect, .. }| {
        format!(
            "line {line}: {token} is no product token to {dialect}, so the line does not reach it"
        )
    });
    let lists = [
        ("Contradictions", policy.contradictions.iter().map(ToString::to_string).collect()),
        ("Named in vain", unread.collect()),
        ("Named groups that leave open what * forbids", openings(policy)),
    ];
    lists.into_iter().filter(|(_, items)| !items.is_empty()).collect()
}

fn openings(policy: &Policy) -> Vec<String> {
    let names = |opening: &Opening| opening.names.iter().map(|name| sanitize(name)).collect();
    let mut items: Vec<String> = Vec::new();
    for opening in policy.openings.iter().filter(|opening| !opening.is_deliberate) {
        let Some(rule) = opening.rules.first() else { continue };
        let names: Vec<String> = names(opening);
        let more = match opening.rules.len() - 1 {
            0 => String::new(),
            1 => "; one more rule does not hold for it".into(),
            more => format!("; {more} more rules do not hold for it"),
        };
        items.push(format!(
            "line {}: {} may fetch {}, which {} (line {}) forbids to others{more}",
            opening.line,
            some(&names),
            sanitize(&rule.path),
            rule_text(RuleKind::Disallow, &rule.value),
            rule.line,
        ));
    }
    let free: Vec<String> =
        policy.openings.iter().filter(|one| one.is_deliberate).flat_map(names).collect();
    if !free.is_empty() {
        items.push(format!("everything is open to {}", some(&free)));
    }
    items
}
