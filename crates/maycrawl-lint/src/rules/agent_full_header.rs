//! The rule `agent-full-header`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::prelude::*;

rule! {
    /// A `User-agent` is a whole User-Agent header.
    ///
    /// ## Why
    ///
    /// Crawlers look for their product token
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). Of
    /// `Mozilla/5.0 (compatible; Googlebot/2.1)` a parser reads `Mozilla`, which is the name of no
    /// crawler, so nobody follows the group. A browser's header reaches nobody either: browsers do
    /// not read a robots.txt.
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
    /// Unsafe: the name of a known crawler is taken from the header, unless the group forbids the
    /// home page.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// An error where the header names a known crawler. All other headers of a file are one warning,
    /// without a fix.
    Agent, "agent-full-header", "A002", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut others: Option<Diagnostic> = None;
    for group in &file.groups {
        for agent in group.agents.iter().filter(|agent| agent.shape.is_header) {
            let Some(token) = file.catalogue.of_header(&agent.text()).map(Crawler::token) else {
                others = Some(match others {
                    Some(report) => report.related(agent.span, "nor does anybody follow this"),
                    None => Diagnostic::new(
                        agent.span,
                        "this is the header of a browser or an unknown program, so nobody follows the group",
                        if group.agents.len() == 1 {
                            "write the crawler's product token; if there is none, delete the whole group"
                        } else {
                            "write the crawler's product token; if there is none, delete the line"
                        },
                    )
                    .severity(Severity::Warning),
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
                    format!("this is a whole header, so {token} does not find its name"),
                    format!("write {token}"),
                )
                .maybe_fix((!group.may_block_home()).then(fix)),
            );
        }
    }
    out.extend(others);
}
