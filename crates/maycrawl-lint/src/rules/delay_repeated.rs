//! The rule `delay-repeated`: its page, its check and its fix.

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
    Delay, "delay-repeated", "D004", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut last: Option<(usize, Vec<u8>, Span)> = None;
    for (line, entry) in file.of_field(Field::CrawlDelay) {
        let Some(group) = entry.group else { continue };
        let value = line.get(entry.directive.value).to_vec();
        if let Some((before, other, span)) = &last
            && (*before, other) != (group, &value)
            && *before == group
        {
            out.push(
                Diagnostic::new(
                    entry.directive.value,
                    "the group gives another delay already",
                    "keep the one that is meant",
                )
                .related(*span, "here"),
            );
        }
        last = Some((group, value, entry.directive.value));
    }
}
