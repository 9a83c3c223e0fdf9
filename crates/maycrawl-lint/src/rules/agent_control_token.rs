//! The rule `agent-control-token`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` is a token that controls the use of pages, and that no fetch carries.
    ///
    /// ## Why
    ///
    /// [Google-Extended](https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers)
    /// and [Applebot-Extended](https://support.apple.com/en-us/119829) name no crawler. Forbidding
    /// them keeps pages out of training, not out of search, and Googlebot and Applebot go on
    /// fetching them; you will not see the name in a log.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Google-Extended
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// It is a choice, and so only a note.
    Agent, "agent-control-token", "A011", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for agent in file.agents() {
        if let Some(crawler) = agent.crawler.filter(|crawler| crawler.is_for(Purpose::ControlToken))
        {
            out.push(Diagnostic::new(
                agent.span,
                format!(
                    "no fetch carries the name {}: it controls what {} may do with pages",
                    crawler.token(),
                    crawler.operator(),
                ),
                "nothing, if that is meant; to keep pages from being fetched, name the crawler",
            ));
        }
    }
}
