//! The rule `delay-repeated`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A group gives several delays.
    ///
    /// ## Why
    ///
    /// No document says which counts; this tool takes the longest, others the first or the last
    /// ([Crawl-delay is not in RFC 9309](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.4)).
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: bingbot
    /// Crawl-delay: 5
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
    "delay-repeated", "D004", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    let mut last: Option<(usize, Vec<u8>, Span)> = None;
    for (line, placed) in file.of_field(Field::CrawlDelay) {
        let Some(group) = placed.group else { continue };
        let value = line.get(placed.directive.value).to_vec();
        if let Some((before, other, span)) = &last
            && (*before, other) != (group, &value)
            && *before == group
        {
            out.push(
                Report::new(
                    placed.directive.value,
                    "the group gives another delay already",
                    "keep the one that is meant",
                )
                .related(*span, "here"),
            );
        }
        last = Some((group, value, placed.directive.value));
    }
}
