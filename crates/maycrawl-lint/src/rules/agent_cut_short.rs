//! The rule `agent-cut-short`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::misnamed::{Misnamed, keep_if_lost, one_finding};
use crate::prelude::*;

rule! {
    /// A `User-agent` contains the name of a known crawler with other text around it.
    ///
    /// ## Why
    ///
    /// A product token contains letters, `_` and `-` only
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)).
    /// Many parsers read `Yandex.com/bot` as `Yandex`; a crawler that compares the whole value
    /// does not find its name. No parser finds a name in `+Yandex`.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: bingbot (mobile)
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: bingbot
    /// User-agent: MJ12bot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix writes the name alone, unless the group blocks the home page.
    ///
    /// ```robots
    /// User-agent: bingbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// A crawler whose documented name contains a digit, a dot or a space, such as `MJ12bot`,
    /// looks for that name and is not reported. Also not reported: unknown names, retired
    /// crawlers, programs that people run themselves, and crawlers that recognise the name or may
    /// fetch the same without it. A word after a slash, as in `contao/crawler`, counts as a part
    /// of the name. Other rules report versions, lists, wildcards and whole headers. All such
    /// lines of a file are one finding.
    ///
    /// ## Pedantic
    ///
    /// Nobody documents which parsers read such a name, and most of these names belong to
    /// programs that nobody runs any more.
    Agent, "agent-cut-short", "A006", Warning, Text(check), pedantic
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut cut = Vec::new();
    for group in &file.groups {
        for agent in &group.agents {
            let is_whole = agent.value.len() == agent.token.len();
            let is_known = agent.crawler.is_some() || agent.is_own;
            if is_whole || is_known || agent.value.contains(&b'*') || is_explained(agent) {
                continue;
            }
            let text = agent.text();
            let name = if agent.token.is_empty() {
                let name = text.trim_start_matches(|char: char| !char.is_ascii_alphabetic());
                let end = name.find(|char: char| !is_token_char(char)).unwrap_or(name.len());
                name.get(..end).unwrap_or_default()
            } else {
                text.get(..agent.token.len()).unwrap_or_default()
            };
            let is_word =
                ["spider", "crawler", "bot"].iter().any(|word| name.eq_ignore_ascii_case(word));
            let crawler = file.catalogue.find(name).filter(|_| !is_word);
            let is_read = |crawler: &Crawler| reads_token(crawler) && !agent.token.is_empty();
            // A program that people run themselves is no great loss.
            let matters =
                |one: &&Crawler| is_alive(one) && !is_read(one) && !one.is_for(Purpose::Tool);
            let Some(crawler) = crawler.filter(matters) else { continue };
            // The operator's other names stand beside it.
            let is_longer = |other: &AgentEntry<'_>| {
                other.token.len() > name.len() && other.token.starts_with(&agent.token)
            };
            if !agent.token.is_empty() && group.agents.iter().any(is_longer) {
                continue;
            }
            cut.push(Misnamed::new(group, agent, crawler));
        }
    }
    keep_if_lost(file, &mut cut);
    let what = |first: &Misnamed<'_>| {
        let (text, right) = (first.agent.text(), first.name());
        if first.agent.token.is_empty() {
            format!(
                "no parser finds a name at the start of {text:?}, so {right} ignores this group"
            )
        } else {
            format!(
                "some crawlers compare the whole value {text:?}, so {right} may ignore this group"
            )
        }
    };
    let is_nameless = cut.iter().any(|line| line.agent.token.is_empty());
    let report = one_finding(&cut, what, "write the name alone");
    out.extend(report.map(|report| {
        report.where_dialect(|dialect| is_nameless || dialect.groups.ua_match != UaMatch::Token)
    }));
}

fn is_token_char(char: char) -> bool {
    char.is_ascii_alphabetic() || char == '-' || char == '_'
}

/// Whether another rule reports what ends the token.
fn is_explained(agent: &AgentEntry<'_>) -> bool {
    agent.value.is_empty()
        || agent.shape.is_header
        || agent.shape.has_version
        || agent.shape.list.is_some()
        || names_a_part(agent)
        || agent.value_shape.quoted.is_some()
        || agent.value_shape.unclosed.is_some()
        || agent.value_shape.second_directive.is_some()
        || agent.value_shape.extra_separator.is_some()
}

/// Whether a word follows a slash after the token, as in a name that a site documents so.
fn names_a_part(agent: &AgentEntry<'_>) -> bool {
    let rest = agent.value.get(agent.token.len()..).unwrap_or_default();
    matches!(rest, [b'/', letter, ..] if letter.is_ascii_alphabetic())
}
