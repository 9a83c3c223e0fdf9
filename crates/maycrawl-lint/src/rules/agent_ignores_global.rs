//! The rule `agent-ignores-global`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// The group for `*` forbids everything, but some crawlers do not obey that group.
    ///
    /// ## Why
    ///
    /// Google's AdsBot crawlers, Mediapartners-Google and some others
    /// [ignore `*`](https://developers.google.com/search/docs/crawling-indexing/google-special-case-crawlers)
    /// and must be named. A site that seems closed is open to them.
    ///
    /// ## Bad
    ///
    /// ```robots also=group-blocks-everything
    /// User-agent: *
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only where everything is forbidden, and where such crawlers obey a robots.txt that
    /// names them.
    "agent-ignores-global", "A012", Note, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    let Some(span) = super::group_blocks_everything::blocked(file) else { return };
    let free = file.catalogue.crawlers().iter().filter(|crawler| {
        crawler.obeys_global() == Some(false)
            && crawler.obeys() == Obeys::Yes
            && !file.names(crawler.token().to_ascii_lowercase().as_bytes())
    });
    let free: Vec<_> = free.map(maycrawl_crawlers::Crawler::token).collect();
    if let [first, .., last] = free.as_slice() {
        out.push(
            Report::new(
                span,
                format!("{} crawlers do not obey the group for *, from {first} to {last}", free.len()),
                "name them, if they should fetch nothing: maycrawl generate --preset block-all does",
            )
            .path("/"),
        );
    }
}
