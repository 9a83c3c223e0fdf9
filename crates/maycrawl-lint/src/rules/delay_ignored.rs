//! The rule `delay-ignored`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `Crawl-delay` is for a crawler that ignores it.
    ///
    /// ## Why
    ///
    /// Google does not read it
    /// ([the fields that it reads](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#syntax)),
    /// and Yandex has ignored it since
    /// [22 February 2018](https://yandex.com/support/webmaster/en/robot-workings/crawl-delay).
    /// Other operators also say that they ignore it, or leave it out of the fields that they
    /// document. Google slows down when the server
    /// [answers 429 or 503](https://developers.google.com/search/docs/crawling-indexing/reduce-crawl-rate).
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
    /// Reported only where every crawler that the group names is known to ignore it, and once per
    /// file. If a blank line or a comment separates a delay from the rules of its group, the
    /// finding names that delay first, because it may be meant for all crawlers.
    Delay, "delay-ignored", "D005", Note, Text(check)
}

/// A `Crawl-delay` and the crawlers that ignore it.
struct Ignored<'f, 'a> {
    span: Span,
    group: &'f Group<'a>,
    /// Whether it stands apart from the rules of the group.
    is_apart: bool,
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut found: Vec<Ignored<'_, '_>> = Vec::new();
    for (line, entry) in file.of_field(Field::CrawlDelay) {
        let Some(group) = entry.group.and_then(|index| file.groups.get(index)) else { continue };
        let ignores = |agent: &AgentEntry<'_>| {
            agent.crawler.is_some_and(|crawler| crawler.honours_crawl_delay() == Some(false))
        };
        if group.agents.is_empty() || !group.agents.iter().all(ignores) {
            continue;
        }
        let before = line.number().checked_sub(1).and_then(|number| file.line(number));
        found.push(Ignored {
            span: Span::new(line.field().start, entry.directive.value.end),
            group,
            is_apart: before.is_some_and(|line| text_span(&line).is_empty()),
        });
    }
    let Some(first) = found.iter().find(|one| one.is_apart).or(found.first()) else { return };
    let names = agent_names(&first.group.agents);
    let (what, todo) = if first.is_apart {
        (
            format!("this Crawl-delay belongs to the group for {names}, and has no effect there"),
            "if it is meant for all crawlers, move it under User-agent: *; otherwise delete the line".into(),
        )
    } else {
        (format!("Crawl-delay has no effect on {names}"), advice(first.group))
    };
    let others = found.iter().filter(|one| one.span != first.span);
    let mut report = Diagnostic::new(first.span, what, todo);
    for one in others {
        let names = agent_names(&one.group.agents);
        report = report.related(one.span, format!("no effect on {names} either"));
    }
    out.push(report);
}

/// How to slow down the crawlers of a group.
fn advice(group: &Group<'_>) -> String {
    let crawlers: Vec<_> = group.agents.iter().filter_map(|agent| agent.crawler).collect();
    let are_by = |operator: &str| crawlers.iter().all(|crawler| crawler.operator() == operator);
    match crawlers.as_slice() {
        _ if are_by("Google") => {
            "delete the line; Google slows down when the server answers 429 or 503".into()
        }
        _ if are_by("Yandex") => "delete the line; set the crawl rate in Yandex Webmaster".into(),
        [crawler, ..] => {
            format!(
                "delete the line; {} documents what it obeys: {}",
                crawler.operator(),
                crawler.source()
            )
        }
        [] => "delete the line".into(),
    }
}
