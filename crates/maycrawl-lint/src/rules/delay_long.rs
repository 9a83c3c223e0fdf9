//! The rule `delay-long`: its page, its check and its fix.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::prelude::*;

rule! {
    /// A `Crawl-delay` is 30 seconds or more.
    ///
    /// ## Why
    ///
    /// With 30 seconds between requests, a crawler fetches at most 2,880 pages a day; with 100
    /// seconds, fewer than a thousand.
    /// [Microsoft](https://blogs.bing.com/webmaster/2008/04/18/more-crawling-improvements-from-msnbot/)
    /// wrote that indexing a site takes longer as the delay grows.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: bingbot
    /// Crawl-delay: 60
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: bingbot
    /// Crawl-delay: 5
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only for `*` and for search engines that are known to obey the delay, and not
    /// where they may fetch nothing. Each delay is reported once. The finding is a note where the
    /// delay allows a hundred pages a day or more.
    ///
    /// ## Pedantic
    ///
    /// Half a minute does not harm a small site, and the file does not say how large the site is.
    Delay, "delay-long", "D003", Warning, Text(check), pedantic
}

/// From this delay on it costs a site something, not only patience.
const SECONDS: u64 = 30;

/// Fewer pages a day are a warning.
const FEW_PAGES: u64 = 100;

/// The lines of groups that may be looked at in one file, to choose rules.
const MOST_LOOKED_AT: usize = 1_000_000;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let budget = Budget::new(MOST_LOOKED_AT);
    let agents = file.agents().count();
    let mut known: BTreeSet<(Duration, &str)> = BTreeSet::new();
    for (line, entry) in file.of_field(Field::CrawlDelay) {
        let value = Value::parse(Field::CrawlDelay, line.get(entry.directive.value));
        let Ok(Value::CrawlDelay(delay)) = value else { continue };
        let group = entry.group.and_then(|index| file.groups.get(index));
        let Some(group) = group.filter(|_| delay >= Duration::from_secs(SECONDS)) else { continue };
        let mut names = group.agents.iter().filter_map(reader);
        let Some(name) = names.next().filter(|_| budget.spend_or_end(agents)) else { continue };
        // A crawler that may fetch nothing has no pace.
        let rules = file.rules_of(&Agent::token(name));
        let may_fetch = rules.check_url("/").is_allowed()
            || rules.patterns().any(|(_, kind, _)| kind == RuleKind::Allow);
        if !may_fetch || !known.insert((delay, name)) {
            continue;
        }
        let who = match name {
            "*" if file.names(b"bingbot") => "crawlers that obey this fetch",
            "*" => "crawlers that obey this, such as bingbot, fetch",
            name => &format!("{name} fetches"),
        };
        let pages = 86_400 / delay.as_secs().max(1);
        let report = Diagnostic::new(
            entry.directive.value,
            match pages {
                0 => format!("{who} less than one page a day"),
                pages => format!("{who} no more than {pages} pages a day"),
            },
            "if the site has more pages than that, write a shorter delay",
        );
        out.push(if pages < FEW_PAGES { report } else { report.severity(Severity::Note) });
    }
}

/// The crawlers that a line names, if they are a search engine's that obeys `Crawl-delay`, or all.
fn reader<'a>(agent: &AgentEntry<'a>) -> Option<&'a str> {
    if agent.is_global {
        return Some("*");
    }
    let crawler = agent.crawler.filter(|crawler| is_search_engine(crawler))?;
    (crawler.honours_crawl_delay() == Some(true)).then(|| crawler.token())
}
