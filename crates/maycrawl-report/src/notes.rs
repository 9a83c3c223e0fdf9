//! What to know about a file before any answer about it.

use maycrawl::{Agent, Robots, content::ContentKind};

use crate::File;
use crate::display::{agent_name, dialect_name, sanitize};

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
    let content = content_note(file.source()).into_iter().map(|note| format!("{name} is {note}"));
    let mut notes: Vec<_> = content.collect();
    for note in readings.into_iter().filter_map(|one| size_note(name, one)) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
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
            notes.push(format!("crawl delay for {}: {seconds} s (line {line})", agent_name(agent)));
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
