//! The rule `agent-cut-short`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` is the name of a known crawler with something around it.
    ///
    /// ## Why
    ///
    /// A product token contains letters, `_` and `-` only
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). Of
    /// `Googlebot (mobile)` Google's parser reads `Googlebot`; a crawler that compares the whole
    /// value does not find itself. Of `+Googlebot` every parser reads nothing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Googlebot (mobile)
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// User-agent: MJ12bot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the name alone is written, unless the group forbids the home page.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// A crawler whose documented name contains a digit, a dot or a space, such as `MJ12bot`, looks
    /// for that name, and is not reported; nor is a name of which nothing is known. Versions,
    /// lists, wildcards and whole headers are other rules'.
    Agent, "agent-cut-short", "A006", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        for agent in &group.agents {
            let is_whole = agent.value.len() == agent.token.len();
            let is_known = agent.crawler.is_some() || agent.is_own;
            if is_whole || is_known || agent.value.contains(&b'*') || is_explained(agent) {
                continue;
            }
            let text = agent.text();
            let read = lossy(agent.value.get(..agent.token.len()).unwrap_or_default());
            let crawler = match agent.token.len() {
                0 => {
                    let name = text.trim_start_matches(|char: char| !char.is_ascii_alphabetic());
                    let end = name.find(|char: char| !is_token_char(char)).unwrap_or(name.len());
                    name.get(..end).and_then(|name| file.catalogue.find(name))
                }
                _ => file.catalogue.find(&read),
            };
            let is_word = |name: &&str| {
                ["spider", "crawler", "bot"].iter().any(|word| name.eq_ignore_ascii_case(word))
            };
            let right =
                crawler.map(maycrawl_crawlers::Crawler::token).filter(|name| !is_word(name));
            let Some(right) = right else { continue };
            let what = if agent.token.is_empty() {
                format!(
                    "no parser finds a name at the start of {text:?}, so nobody follows this group"
                )
            } else {
                format!("{right} follows this group only if it ignores what stands after its name")
            };
            let fix = || {
                let edit = Edit::replace(agent.span, right);
                Fix::unsafe_(format!("write {right}"), vec![edit])
            };
            out.push(
                Diagnostic::new(agent.span, what, format!("write {right} and nothing else"))
                    .where_dialect(|dialect| {
                        agent.token.is_empty() || dialect.groups.ua_match != UaMatch::Token
                    })
                    .maybe_fix((!group.may_block_home()).then(fix)),
            );
        }
    }
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
        || agent.value_shape.quoted.is_some()
        || agent.value_shape.second_directive.is_some()
}
