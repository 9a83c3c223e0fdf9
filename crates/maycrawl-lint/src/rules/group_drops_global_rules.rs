//! The rule `group-drops-global-rules`: its page, its check and its fix.

use crate::openings::{OpenRule, openings};
use crate::prelude::*;

rule! {
    /// A group that names a crawler leaves open to it what the group for `*` forbids.
    ///
    /// ## Why
    ///
    /// A crawler obeys the group that names it and nothing of the group for `*`
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). Whoever
    /// adds a group to forbid a crawler one thing more allows it everything else.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    ///
    /// User-agent: bingbot
    /// Disallow: /drafts/
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
    /// Disallow: /drafts/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the rules are repeated in the group.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    ///
    /// User-agent: bingbot
    /// Disallow: /drafts/
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Limits
    ///
    /// A group that forbids the same path, or has any rule for just that path, knows of it, whatever
    /// else it allows. A group that forbids nothing at all is meant so, and so is one for crawlers that may fetch
    /// what is closed to all others. A crawler that ignores `*` loses nothing.
    Group, "group-drops-global-rules", "G006", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let everything = Pattern::parse("/", &BASE);
    for mut opening in openings(&file.robots, file.catalogue) {
        // Where everything is forbidden to others, a named group opens it on purpose.
        opening.rules.retain(|rule| {
            Pattern::parse(&rule.value, &BASE).covers(&everything) != Inclusion::Yes
        });
        let group = file
            .groups
            .iter()
            .find(|group| group.agents.iter().any(|agent| agent.line == opening.line));
        let Some(group) = group else { continue };
        // A group with a rule for such paths takes them into account.
        opening.rules.retain(|rule| !group.rules.iter().any(|own| is_known(own, rule)));
        let Some(first) = opening.rules.first() else { continue };
        let is_empty = group.rules.is_empty();
        if opening.is_deliberate && !is_empty {
            continue;
        }
        let names: Vec<_> = opening.names.iter().map(|name| lossy(name)).collect();
        let more = match opening.rules.len() {
            1 => String::new(),
            2 => " (and one rule more)".into(),
            rules => format!(" (and {} rules more)", rules - 1),
        };
        let rule = format!("Disallow: {}", lossy(&first.value));
        let mut report = Diagnostic::new(
            opening.span,
            format!("{rule}{more} of the group for * does not hold for {}", some(&names)),
            "repeat what should hold in this group",
        )
        .path(first.path.clone());
        for rule in opening.rules.iter().take(3) {
            report = report.related(rule.span, "does not hold for it");
        }
        let last = group.rules.last().and_then(|rule| file.line(rule.line));
        // A copy does not help if one of the group's own Allow rules beats it.
        let own = group.agents.iter().find(|agent| agent.line == opening.line);
        let own = file.rules_of(&Agent::token(own.map_or(&b""[..], |agent| &agent.token)));
        let is_in_the_way = |allow: &Pattern| {
            let pattern = |rule: &OpenRule| Pattern::parse(&rule.value, &BASE);
            opening.rules.iter().any(|rule| allow.meets(&pattern(rule)) != Overlap::No)
        };
        let mut allows = own.patterns().filter(|(_, kind, _)| *kind == RuleKind::Allow);
        let helps = !allows.any(|(_, _, pattern)| is_in_the_way(pattern));
        if let Some(last) = last.filter(|last| helps && !last.line_end().is_empty()) {
            let end = file.line_end();
            let lines =
                opening.rules.iter().map(|rule| [b"Disallow: ", &rule.value[..], end].concat());
            let edit = Edit::insert(last.line_end().end, lines.collect::<Vec<_>>().concat());
            report = report.fix(Fix::unsafe_("repeat the rules in the group", vec![edit]));
        }
        out.push(report);
    }
}

/// Whether a rule of the group takes a rule of `*` into account.
fn is_known(own: &RuleEntry, rule: &OpenRule) -> bool {
    let forbids = || {
        own.kind == RuleKind::Disallow
            && own.pattern.covers(&Pattern::parse(&rule.value, &BASE)) == Inclusion::Yes
    };
    own.value == rule.value || forbids()
}

/// At most three names, and the number of the others.
fn some(names: &[String]) -> String {
    match names {
        [one, two, three, rest @ ..] if !rest.is_empty() => {
            format!("{one}, {two}, {three} and {} more", rest.len())
        }
        few => few.join(", "),
    }
}
