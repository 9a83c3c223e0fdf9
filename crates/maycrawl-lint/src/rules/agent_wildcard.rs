//! The rule `agent-wildcard`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::misnamed::{Misnamed, keep_if_lost, one_finding};
use crate::prelude::*;

rule! {
    /// A `User-agent` uses `*` as a wildcard within a name.
    ///
    /// ## Why
    ///
    /// `*` alone stands for every crawler that no group names; within a name it is not a wildcard
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)).
    /// Most parsers read `Twitterbot*` as `Twitterbot`; others find no crawler's name in it.
    /// `*bot` names no crawler.
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
    /// Unsafe: the fix writes the name of a known crawler without the `*`, unless the group
    /// blocks the home page. There is no fix for `*bot`, because it does not say which crawlers
    /// were meant.
    ///
    /// ```robots
    /// User-agent: Twitterbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// A note, once per file, where a known crawler's name remains without the `*`. Not reported
    /// for a crawler that is retired, that is documented to read the name alone, or that may
    /// fetch the same without this line; nor for unknown names, unless known ones begin with the text before the star.
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
                && !agent.value.iter().any(|byte| b":^()[]|+?\\".contains(byte))
                && agent.value_shape.second_directive.is_none();
            if !is_it {
                continue;
            }
            let (severity, what) = match &*agent.token {
                _ if agent.is_global => (
                    Severity::Warning,
                    "most parsers read this as *: every crawler that no group names",
                ),
                [] => (
                    Severity::Error,
                    "wildcards do not work in names, so no crawler follows this line",
                ),
                _ => {
                    let name = unstarred(agent);
                    let crawler = file.catalogue.find(&name);
                    if crawler.is_none() && agent.value.ends_with(b"*") {
                        out.extend(family(file, agent, &name));
                    }
                    let comes = |one: &&Crawler| is_alive(one) && !reads_token(one);
                    let crawler = crawler.filter(comes);
                    starred.extend(crawler.map(|one| Misnamed::new(group, agent, one)));
                    continue;
                }
            };
            let todo = if group.may_block_home() {
                "name each crawler that you mean"
            } else {
                "name each crawler that you mean, or write * alone"
            };
            let report = Diagnostic::new(agent.span, what, todo);
            out.push(report.severity(severity));
        }
    }
    keep_if_lost(file, &mut starred);
    let what = |first: &Misnamed<'_>| {
        let read = lossy(first.agent.value.get(..first.agent.token.len()).unwrap_or_default());
        format!("most parsers ignore the star and read {read}; others find no crawler's name here")
    };
    let report = one_finding(&starred, what, "write the names without the star");
    out.extend(report.map(|report| report.severity(Severity::Note)));
}

/// Reports a star that stands for the rest of several known names.
fn family(file: &File<'_>, agent: &AgentEntry<'_>, beginning: &str) -> Option<Diagnostic> {
    const FEWEST_LETTERS: usize = 3;
    let begins = |crawler: &&Crawler| {
        let token = crawler.token();
        !crawler.is_retired()
            && token
                .get(..beginning.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(beginning))
    };
    let names: Vec<_> =
        file.catalogue.crawlers().iter().filter(begins).map(Crawler::token).collect();
    if beginning.len() < FEWEST_LETTERS || names.is_empty() {
        return None;
    }
    let value = agent.text();
    Some(
        Diagnostic::new(
            agent.span,
            format!("{value} names no crawler: wildcards do not work in names"),
            format!("name each crawler that you mean, such as {}", listed(&names)),
        )
        .severity(Severity::Warning),
    )
}

/// The name before the star.
fn unstarred(agent: &AgentEntry<'_>) -> String {
    let text = agent.text();
    let name = text.split('*').next().unwrap_or_default();
    name.trim_end_matches([' ', '/', '.', '-']).into()
}
