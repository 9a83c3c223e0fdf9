//! The rule `group-frees-crawler`: its page, its check and its fix.

use crate::openings::OpenRule;
use crate::prelude::*;

rule! {
    /// A group lets a search engine fetch everything, also what the group for `*` forbids.
    ///
    /// ## Why
    ///
    /// A crawler follows the group that names it and nothing of the group for `*`
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)).
    /// `User-agent: bingbot` with an empty `Disallow` looks like a welcome, and opens carts, searches
    /// and accounts to Bing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    ///
    /// User-agent: bingbot
    /// Disallow:
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    ///
    /// User-agent: bingbot
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Limits
    ///
    /// Search engines only: previews and ads are freed on purpose. Not where the group for `*`
    /// forbids everything. It may be meant, and so is only a note, once a file.
    Group, "group-frees-crawler", "G009", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if file.global_block().is_some() {
        return;
    }
    let everything = Pattern::parse("/", &BASE);
    let mut report: Option<Diagnostic> = None;
    for opening in file.openings().iter().filter(|one| one.is_deliberate) {
        let has_rules = |group: &&Group<'_>| !group.rules.is_empty();
        let mut groups = file.groups.iter().filter(has_rules);
        let has_line = |agent: &AgentEntry<'_>| agent.line == opening.line;
        if !groups.any(|group| group.agents.iter().any(has_line)) {
            continue;
        }
        let is_engine =
            |name: &&Vec<u8>| file.catalogue.find(&lossy(name)).is_some_and(is_search_engine);
        let Some(name) = opening.names.iter().find(is_engine).map(|name| lossy(name)) else {
            continue;
        };
        let is_part = |rule: &&OpenRule| {
            Pattern::parse(&rule.value, &BASE).covers(&everything) != Inclusion::Yes
        };
        let Some(rule) = opening.rules.iter().find(is_part) else { continue };
        let value = lossy(&rule.value);
        report = Some(match report {
            Some(report) => report.related(opening.span, format!("so does the group for {name}")),
            None => Diagnostic::new(
                opening.span,
                format!(
                    "{name} may fetch everything here, also {value}, which the group for * blocks"
                ),
                format!("delete the group if {name} should follow the group for *"),
            )
            .path(rule.path.clone())
            .related(rule.span, "does not apply to it"),
        });
    }
    out.extend(report);
}
