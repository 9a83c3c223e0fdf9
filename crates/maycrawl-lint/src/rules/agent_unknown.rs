//! The rule `agent-unknown`: its page, what it finds, and what mends it.

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
    "agent-unknown", "A008", Note, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    let is_unknown = |agent: &&Named| {
        let name = agent.text();
        !agent.token.is_empty()
            && !file.is_own(&name)
            && file.catalogue.find(&name).is_none()
            && file.catalogue.find(&lossy(&agent.token)).is_none()
            && !super::agent_full_header::is_header(&agent.value)
            && super::agent_list::names(file, &agent.value).is_none()
            && super::agent_misspelt::meant(file, agent).is_none()
            && super::agent_invented::meant(&name).is_none()
            && super::syntax_quotes::inner(&agent.value).is_none()
    };
    let mut unknown = file.agents().filter(is_unknown);
    let Some(first) = unknown.next() else { return };
    let hint = file.catalogue.nearest(&first.text());
    let hint = hint.map_or(String::new(), |near| format!("; it knows {}", near.token()));
    let mut report = Report::new(
        first.span,
        format!("the catalogue does not know {}{hint}", first.text()),
        "see whether it still exists; name your own crawlers in maycrawl.toml",
    );
    for agent in unknown {
        report = report.related(agent.span, "nor this one");
    }
    out.push(report);
}
