//! The rule `agent-full-header`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` is a whole User-Agent header.
    ///
    /// ## Why
    ///
    /// Crawlers look for their product token
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). Of
    /// `Mozilla/5.0 (compatible; Googlebot/2.1)` a parser reads `Mozilla`, which is no crawler.
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
    /// Unsafe: the token is taken from the header.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    Agent, "agent-full-header", "A002", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for agent in file.agents().filter(|agent| agent.shape.is_header) {
        let report = Diagnostic::new(
            agent.span,
            "this is a whole header; parsers read the first word, which names no crawler",
            "write the crawler's product token alone",
        );
        let token = Agent::from_header(&agent.value)
            .and_then(|agent| agent.tokens().next().map(<[u8]>::to_vec));
        out.push(match token {
            Some(token) => {
                let title = format!("write {}", lossy(&token));
                report.fix(Fix::unsafe_(title, vec![Edit::replace(agent.span, token)]))
            }
            None => report,
        });
    }
}
