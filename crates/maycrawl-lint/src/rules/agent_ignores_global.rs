//! The rule `agent-ignores-global`: its page, its check and its fix.

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
    Agent, "agent-ignores-global", "A012", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(span) = file.global_block() else { return };
    let free = file.catalogue.crawlers().iter().filter(|crawler| {
        crawler.obeys_global() == Some(false)
            && crawler.obeys() == Obeys::Yes
            && !file.names(crawler.token().to_ascii_lowercase().as_bytes())
    });
    let free: Vec<_> = free.map(maycrawl_crawlers::Crawler::token).collect();
    let known =
        ["AdsBot-Google", "Mediapartners-Google"].into_iter().filter(|name| free.contains(name));
    let names: Vec<&str> = known.chain(free.iter().copied()).take(2).collect();
    if let [one, two] = names.as_slice() {
        let more = free.len() - 2;
        out.push(
            Diagnostic::new(
                span,
                format!("the group for * does not bind {one}, {two} and {more} others"),
                "if they should stay out too, name them in a group that blocks everything",
            )
            .path("/"),
        );
    }
}
