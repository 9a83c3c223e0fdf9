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
    /// Disallow: /drafts/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: anthropic-ai
    /// User-agent: ClaudeBot
    /// Disallow: /drafts/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the crawler that took its place is named beside it, unless the group forbids the home
    /// page.
    ///
    /// ```robots
    /// User-agent: anthropic-ai
    /// User-agent: ClaudeBot
    /// Disallow: /drafts/
    /// ```
    ///
    /// ## Limits
    ///
    /// Not reported where the file names the new one too. All such names of a file are one finding.
    Agent, "agent-retired", "A010", Note, Text(check)
}

/// Names that crawlers no longer use, and their successors. Yahoo shows what Bing finds.
const RETIRED: [(&str, &str); 5] = [
    ("anthropic-ai", "ClaudeBot"),
    ("claude-web", "ClaudeBot"),
    ("msnbot", "bingbot"),
    ("googlebot-mobile", "Googlebot"),
    ("slurp", "bingbot"),
];

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut report: Option<Diagnostic> = None;
    let mut edits: Vec<Edit> = Vec::new();
    let mut named: Vec<&str> = Vec::new();
    for group in &file.groups {
        for agent in &group.agents {
            let is_it = |(name, _): &&(&str, &str)| name.as_bytes() == agent.token;
            let Some((_, heir)) = RETIRED.iter().find(is_it) else { continue };
            let is_other = agent.value_shape.second_directive.is_some();
            if is_other || file.names(heir.to_ascii_lowercase().as_bytes()) {
                continue;
            }
            let line = file.line(agent.line).filter(|line| !line.line_end().is_empty());
            if let Some(line) = line.filter(|_| !group.may_block_home() && !named.contains(heir)) {
                let text = [b"User-agent: ", heir.as_bytes(), file.line_end()].concat();
                edits.push(Edit::insert(line.line_end().end, text));
                named.push(heir);
            }
            let name = agent.text();
            let why = if agent.token == b"slurp" {
                "Yahoo shows what it finds"
            } else {
                "it took its place"
            };
            let part = if group.agents.len() == 1 { "group" } else { "line" };
            let new = || {
                Diagnostic::new(
                    agent.span,
                    format!(
                        "{name} is a name of the past, and these rules do not reach {heir} ({why})"
                    ),
                    format!(
                        "name {heir} too, if they are meant for it; otherwise delete the {part}"
                    ),
                )
            };
            report = Some(match report {
                Some(report) => report.related(agent.span, format!("{name} is {heir} now")),
                None => new(),
            });
        }
    }
    let fix = (!edits.is_empty()).then(|| Fix::unsafe_("name the crawlers of today too", edits));
    out.extend(report.map(|report| report.maybe_fix(fix)));
}
