//! The rule `group-repeated`: its page, its check and its fix.

use std::collections::{BTreeMap, BTreeSet};

use crate::prelude::*;

rule! {
    /// Several groups with different rules name the same crawler.
    ///
    /// ## Why
    ///
    /// Crawlers must combine them
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)), but
    /// older ones take the first and ignore the others, as Google's document of 2012 asked. Yandex
    /// calls a second group for `*` an error.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: CCBot
    /// Disallow: /a/
    ///
    /// User-agent: CCBot
    /// Disallow: /b/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: CCBot
    /// Disallow: /a/
    /// Disallow: /b/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: if two groups name the same crawlers and contain only rules, none of which forbids
    /// the home page, the rules of the second are moved to the first.
    ///
    /// ```robots
    /// User-agent: CCBot
    /// Disallow: /a/
    /// Disallow: /b/
    ///
    /// ```
    Group, "group-repeated", "G004", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut first_of: BTreeMap<Vec<u8>, (usize, &AgentEntry<'_>)> = BTreeMap::new();
    let mut repeated: BTreeMap<Vec<u8>, (usize, Vec<&Group<'_>>)> = BTreeMap::new();
    for (index, group) in file.groups.iter().enumerate() {
        for agent in &group.agents {
            let key = if agent.is_global { b"*".to_vec() } else { agent.token.clone() };
            if key.is_empty() {
                continue;
            }
            let (first, named) = *first_of.entry(key.clone()).or_insert((index, agent));
            // Groups with the same rules do no harm, nor do names that only have the same token.
            let is_same_name = agent.value.eq_ignore_ascii_case(&named.value);
            let same_rules =
                file.groups.get(first).is_some_and(|first| has_same_rules(first, group));
            if first == index || !is_same_name || same_rules {
                continue;
            }
            repeated.entry(key).or_insert((out.len(), Vec::new())).1.push(group);
            out.push(
                Diagnostic::new(
                    agent.span,
                    format!(
                        "{} has a group on line {} already; some crawlers follow only the first",
                        agent.text(),
                        named.line
                    ),
                    "move the rules of both into one group",
                )
                .related(named.span, "the first is here"),
            );
        }
    }
    // One fix, at the first repetition, moves the rules of all.
    for (key, (at, groups)) in repeated {
        let first = first_of.get(&key).and_then(|(first, _)| file.groups.get(*first));
        let fix = first.and_then(|first| merge(file, first, &groups));
        if let Some(report) = out.get_mut(at) {
            report.fixes.extend(fix);
        }
    }
}

/// Whether two groups hold the same rules.
fn has_same_rules(one: &Group<'_>, other: &Group<'_>) -> bool {
    let rules = |group: &Group<'_>| -> BTreeSet<(bool, Vec<u8>)> {
        let rules = group.rules.iter();
        rules.map(|rule| (rule.kind == RuleKind::Allow, rule.value.clone())).collect()
    };
    rules(one) == rules(other)
}

/// Moves the rules of groups to another, if all name the same one crawler and
/// nothing else stands among their lines.
fn merge(file: &File<'_>, into: &Group<'_>, from: &[&Group<'_>]) -> Option<Fix> {
    let [one] = into.agents.as_slice() else { return None };
    // A crawler that follows only the first group would be locked out.
    if from.iter().any(|group| group.may_block_home()) {
        return None;
    }
    let after = file.line(into.rules.last()?.line)?.line_end();
    let mut moved = Vec::new();
    let mut edits = Vec::new();
    for group in from {
        let [other] = group.agents.as_slice() else { continue };
        let Some(last) = group.rules.last().and_then(|rule| file.line(rule.line)) else { continue };
        let start = file.line(other.line)?;
        let lines = (start.number()..=last.number()).filter_map(|number| file.line(number));
        let is_rule = |line: Line<'_>| group.rules.iter().any(|rule| rule.line == line.number());
        let is_plain = lines.skip(1).all(is_rule) && !last.line_end().is_empty();
        if !is_plain || one.is_global != other.is_global {
            continue;
        }
        moved.extend_from_slice(
            Span::new(start.line_end().end, last.line_end().end).of(file.source()),
        );
        edits.push(Edit::replace(Span::new(start.span().start, last.line_end().end), ""));
    }
    if edits.is_empty() || after.is_empty() {
        return None;
    }
    edits.insert(0, Edit::insert(after.end, moved));
    Some(Fix::unsafe_("move its rules to the first group", edits))
}
