//! What to know about a file before any answer about it.

use std::collections::BTreeMap;

use maycrawl::{Agent, Robots, content::ContentKind};
use maycrawl_crawlers::{Asker, Catalogue, NameKind, NamedAsker, Obeys};

use crate::File;
use crate::display::{agent_name, dialect_name, sanitize, shortened};

/// What is unusual about a whole file: it is not a robots.txt, it is empty, or it is too large for
/// some of these readings. A sentence each, with the name of the file.
///
/// ```
/// use maycrawl_report::{File, file_notes};
///
/// let page = File::new("robots.txt", "<!DOCTYPE html><title>Shop</title>");
/// assert_eq!(
///     file_notes(&page, &[]),
///     ["robots.txt is a web page, not a robots.txt: crawlers find few or no rules in it"]
/// );
/// ```
pub fn file_notes<'a>(file: &File, readings: impl IntoIterator<Item = &'a Robots>) -> Vec<String> {
    let name = file.name();
    let content = content_note(file.source()).map(|note| format!("{name} is {note}"));
    let mut notes: Vec<_> = content.into_iter().chain(robots_name_note(name)).collect();
    for note in readings.into_iter().filter_map(|one| size_note(name, one)) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

/// What to know of a file that is called nearly as crawlers ask for it: they ask for `/robots.txt`
/// and no other name. Other names are those of drafts and examples.
///
/// ```
/// use maycrawl_report::robots_name_note;
///
/// assert_eq!(
///     robots_name_note("site/ROBOTS.TXT").unwrap(),
///     "crawlers ask for /robots.txt, in lower case: they do not find ROBOTS.TXT"
/// );
/// assert!(robots_name_note("https://shop.example/robot.txt").is_some());
/// assert_eq!(robots_name_note("robots.txt"), None);
/// assert_eq!(robots_name_note("draft.txt"), None);
/// ```
pub fn robots_name_note(name: &str) -> Option<String> {
    const NEARLY: [&str; 8] = [
        "robot.txt",
        "robots",
        "robot",
        "robots.html",
        "robots.htm",
        "robot.html",
        "robots.text",
        "robots.txt.txt",
    ];
    let last = name.rsplit(['/', '\\']).next()?;
    if last == "robots.txt" {
        None
    } else if last.eq_ignore_ascii_case("robots.txt") {
        Some(format!("crawlers ask for /robots.txt, in lower case: they do not find {last}"))
    } else if NEARLY.iter().any(|nearly| last.eq_ignore_ascii_case(nearly)) {
        Some(format!("crawlers ask for /robots.txt: they do not find {last}"))
    } else {
        None
    }
}

/// What a file states beside its rules: the crawl delay for each agent in its reading, and the
/// sitemaps. A line each.
///
/// ```
/// use maycrawl::{Agent, Dialect, Robots};
/// use maycrawl_report::stated_notes;
///
/// let file = "User-agent: *\nCrawl-delay: 5\n\nSitemap: https://shop.example/sitemap.xml";
/// let robots = Robots::parse(file, &Dialect::GOOGLE);
/// assert_eq!(
///     stated_notes([(&robots, &Agent::token("MyBot"))]),
///     ["crawl delay for MyBot: 5 s (line 2)", "sitemap: https://shop.example/sitemap.xml"]
/// );
/// assert_eq!(
///     stated_notes([(&robots, &Agent::token("Googlebot"))])[0],
///     "crawl delay for Googlebot: 5 s (line 2), which this crawler ignores"
/// );
/// ```
pub fn stated_notes<'a>(
    readings: impl IntoIterator<Item = (&'a Robots, &'a Agent)>,
) -> Vec<String> {
    let mut notes = Vec::new();
    let mut sitemaps: Vec<String> = Vec::new();
    for (robots, agent) in readings {
        let delay = robots.terms(agent).crawl_delay();
        if let Some(value) = delay.value {
            let line = delay.lines.first().map_or(0, |line| line.line);
            let seconds = value.as_secs_f64();
            let name = agent_name(agent);
            let ignored = if ignores_delays(agent) { ", which this crawler ignores" } else { "" };
            notes.push(format!("crawl delay for {name}: {seconds} s (line {line}){ignored}"));
        }
        for sitemap in robots.sitemaps().value.unwrap_or_default() {
            let sitemap = sanitize(sitemap);
            if !sitemaps.contains(&sitemap) {
                sitemaps.push(sitemap);
            }
        }
    }
    let more = sitemaps.len().saturating_sub(MOST_SITEMAPS);
    notes.extend(sitemaps.iter().take(MOST_SITEMAPS).map(|sitemap| format!("sitemap: {sitemap}")));
    notes.extend((more > 0).then(|| format!("and {more} more")));
    notes
}

