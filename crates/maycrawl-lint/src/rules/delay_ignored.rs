//! The rule `delay-ignored`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `Crawl-delay` is meant for a crawler that does not honour it.
    ///
    /// ## Why
    ///
    /// Google does not read it
    /// ([the fields that it reads](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#syntax)),
    /// and Yandex has not since
    /// [22 February 2018](https://yandex.com/support/webmaster/en/robot-workings/crawl-delay).
    /// Google slows down when the server
    /// [answers 429 or 503](https://developers.google.com/search/docs/crawling-indexing/reduce-crawl-rate);
    /// Yandex has a setting for it in Yandex Webmaster.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Crawl-delay: 10
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: bingbot
    /// Crawl-delay: 10
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Only where every crawler that the group names is known to ignore it.
    Delay, "delay-ignored", "D005", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::CrawlDelay) {
        let Some(group) = entry.group.and_then(|index| file.groups.get(index)) else { continue };
        let ignores = |agent: &AgentEntry<'_>| {
            agent.crawler.is_some_and(|crawler| crawler.honours_crawl_delay() == Some(false))
        };
        if !group.agents.is_empty() && group.agents.iter().all(ignores) {
            let names = agent_names(&group.agents);
            out.push(Diagnostic::new(
                Span::new(line.field().start, entry.directive.value.end),
                format!("Crawl-delay has no effect on {names}"),
                "when the server is busy, answer 429 or 503; or set the pace in the operator's tools",
            ));
        }
    }
}
