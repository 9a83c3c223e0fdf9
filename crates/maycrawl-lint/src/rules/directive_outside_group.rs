//! The rule `directive-outside-group`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A delay, a rate or a signal stands before the first `User-agent`.
    ///
    /// ## Why
    ///
    /// Such lines belong to the agents named before them
    /// ([Content-Signal](https://contentsignals.org/) is written within a group, as delays and
    /// rates are). Before the first there is nobody to whom it could belong.
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
                format!("no User-agent stands before this {name}, so it is nobody's"),
                "write it after the User-agent that it is for",
            ));
        }
    }
}
