//! The rule `agent-cut-short`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` holds a character that ends a product token, so that parsers read less than
    /// is written.
    ///
    /// ## Why
    ///
    /// A token is made of letters, `_` and `-`
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). Of
    /// `Bot2000` Google's parser reads `Bot`.
    ///
    /// ## Bad
    ///
    /// ```robots also=agent-unknown
    /// User-agent: My.Own.Fetcher
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots also=agent-unknown
    /// User-agent: My-Own-Fetcher
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// A crawler whose documented token holds a digit, such as `MJ12bot`, looks for itself in its own
    /// way, and is not reported. Versions, lists, wildcards and whole headers are other rules'.
    Agent, "agent-cut-short", "A006", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for agent in file.agents() {
        let is_whole = agent.value.len() == agent.token.len();
        if is_whole || agent.value.is_empty() || agent.value.contains(&b'*') || is_explained(agent)
        {
            continue;
        }
        if agent.crawler.is_some() {
            continue;
        }
        let text = agent.text();
        let read = match agent.token.len() {
            0 => "nothing, so it names nobody".into(),
            len => lossy(agent.value.get(..len).unwrap_or_default()),
        };
        out.push(
            Diagnostic::new(
                agent.span,
                format!("of {text:?} parsers like Google's read {read}"),
                "write the token as its operator documents it",
            )
            .where_dialect(|dialect| dialect.groups.ua_match == UaMatch::Token),
        );
    }
}

/// Whether another rule reports what ends the token.
fn is_explained(agent: &AgentEntry<'_>) -> bool {
    agent.shape.is_header
        || agent.shape.has_version
        || agent.shape.list.is_some()
        || agent.value_shape.quoted.is_some()
        || agent.value_shape.second_directive.is_some()
}
