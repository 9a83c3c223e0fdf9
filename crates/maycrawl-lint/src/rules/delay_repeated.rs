//! The rule `delay-repeated`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A group contains different delays.
    ///
    /// ## Why
    ///
    /// No document says which delay counts: this tool takes the longest, others take the first or
    /// the last
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
    ///
    /// ## Limits
    ///
    /// Not reported where a `User-agent` stands between the delays: such groups run into each
    /// other, and `group-falls-through` reports them.
    Delay, "delay-repeated", "D004", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut last: Option<(usize, u32, Vec<u8>, Span)> = None;
    for (line, entry) in file.of_field(Field::CrawlDelay) {
        let Some(index) = entry.group else { continue };
        let value = line.get(entry.directive.value).to_vec();
        let agents = file.groups.get(index).map(|group| &*group.agents).unwrap_or_default();
        if let Some((before, first, other, span)) = &last
            && *before == index
            && *other != value
            && !agents.iter().any(|agent| (*first..entry.line).contains(&agent.line))
        {
            out.push(
                Diagnostic::new(
                    entry.directive.value,
                    format!(
                        "the group asks for {} seconds and for {}; crawlers disagree about which counts",
                        lossy(other),
                        lossy(&value)
                    ),
                    "keep the delay that you mean, and delete the other",
                )
                .related(*span, "the other delay"),
            );
        }
        last = Some((index, entry.line, value, entry.directive.value));
    }
}
