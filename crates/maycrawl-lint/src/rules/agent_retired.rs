//! The rule `agent-retired`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` names a crawler that its operator has given up.
    ///
    /// ## Why
    ///
    /// The operators' lists name other crawlers now
    /// ([Anthropic](https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler),
    /// [Bing](https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0),
    /// [Google](https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers)).
    /// If the new one is not named, it obeys the group for `*`. Bingbot alone was said to
    /// [go on obeying the old name](https://blogs.bing.com/webmaster/September-2010/Bingbot-is-coming-to-town),
    /// in 2010; do not count on it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: anthropic-ai
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: anthropic-ai
    /// User-agent: ClaudeBot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the crawler that took its place is named beside it.
    ///
    /// ```robots
    /// User-agent: anthropic-ai
    /// User-agent: ClaudeBot
    /// Disallow: /
    /// ```
    ///
    /// ## Limits
    ///
    /// Not reported where the file names the new one too.
    Agent, "agent-retired", "A010", Note, Text(check)
}

/// Names that crawlers no longer use, and their successors.
const RETIRED: [(&str, &str); 4] = [
    ("anthropic-ai", "ClaudeBot"),
    ("claude-web", "ClaudeBot"),
    ("msnbot", "bingbot"),
    ("googlebot-mobile", "Googlebot"),
];

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for agent in file.agents() {
        let is_it = |(name, _): &&(&str, &str)| name.as_bytes() == agent.token;
        let Some((_, heir)) = RETIRED.iter().find(is_it) else { continue };
        if file.names(heir.to_ascii_lowercase().as_bytes()) {
            continue;
        }
        let line = [b"User-agent: ", heir.as_bytes(), file.line_end()].concat();
        let after = file.line(agent.line).map_or(agent.span.end, |line| line.line_end().end);
        out.push(
            Diagnostic::new(
                agent.span,
                format!("{} is a name of the past; the crawler is {heir} now", agent.text()),
                format!("name {heir} too"),
            )
            .fix(Fix::unsafe_(format!("name {heir} too"), vec![Edit::insert(after, line)])),
        );
    }
}
