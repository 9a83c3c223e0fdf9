//! The rule `agent-unknown`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` names an unknown crawler.
    ///
    /// ## Why
    ///
    /// The [catalogue](https://github.com/maycrawl/maycrawl/blob/main/docs/crawlers.md) does not
    /// list every crawler. A name that it does not list may belong to a retired crawler, to no
    /// crawler at all, or to a crawler of your own.
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
    /// Reported once per file. Name your own crawlers in `maycrawl.toml`.
    ///
    /// ## Pedantic
    ///
    /// No catalogue lists every crawler, so an unlisted name is not a mistake. Half of these
    /// names belong to programs that nobody runs any more, and a rule for one of them does no
    /// harm.
    Agent, "agent-unknown", "A008", Note, Text(check), pedantic
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let is_unknown = |agent: &&AgentEntry<'_>| {
        !agent.token.is_empty()
            && !agent.is_own
            && agent.crawler.is_none()
            && file.catalogue.find(&lossy(&agent.token)).is_none()
            && !is_explained(agent)
    };
    let unknown: Vec<_> = file.agents().filter(is_unknown).collect();
    let Some((first, others)) = unknown.split_first() else { return };
    let more = match others.len() {
        0 => String::new(),
        1 => " and 1 other name".into(),
        more => format!(" and {more} other names"),
    };
    let read = lossy(first.value.get(..first.token.len()).unwrap_or_default());
    let read = match first.text() {
        text if text == read => String::new(),
        _ => format!("; Google's parser reads only {read}"),
    };
    let mut report = Diagnostic::new(
        first.span,
        format!("the catalogue does not know {}{more}{read}", first.text()),
        "if the crawler is retired, delete its group; if it is yours, name it in maycrawl.toml",
    );
    for agent in others {
        report = report.related(agent.span, "not known either");
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
