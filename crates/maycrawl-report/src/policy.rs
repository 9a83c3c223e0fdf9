//! A policy as text and as Markdown.

use std::fmt::Write as _;

use maycrawl::robots::RuleKind;
use maycrawl_crawlers::{Catalogue, Obeys, Purpose};
use maycrawl_lint::{Counts, CrawlerStanding, Opening, Policy, Standing, UnreadName};

use crate::display::{fill, rule_text, sanitize};

/// The groups of the AI view.
const AI: [(&str, Purpose); 4] = [
    ("training", Purpose::AiTraining),
    ("search and grounding", Purpose::AiSearch),
    ("user fetch", Purpose::UserFetch),
    ("control tokens", Purpose::ControlToken),
];

/// Operators with fewer crawlers than this are left to JSON.
const FEWEST_CRAWLERS: usize = 3;

/// A policy as text of `width` columns, but for its tables, which take 76: one paragraph that answers, then who may go
/// where, and what the file states beside its rules. `has_all` adds the operators and names every
/// crawler.
pub fn text(policy: &Policy, name: &str, stated: &[String], has_all: bool, width: usize) -> String {
    let most = if has_all { usize::MAX } else { MOST_NAMES };
    let mut text = format!("{name}, read {}\n\n{}\n", how(policy), fill(&summary(policy), width));
    let _ = writeln!(text, "\n{}", fill(&counting(policy), width));
    let head = Standing::ALL.map(|standing| format!("{:>12}", standing.code())).concat();
    let mut table = |title: &str, rows: &mut dyn Iterator<Item = (String, &Counts)>| {
        let _ = writeln!(text, "\n{title:28}{head}");
        for (name, counts) in rows {
            let cells = cells(counts).map(|cell| format!("{cell:>12}")).concat();
            let _ = writeln!(text, "{name:28}{cells}");
        }
    };
    table("crawlers by purpose", &mut purposes(policy));
    if has_all {
        table("by operator", &mut operators(policy));
    }
    let _ = writeln!(text, "\nAI");
    for (title, who) in ai(policy, most) {
        item(&mut text, width, &format!("{title}: {who}"));
    }
    for (title, items) in lists(policy, most) {
        let _ = writeln!(text, "\n{title}");
        for one in items {
            item(&mut text, width, &one);
        }
    }
    if !stated.is_empty() {
        let _ = writeln!(text, "\nBesides the rules");
        for one in stated {
            item(&mut text, width, one);
        }
    }
    if !has_all {
        let _ = writeln!(text, "\n--all adds the operators and names every crawler.");
    }
    text
}

/// An item of a list, wrapped.
fn item(text: &mut String, width: usize, words: &str) {
    for (number, line) in fill(words, width.saturating_sub(4)).lines().enumerate() {
        let indent = if number == 0 { "  " } else { "    " };
        let _ = writeln!(text, "{indent}{line}");
    }
}

/// Who is blocked, who may crawl everything, and what holds for the rest: a few sentences.
///
/// ```
/// use maycrawl_crawlers::{Catalogue, OwnRobots};
/// use maycrawl_lint::Policy;
/// use maycrawl_report::policy::summary;
///
/// let policy = |file| Policy::own(&mut OwnRobots::new(file), Catalogue::built_in());
/// assert_eq!(summary(&policy("")), "Everyone may crawl everything.");
/// assert_eq!(
///     summary(&policy("User-agent: CCBot\nDisallow: /")),
///     "Blocked: CCBot. Everyone else may crawl everything."
/// );
/// // Google reads `User agent`; Bing does not, so for it the last rule is one for `*`.
/// let misspelt = "User-agent: *\nDisallow: /a\n\nUser agent: GPTBot\nDisallow: /";
/// let summary = summary(&policy(misspelt));
/// assert!(summary.contains("Blocked, because they read the file differently: "));
/// assert!(summary.contains(" crawlers"));
/// ```
pub fn summary(policy: &Policy) -> String {
    let (standing, may_fetch_rest) = rest_of(policy)
        .map_or((Standing::Everywhere, true), |one| (one.standing, one.may_fetch_rest));
    let mut sentences = Vec::new();
    if standing == Standing::Nowhere {
        let is_alone = !policy.crawlers.iter().any(|one| one.is_named);
        let whom = match is_alone {
            true if policy.crawlers.iter().any(ignores_global) => {
                "every crawler that follows the group for *"
            }
            true => "every crawler",
            false => "every crawler that no group names",
        };
        sentences.push(format!("Blocked: {whom}."));
    }
    sentences.extend(exceptions(policy, standing));
    let everyone = if sentences.is_empty() { "Everyone" } else { "Everyone else" };
    match standing {
        Standing::Everywhere => sentences.push(format!("{everyone} may crawl everything.")),
        Standing::Nowhere => {}
        Standing::Partly | Standing::Undecided if may_fetch_rest => sentences
            .push(format!("{everyone} may crawl the site, except what the group for * blocks.")),
        Standing::Partly | Standing::Undecided => {
            sentences.push(format!("{everyone} may crawl only what the group for * allows."));
        }
    }
    sentences.join(" ")
}

