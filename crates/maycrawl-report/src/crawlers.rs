//! Crawlers of the catalogue: pages, rows, Markdown.

use std::fmt::Write as _;

use maycrawl::dialect::Preset;
use maycrawl::{Rules, UrlPath};
use maycrawl_crawlers::{Crawler, NameMatch, Obeys, Purpose};

use crate::display::{fill, reading_note};

/// What is known of a crawler as cells, in the form of the catalogue's file:
/// its [columns](maycrawl_crawlers::Catalogue::columns).
pub fn cells(crawler: &Crawler) -> Vec<String> {
    vec![
        crawler.token().into(),
        crawler.operator().into(),
        purposes(crawler, ","),
        crawler.dialect().map_or("unknown", |preset| preset.name).into(),
        crawler.name_match().map_or("unknown", NameMatch::name).into(),
        crawler.reading_source().unwrap_or("unknown").into(),
        crawler.reading_read_on().unwrap_or("unknown").into(),
        fallback(crawler),
        word(crawler.obeys_global()).into(),
        word(crawler.honours_crawl_delay()).into(),
        crawler.obeys().name().into(),
        crawler.retired().unwrap_or("-").into(),
        crawler.verification().unwrap_or("unknown").into(),
        crawler.user_agent().unwrap_or("unknown").into(),
        crawler.blocking_costs().into(),
        crawler.source().into(),
        crawler.read_on().into(),
    ]
}

/// All that is known of a crawler, as a page of `width` columns, but for its `User-Agent` header
/// and URLs. With rules, what they say about `/`.
pub fn page(crawler: &Crawler, rules: Option<&Rules>, width: usize) -> String {
    let mut page = format!("{} ({})\n\n", crawler.token(), crawler.operator());
    let _ = writeln!(page, "{}\n", fill(crawler.blocking_costs(), width));
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(page, "{name:22} {value}");
    };
    line("purposes", &purposes(crawler, ", "));
    line("obeys robots.txt", obeys(crawler.obeys()));
    line("follows the group for", &groups(crawler));
    line("dialect", &dialect(crawler));
    line("matches its name", name_match(crawler));
    if let Some(since) = crawler.retired() {
        line("retired", retired(since));
    }
    line("honours Crawl-delay", word(crawler.honours_crawl_delay()));
    line("User-Agent", crawler.user_agent().unwrap_or("unknown"));
    line("addresses", crawler.verification().unwrap_or("unknown"));
    line("source", &format!("{} (read {})", crawler.source(), crawler.read_on()));
    if let (Some(source), Some(day)) = (crawler.reading_source(), crawler.reading_read_on()) {
        line("source of dialect", &format!("{source} (read {day})"));
    }
    if let Some(rules) = rules {
        line("may fetch /", &(verdict(rules) + &reading_note(rules.dialect())));
    }
    page.trim_end().into()
}

/// Crawlers as a Markdown table, every fact with its source and date.
pub fn markdown(crawlers: &[&Crawler]) -> String {
    let mut text = String::from(
        "| token | operator | purposes | obeys robots.txt | follows the group for | reads as | Crawl-delay | blocking it costs | source |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    for crawler in crawlers {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} | {} | {} | [{}]({}) |",
            crawler.token(),
            crawler.operator(),
            purposes(crawler, ", "),
            crawler.obeys().name(),
            groups(crawler),
            reads_as(crawler),
            word(crawler.honours_crawl_delay()),
            crawler.blocking_costs().replace('|', "\\|"),
            crawler.read_on(),
            crawler.source(),
        );
    }
    text
}

/// The whole catalogue as a page of Markdown, by purpose. A crawler of several
/// purposes stands under its first.
pub fn markdown_by_purpose(crawlers: &[Crawler]) -> String {
    let mut text = String::new();
    for purpose in Purpose::ALL {
        let of_purpose: Vec<_> =
            crawlers.iter().filter(|one| one.purposes().first() == Some(purpose)).collect();
        if !of_purpose.is_empty() {
            let _ = write!(text, "\n## {}\n\n{}", purpose.name(), markdown(&of_purpose));
        }
    }
    text
}

pub(crate) fn purposes(crawler: &Crawler, separator: &str) -> String {
    let names: Vec<_> = crawler.purposes().iter().map(|purpose| purpose.name()).collect();
    names.join(separator)
}

fn fallback(crawler: &Crawler) -> String {
    match crawler.fallback() {
        None => "unknown".into(),
        Some([]) => "-".into(),
        Some(tokens) => tokens.join(" > "),
    }
}

/// The tokens whose groups the crawler looks for, in order.
fn groups(crawler: &Crawler) -> String {
    let mut tokens = vec![crawler.token()];
    match crawler.fallback() {
        Some(fallback) => tokens.extend(fallback.iter().map(String::as_str)),
        None => tokens.push("?"),
    }
    match crawler.obeys_global() {
        Some(true) => tokens.push("*"),
        Some(false) => {}
        None => tokens.push("* (?)"),
    }
    tokens.join(" > ")
}

/// The dialect in which it reads, and whether its operator says so.
fn dialect(crawler: &Crawler) -> String {
    match crawler.dialect() {
        Some(preset) => preset.name.into(),
        None => format!("{} (assumed)", Preset::DEFAULT.name),
    }
}

/// The same in a cell: `(?)` stands after what no source says.
fn reads_as(crawler: &Crawler) -> String {
    let mark = |is_known: bool| if is_known { "" } else { " (?)" };
    let name = crawler.dialect().unwrap_or(&Preset::DEFAULT).name;
    let mut text = name.to_owned() + mark(crawler.dialect().is_some());
    if crawler.name_match() == Some(NameMatch::Literal) || crawler.is_name_assumed() {
        text = text + ", by whole name" + mark(!crawler.is_name_assumed());
    }
    text
}

/// How it looks for its name, and whether its operator says so.
fn name_match(crawler: &Crawler) -> &'static str {
    match crawler.name_match() {
        Some(NameMatch::Literal) => "as a whole",
        None if crawler.is_name_assumed() => "as a whole (assumed)",
        _ => "as a product token",
    }
}

fn retired(since: &str) -> &str {
    match since {
        "unknown" => "apparently; no source says since when",
        since => since,
    }
}

const fn word(known: Option<bool>) -> &'static str {
    match known {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    }
}

const fn obeys(obeys: Obeys) -> &'static str {
    match obeys {
        Obeys::Yes => "yes",
        Obeys::No => "no, says the source below",
        Obeys::MayNot => "not always, says the source below",
        Obeys::Disputed => "disputed",
        _ => "its operator does not say",
    }
}

pub(crate) fn verdict(rules: &Rules) -> String {
    let verdict = rules.check(&UrlPath::parse("/", rules.dialect()));
    let word = if verdict.is_allowed() { "allow" } else { "disallow" };
    match rules.deciding_rule(verdict) {
        Some(rule) => format!("{word}:{}", rule.line()),
        None => word.into(),
    }
}
