//! The rule `directive-outside-group`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A delay, a rate or a content signal comes before the first `User-agent`.
    ///
    /// ## Why
    ///
    /// Such a line applies to the agents named before it
    /// ([Content-Signal](https://contentsignals.org/) belongs in a group, like delays and rates).
    /// Before the first `User-agent`, it applies to no crawler.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// Crawl-delay: 10
    ///
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Crawl-delay: 10
    /// Disallow: /private/
    /// ```
    Directive, "directive-outside-group", "X005", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.directive_lines() {
        let belongs = matches!(
            entry.directive.field,
            Field::CrawlDelay
                | Field::RequestRate
                | Field::VisitTime
                | Field::ContentSignal
                | Field::ContentUsage
        );
        if belongs && entry.group.is_none() {
            let name = lossy(line.get(entry.directive.name));
            out.push(Diagnostic::new(
                Span::new(entry.directive.name.start, entry.directive.value.end),
                format!("no User-agent comes before this {name}, so it applies to no crawler"),
                "move it below the User-agent line of the crawler that it is for",
            ));
        }
    }
}