/// The crawlers that no group names, and that follow the group for `*`.
fn unnamed(policy: &Policy) -> impl Iterator<Item = &CrawlerStanding> {
    let is_unnamed =
        |one: &&CrawlerStanding| !one.is_named && !ignores_global(one) && !one.falls_back;
    policy.crawlers.iter().filter(is_unnamed)
}

/// One of the crawlers that no group names, as most of them stand: dialects may differ.
fn rest_of(policy: &Policy) -> Option<&CrawlerStanding> {
    let count = |standing| unnamed(policy).filter(|one| one.standing == standing).count();
    let most = Standing::ALL.into_iter().rev().max_by_key(|standing| count(*standing))?;
    unnamed(policy).find(|one| one.standing == most)
}

/// Who is treated otherwise than the rest, a sentence for each kind.
fn exceptions(policy: &Policy, rest: Standing) -> Vec<String> {
    let mut sentences = Vec::new();
    let is_other = |standing| standing != rest || standing == Standing::Partly;
    for (standing, title) in [
        (Standing::Nowhere, "Blocked"),
        (Standing::Everywhere, "May crawl everything"),
        (Standing::Partly, "Rules of their own"),
        (Standing::Undecided, "Undecided"),
    ] {
        if !is_other(standing) {
            continue;
        }
        let named = policy.crawlers.iter().filter(|one| one.is_named && one.standing == standing);
        let (deaf, named): (Vec<_>, Vec<_>) = named
            .partition(|one| standing == Standing::Nowhere && one.crawler.obeys() == Obeys::No);
        let others = policy.other_names.iter().filter(|one| one.standing == standing);
        let (retired, others): (Vec<_>, Vec<_>) = others
            .map(|one| &*one.token)
            .partition(|token| Catalogue::built_in().find(token).is_some());
        let shown = |names: Vec<&str>| -> Vec<String> {
            names.iter().map(|name| sanitize(name.as_bytes())).collect()
        };
        let (retired, others) = (shown(retired), shown(others));
        if !named.is_empty() {
            sentences.push(format!("{title}: {}.", who(&named)));
        }
        if !others.is_empty() {
            let others = some(&others, FEW);
            sentences.push(format!("{title}, but not in the catalogue: {others}."));
        }
        if !retired.is_empty() {
            let retired = some(&retired, FEW);
            sentences.push(format!("{title}, but retired: {retired}."));
        }
        if !deaf.is_empty() {
            sentences.push(format!("Asked to stay away, but ignore robots.txt: {}.", who(&deaf)));
        }
    }
    for (standing, title) in [
        (Standing::Nowhere, "Blocked"),
        (Standing::Everywhere, "May crawl everything"),
        (Standing::Partly, "May crawl a part"),
        (Standing::Undecided, "Undecided"),
    ] {
        let others: Vec<_> =
            unnamed(policy).filter(|one| one.standing == standing && standing != rest).collect();
        if !others.is_empty() {
            sentences.push(format!(
                "{title}, because they read the file differently: {}.",
                who(&others)
            ));
        }
    }
    let fallen = policy.crawlers.iter().filter(|one| one.falls_back && is_other(one.standing));
    let fallen: Vec<_> = fallen.collect();
    if !fallen.is_empty() {
        sentences.push(format!(
            "Without groups of their own, but following one of these: {}.",
            who(&fallen)
        ));
    }
    sentences
}

