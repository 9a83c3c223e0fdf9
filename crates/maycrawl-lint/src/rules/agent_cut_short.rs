//! The rule `agent-cut-short`: its page, what it finds, and what mends it.

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
    "agent-cut-short", "A006", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for agent in file.agents() {
        let is_whole = agent.value.len() == agent.token.len();
        if is_whole
            || agent.value.is_empty()
            || agent.value.contains(&b'*')
            || is_explained(file, agent)
        {
            continue;
        }
        let text = agent.text();
        if file.catalogue.find(&text).is_some() {
            continue;
        }
        let read = match agent.token.len() {
            0 => "nothing, so it names nobody".into(),
            len => lossy(agent.value.get(..len).unwrap_or_default()),
        };
        out.push(
            Report::new(
                agent.span,
                format!("of {text:?} parsers like Google's read {read}"),
                "write the token as its operator documents it",
            )
            .in_dialects([
                "google",
                "google-parser",
                "rfc9309",
                "bing",
                "yandex",
                "cautious",
            ]),
        );
    }
}

fn is_explained(file: &File<'_>, agent: &Named) -> bool {
    super::agent_full_header::is_header(&agent.value)
        || super::agent_version::has_version(agent)
        || super::agent_list::names(file, &agent.value).is_some()
        || super::syntax_quotes::inner(&agent.value).is_some()
        || super::syntax_two_directives::second(&agent.value).is_some()
}
