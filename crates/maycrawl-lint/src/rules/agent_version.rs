//! The rule `agent-version`: its page, its check and its fix.

use crate::misnamed::{Misnamed, keep_if_lost, one_finding};
use crate::prelude::*;

rule! {
    /// A `User-agent` contains a version.
    ///
    /// ## Why
    ///
    /// A product token contains no version
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)).
    /// Google's parser drops what follows the token; a crawler that compares the whole value does
    /// not find its name, and follows the group for `*` instead. The crawler's next version may
    /// not match either.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Yeti/1.0
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Yeti
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix deletes the versions, except in groups that block the home page.
    ///
    /// ```robots
    /// User-agent: Yeti
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once per file, and only for names that are known without the version. Not
    /// reported for a crawler that is retired, that is documented to read the name alone, or that
    /// has the same access without this line.
    Agent, "agent-version", "A003", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut found = Vec::new();
    for group in &file.groups {
        let is_versioned = |agent: &&AgentEntry<'_>| {
            agent.shape.has_version
                && agent.value_shape.second_directive.is_none()
                && agent.crawler.is_none()
        };
        for agent in group.agents.iter().filter(is_versioned) {
            let crawler = file.catalogue.find(&lossy(&agent.token));
            let crawler = crawler.filter(|one| is_alive(one) && !reads_token(one));
            found.extend(crawler.map(|crawler| Misnamed::new(group, agent, crawler)));
        }
    }
    keep_if_lost(file, &mut found);
    found.sort_by_key(|line| !is_search_engine(line.crawler));
    let what = |first: &Misnamed<'_>| {
        let text = first.agent.text();
        format!(
            "{} may not recognise its name in {}, and then ignores this group",
            first.name(),
            text.split(';').next().unwrap_or_default()
        )
    };
    out.extend(one_finding(&found, what, "delete the versions"));
}