/// Whether the catalogue says that an agent takes no notice of `Crawl-delay`.
///
/// ```
/// use maycrawl::Agent;
/// use maycrawl_report::ignores_delays;
///
/// assert!(ignores_delays(&Agent::token("Googlebot")));
/// assert!(!ignores_delays(&Agent::token("bingbot")));
/// assert!(!ignores_delays(&Agent::token("MyBot")));
/// ```
pub fn ignores_delays(agent: &Agent) -> bool {
    let token = agent.tokens().next().and_then(|token| str::from_utf8(token).ok());
    let crawler = token.and_then(|token| Catalogue::built_in().find(token));
    crawler.is_some_and(|crawler| crawler.honours_crawl_delay() == Some(false))
}

/// How the name of an asker was understood, unless the catalogue knows that very name. `several`
/// says how to ask for several crawlers, should the name contain a comma.
///
/// ```
/// use maycrawl_crawlers::{Askers, Catalogue, Reading};
/// use maycrawl_report::name_note;
///
/// let askers = Askers::new(Catalogue::built_in(), Reading::Own);
/// let note = |name: &[u8]| name_note(name, &askers.named(name), "ask for each");
/// assert_eq!(note(b"GPTBot"), None);
/// assert_eq!(
///     note(b"GPTBt").unwrap(),
///     "the catalogue does not know GPTBt, so maycrawl takes it as a product token; \
///      did you mean GPTBot?"
/// );
/// ```
pub fn name_note(name: &[u8], named: &NamedAsker<'_>, several: &str) -> Option<String> {
    let (shown, token) = (shortened(name), agent_name(&named.asker.agent));
    if named.crawler.is_some_and(|crawler| crawler.obeys() == Obeys::No) {
        return Some(format!(
            "{token} ignores robots.txt: the verdict says what the file asks, not what {token} does"
        ));
    }
    match named.kind {
        NameKind::Spaced => Some(format!("checking as {token}, as files spell {shown}")),
        NameKind::KnownHeader => Some(format!(
            "checking as {token}, the crawler that the User-Agent header {shown:?} names"
        )),
        NameKind::OtherHeader => Some(format!(
            "checking as {token}, the crawler that the User-Agent header {shown:?} names; the catalogue does not know it"
        )),
        NameKind::NobodysHeader => Some(format!(
            "the User-Agent header {shown:?} names no crawler, as those of browsers, so the group for * applies"
        )),
        NameKind::Unknown => {
            let hint = match named.nearest {
                _ if name.contains(&b',') => format!("; for several crawlers, {several}"),
                Some(nearest) => format!("; did you mean {}?", nearest.token()),
                None => String::new(),
            };
            Some(format!(
                "the catalogue does not know {shown}, so maycrawl takes it as a product token{hint}"
            ))
        }
        _ => None,
    }
}

/// Which of these askers no `User-agent` line can name, a sentence for each dialect.
pub fn unnameable_notes(askers: &[Asker]) -> Vec<String> {
    let mut by_dialect: BTreeMap<String, Vec<&Agent>> = BTreeMap::new();
    for Asker { agent, dialect } in askers {
        let is_nobody = agent.tokens().all(|token| matches!(token, b"" | b"*"));
        if !is_nobody && !agent.can_be_named(dialect) {
            by_dialect.entry(dialect_name(dialect)).or_default().push(agent);
        }
    }
    let note = |(dialect, agents): (String, Vec<&Agent>)| match &*agents {
        [agent] => {
            let name = agent_name(agent);
            let todo = match name.split_once('/') {
                Some((token, _)) => format!("; give {token} alone"),
                None => String::new(),
            };
            format!(
                "no User-agent line can name {name} in the dialect {dialect}, because product tokens contain only letters, - and _{todo}"
            )
        }
        several => format!(
            "no User-agent line can name {} of these crawlers in the dialect {dialect}, because of digits, dots or spaces in their tokens; they fall back to the group for *",
            several.len(),
        ),
    };
    by_dialect.into_iter().map(note).collect()
}

/// How many sitemaps are named.
const MOST_SITEMAPS: usize = 3;

/// What a file is instead of a robots.txt with rules, after "it is".
pub(crate) fn content_note(source: &[u8]) -> Option<&'static str> {
    match ContentKind::sniff(source) {
        ContentKind::Html => {
            Some("a web page, not a robots.txt: crawlers find few or no rules in it")
        }
        ContentKind::Utf16 => Some("UTF-16: crawlers find no rules in it"),
        ContentKind::Binary => Some("binary data, not a robots.txt: crawlers find no rules in it"),
        ContentKind::Text if source.trim_ascii().is_empty() => {
            Some("empty: crawlers may fetch everything")
        }
        ContentKind::Text => None,
    }
}

/// What a dialect leaves of a file that is too large for it.
fn size_note(name: &str, robots: &Robots) -> Option<String> {
    let dialect = dialect_name(robots.dialect());
    if robots.is_refused() {
        return Some(format!(
            "{name} is too large for the dialect {dialect}, which then allows everything"
        ));
    }
    let unread = robots.unread();
    (unread > 0).then(|| {
        format!("{name} is too large: the dialect {dialect} does not read its last {unread} bytes")
    })
}
