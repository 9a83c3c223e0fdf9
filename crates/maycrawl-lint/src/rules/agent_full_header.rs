//! The rule `agent-full-header`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::prelude::*;

rule! {
    /// A `User-agent` is a whole User-Agent header.
    ///
    /// ## Why
    ///
    /// Crawlers look for their product token
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). A
    /// parser reads `Mozilla/5.0 (compatible; Googlebot/2.1)` as `Mozilla`, which is no crawler's
    /// name. Browsers do not read robots.txt.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix replaces the header with the name of the known crawler in it, unless the
    /// group blocks the home page.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// An error where the header names a known crawler that is still active. All other headers of
    /// a file are one note, without a fix. Not reported in a group that also names `*`, because
    /// that group reaches the crawler anyway.
    Agent, "agent-full-header", "A002", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    const MISTAKE: &str = "this is a whole User-Agent header";
    let comparison = Comparison::new();
    let mut others: Option<Diagnostic> = None;
    for group in file.groups.iter().filter(|group| !group.is_global()) {
        for agent in group.agents.iter().filter(|agent| agent.shape.is_header) {
            let header = agent.text();
            // Its own name reaches the crawler already.
            let mut words = header.split(|char: char| !char.is_ascii_alphanumeric() && char != '-');
            if words.any(|word| !comparison.may_choose(file) || names(file, word)) {
                continue;
            }
            let crawler = file.catalogue.of_header(&header);
            let Some(token) = crawler.filter(|one| is_alive(one)).map(Crawler::token) else {
                others = Some(match others {
                    Some(report) => report.related(agent.span, "so is this"),
                    None => Diagnostic::new(
                        agent.span,
                        format!("{MISTAKE}, in which no crawler finds its name"),
                        if group.agents.len() == 1 {
                            "write the crawler's product token; if there is none, delete the whole group"
                        } else {
                            "write the crawler's product token; if there is none, delete the line: the others of the group still count"
                        },
                    )
                    .severity(Severity::Note),
                });
                continue;
            };
            let fix = || {
                let edit = Edit::replace(agent.span, token);
                Fix::unsafe_(format!("write {token}"), vec![edit])
            };
            out.push(
                Diagnostic::new(
                    agent.span,
                    format!("{MISTAKE}, in which {token} does not find its name, so it ignores this group"),
                    format!("write {token}"),
                )
                .maybe_fix((!group.may_block_home()).then(fix)),
            );
        }
    }
    out.extend(others);
}

/// Whether the file names what a word of a header names. Every header begins alike.
fn names(file: &File<'_>, word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    !word.is_empty() && word != "mozilla" && file.names(word.as_bytes())
}
