//! The rule `delay-zero`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `Crawl-delay` is 0.
    ///
    /// ## Why
    ///
    /// Without a delay a crawler sets its own pace
    /// ([Bing's does](https://blogs.bing.com/webmaster/2009/08/10/crawl-delay-and-the-bing-crawler-msnbot/)),
    /// and a delay of 0 changes nothing. It does not make crawlers faster.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: bingbot
    /// Crawl-delay: 0
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: bingbot
    /// Disallow: /private/
    /// ```
    Delay, "delay-zero", "D002", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::CrawlDelay) {
        let value = Value::parse(Field::CrawlDelay, line.get(entry.directive.value));
        if value == Ok(Value::CrawlDelay(std::time::Duration::ZERO)) {
            out.push(Diagnostic::new(
                entry.directive.value,
                "a delay of 0 has no effect: it does not make crawlers faster",
                "delete the line",
            ));
        }
    }
}
