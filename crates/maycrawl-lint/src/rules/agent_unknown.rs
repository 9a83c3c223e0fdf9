//! The rule `agent-unknown`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` names a crawler that is not known.
    ///
    /// ## Why
    ///
    /// The [catalogue](https://github.com/maycrawl/maycrawl/blob/main/docs/crawlers.md) does not hold
    /// every crawler. A name that it does not know may be one of the past, one that nobody ever
    /// used, or your own.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: NoSuchThing
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
    /// ## Limits
    ///
    /// Reported once a file. Your own crawlers belong into a catalogue of your own.
    Agent, "agent-unknown", "A008", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let is_unknown = |agent: &&AgentEntry<'_>| {
        !agent.token.is_empty()
            && !agent.is_own
            && agent.crawler.is_none()
            && file.catalogue.find(&lossy(&agent.token)).is_none()
            && !is_explained(agent)
    };
    let mut unknown = file.agents().filter(is_unknown);
    let Some(first) = unknown.next() else { return };
    let hint = file.catalogue.nearest(&first.text());
    let hint = hint.map_or(String::new(), |near| format!("; it knows {}", near.token()));
    let mut report = Diagnostic::new(
        first.span,
        format!("the catalogue does not know {}{hint}", first.text()),
        "see whether it still exists; name your own crawlers in maycrawl.toml",
    );
    for agent in unknown {
        report = report.related(agent.span, "nor this one");
    }
    out.push(report);
}

/// Whether another rule reports what is wrong with the name.
fn is_explained(agent: &AgentEntry<'_>) -> bool {
    agent.shape.is_header
        || agent.shape.list.is_some()
        || agent.shape.near.is_some()
        || agent.shape.invented.is_some()
        || agent.value_shape.quoted.is_some()
}
