//! The rule `agent-wildcard`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::misnamed::{Misnamed, keep_if_lost, one_finding};
use crate::prelude::*;

rule! {
    /// A `User-agent` uses `*` as a wildcard within a name.
    ///
    /// ## Why
    ///
    /// `*` alone stands for every crawler without a group; within a name it stands for nothing
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). Of
    /// `Twitterbot*` most parsers read `Twitterbot`; some find no such crawler. `*bot` names nobody.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Twitterbot*
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Twitterbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the name of a known crawler is written without the `*`, unless the group forbids the
    /// home page. There is none for `*bot`: nobody can know which crawlers were meant.
    ///
    /// ```robots
    /// User-agent: Twitterbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// A note where the name of a known crawler remains without the `*`, once a file. Not of one that
    /// is gone, that is documented to read the name alone, or that may fetch the same without this
    /// line; nor of names that nobody knows.
    Agent, "agent-wildcard", "A005", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut starred = Vec::new();
    for group in &file.groups {
        for agent in &group.agents {
            // A tag or a broken character behind a star is another mistake.
            let is_it = agent.value.contains(&b'*')
                && agent.value != b"*"
                && agent.value.is_ascii()
                && !agent.value.contains(&b'<')
                && agent.value_shape.second_directive.is_none();
            if !is_it {
                continue;
            }
            let what = match &*agent.token {
                _ if agent.is_global => {
                    "most parsers read this as *: every crawler that no group names"
                }
                [] => "a name has no wildcards, so no crawler follows this group",
                _ => {
                    let crawler = file.catalogue.find(&unstarred(agent));
                    let comes = |one: &&Crawler| is_alive(one) && !reads_token(one);
                    let crawler = crawler.filter(comes);
                    starred.extend(crawler.map(|one| Misnamed::new(group, agent, one)));
                    continue;
                }
            };
            out.push(Diagnostic::new(agent.span, what, "name each crawler, or write * alone"));
        }
    }
    keep_if_lost(file, &mut starred);
    let what = |first: &Misnamed<'_>| {
        let read = lossy(first.agent.value.get(..first.agent.token.len()).unwrap_or_default());
        format!("most parsers ignore the star and read {read}; some find no name here")
    };
    let report = one_finding(&starred, what, "write the names without the star");
    out.extend(report.map(|report| report.severity(Severity::Note)));
}

/// The name before the star.
fn unstarred(agent: &AgentEntry<'_>) -> String {
    let text = agent.text();
    let name = text.split('*').next().unwrap_or_default();
    name.trim_end_matches([' ', '/', '.', '-']).into()
}