/// How many names a sentence has.
const FEW: usize = 4;

/// Crawlers in a sentence: few by name, many by their number and their purpose, if they share one.
fn who(crawlers: &[&CrawlerStanding]) -> String {
    let names: Vec<_> = crawlers.iter().map(|one| one.crawler.token()).collect();
    if names.len() <= FEW {
        return names.join(", ");
    }
    let shared = Purpose::ALL
        .iter()
        .find(|purpose| crawlers.iter().all(|one| one.crawler.is_for(**purpose)));
    let purpose = shared.map_or(String::new(), |purpose| {
        format!("{} ", purpose.name().replace("ai-", "AI ").replace('-', " "))
    });
    format!("{} {purpose}crawlers ({})", names.len(), some(&names, FEW - 1))
}

/// A policy as Markdown.
pub fn markdown(policy: &Policy, name: &str) -> String {
    let mut text = format!(
        "# Who may crawl, according to {name}\n\n{}\n\nRead {}. {}\n",
        summary(policy),
        how(policy),
        counting(policy)
    );
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
    for (title, who) in ai(policy, MOST_NAMES) {
        let _ = writeln!(text, "- {title}: {who}");
    }
    for (title, items) in lists(policy, MOST_NAMES) {
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
        None => "in each crawler's own dialect".into(),
    }
}

/// How the tables count.
fn counting(policy: &Policy) -> String {
    let ignore = match policy.crawlers.iter().filter(|one| ignores_global(one)).count() {
        0 => String::new(),
        count => format!("; {count} of them ignore the group for *"),
    };
    format!(
        "The catalogue contains {} crawlers in use{ignore}. A crawler with several purposes is counted \
         under each.",
        policy.crawlers.len(),
    )
}

/// Whether a crawler obeys only groups that name it; not every dialect lets it.
fn ignores_global(one: &CrawlerStanding) -> bool {
    one.crawler.obeys_global() == Some(false) && one.dialect.groups.ignores_global
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
fn ai(policy: &Policy, most: usize) -> Vec<(&'static str, String)> {
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
                        tokens => Some(format!("{} {}", standing.code(), some(tokens, most))),
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

/// How many names stand in a list.
const MOST_NAMES: usize = 8;

/// At most so many of the names.
fn some<N: AsRef<str>>(names: &[N], most: usize) -> String {
    let more = names.len().saturating_sub(most);
    let shown: Vec<&str> = names.iter().take(most).map(AsRef::as_ref).collect();
    let shown = shown.join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// What a site owner may not have meant.
fn lists(policy: &Policy, most: usize) -> Vec<(&'static str, Vec<String>)> {
    let unread = policy.unread_names.iter().map(|UnreadName { token, line, dialect, .. }| {
        format!(
            "line {line}: in the dialect {dialect}, no User-agent line can name {token}, so this \
             crawler does not follow the group"
        )
    });
    let lists = [
        ("Contradictions", policy.contradictions.iter().map(ToString::to_string).collect()),
        ("Names that do not work", unread.collect()),
        ("Groups that allow what the group for * blocks", openings(policy, most)),
    ];
    lists.into_iter().filter(|(_, items)| !items.is_empty()).collect()
}

fn openings(policy: &Policy, most: usize) -> Vec<String> {
    let names = |opening: &Opening| opening.names.iter().map(|name| sanitize(name)).collect();
    let mut items: Vec<String> = Vec::new();
    for opening in policy.openings.iter().filter(|opening| !opening.is_deliberate) {
        let Some(rule) = opening.rules.first() else { continue };
        let names: Vec<String> = names(opening);
        let more = match opening.rules.len() - 1 {
            0 => String::new(),
            1 => "; one more rule blocks others only".into(),
            more => format!("; {more} more rules block others only"),
        };
        items.push(format!(
            "line {}: {} may fetch {}, which {} (line {}) blocks for others{more}",
            opening.line,
            some(&names, most),
            sanitize(&rule.path),
            rule_text(RuleKind::Disallow, &rule.value),
            rule.line,
        ));
    }
    let free: Vec<String> =
        policy.openings.iter().filter(|one| one.is_deliberate).flat_map(names).collect();
    if !free.is_empty() {
        items.push(format!("these may fetch everything: {}", some(&free, most)));
    }
    items
}
