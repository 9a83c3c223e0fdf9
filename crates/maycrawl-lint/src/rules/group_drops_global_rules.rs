//! The rule `group-drops-global-rules`: its page, its check and its fix.

use crate::openings::OpenRule;
use crate::prelude::*;

rule! {
    /// A group that names a crawler leaves open to it what the group for `*` forbids.
    ///
    /// ## Why
    ///
    /// A crawler obeys the group that names it and nothing of the group for `*`
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). A new
    /// group that should add one restriction for a crawler cancels all the general ones for it.
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
    /// Only crawlers that the catalogue knows. A group that forbids the same path, or has any rule
    /// for just that path, knows of it, whatever else it allows. A group that forbids nothing at all
    /// is meant so, and so is one for crawlers that may fetch what is closed to all others. A note
    /// where the group repeats four fifths of the rules: it may leave the others out on purpose. A
    /// crawler that ignores `*` loses nothing.
    Group, "group-drops-global-rules", "G006", Warning, Text(check)
}

/// How many times as many rules a group repeats as it leaves out, if it does so on purpose.
const MOSTLY: usize = 4;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let everything = Pattern::parse("/", &BASE);
    let global: Vec<&RuleEntry> = file.global_rules().collect();
    for opening in file.openings() {
        let mut opening = opening.clone();
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
        if opening.is_deliberate || group.rules.is_empty() {
            continue;
        }
        opening.rules.retain(|rule| {
            let pattern = Pattern::parse(&rule.value, &BASE);
            !group.rules.iter().any(|own| is_known(own, rule, &pattern))
        });
        let Some(first) = opening.rules.first() else { continue };
        let is_known = |name: &Vec<u8>| {
            let crawler = file.catalogue.find(&lossy(name));
            crawler.is_some_and(|crawler| crawler.obeys() != Obeys::No)
        };
        opening.names.retain(is_known);
        if opening.names.is_empty() {
            continue;
        }
        let names: Vec<_> = opening.names.iter().map(|name| lossy(name)).collect();
        let rule = format!("Disallow: {}", lossy(&first.value));
        let what = match opening.rules.len() {
            1 => format!("{rule} of the group for * does not apply to {}", listed(&names)),
            2 => format!(
                "{rule} and one rule more of the group for * do not apply to {}",
                listed(&names)
            ),
            rules => format!(
                "{rule} and {} rules more of the group for * do not apply to {}",
                rules - 1,
                listed(&names)
            ),
        };
        let is_own = |rule: &&&RuleEntry| rule.kind == RuleKind::Disallow;
        let repeated = global.iter().filter(is_own).filter(|rule| {
            group.rules.iter().any(|own| own.kind == rule.kind && own.value == rule.value)
        });
        let is_mostly_repeated = repeated.count() >= MOSTLY * opening.rules.len();
        let mut report = Diagnostic::new(
            opening.span,
            what,
            "a crawler follows its own group only: repeat in it what should apply",
        )
        .severity(if is_mostly_repeated { Severity::Note } else { Severity::Warning })
        .path(first.path.clone());
        for rule in opening.rules.iter().take(3) {
            report = report.related(rule.span, "does not apply to it");
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

/// Whether a rule of the group takes a rule of `*`, of this pattern, into account.
fn is_known(own: &RuleEntry, rule: &OpenRule, pattern: &Pattern) -> bool {
    own.value == rule.value
        || (own.kind == RuleKind::Disallow && own.pattern.covers(pattern) == Inclusion::Yes)
}
