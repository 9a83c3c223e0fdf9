//! The rule `group-repeated`: its page, its check and its fix.

use std::collections::{BTreeMap, BTreeSet};

use maycrawl::dialect::Merge;
use maycrawl_crawlers::Crawler;

use crate::prelude::*;

rule! {
    /// Several groups with different rules name the same crawler.
    ///
    /// ## Why
    ///
    /// Crawlers must combine these groups
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)), but
    /// older ones follow the first and ignore the others, as Google's documentation of 2012 said.
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
    /// Unsafe: the fix moves the rules of the second group to the first, if both groups name only
    /// this crawler and contain nothing but rules, and the second does not block the home page.
    ///
    /// ```robots
    /// User-agent: CCBot
    /// Disallow: /a/
    /// Disallow: /b/
    ///
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once per name, and only where a crawler that follows only the first group may
    /// fetch something different. Not reported for crawlers that are retired or that are
    /// documented to combine groups.
    Group, "group-repeated", "G004", Warning, Text(check)
}

/// The groups that name one crawler.
struct Named<'f> {
    first: &'f Group<'f>,
    agent: &'f AgentEntry<'f>,
    others: Vec<(&'f Group<'f>, &'f AgentEntry<'f>)>,
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut of_name: BTreeMap<Vec<u8>, Named<'_>> = BTreeMap::new();
    for group in &file.groups {
        for agent in &group.agents {
            let key = if agent.is_global { b"*".to_vec() } else { agent.token.clone() };
            if key.is_empty() {
                continue;
            }
            let new = || Named { first: group, agent, others: Vec::new() };
            let named = of_name.entry(key).or_insert_with(new);
            // Groups with the same rules do no harm, nor do those that have none that matches, nor
            // names that only have the same token.
            let is_other = !std::ptr::eq(named.first, group)
                && agent.value.eq_ignore_ascii_case(&named.agent.value)
                && group.rules.iter().any(RuleEntry::can_match)
                && !has_same_rules(named.first, group)
                && !named.others.last().is_some_and(|(other, _)| std::ptr::eq(*other, group));
            if is_other {
                named.others.push((group, agent));
            }
        }
    }
    let mut dialect = BASE;
    dialect.groups.merge = Merge::First;
    let mut found: Vec<_> =
        of_name.into_iter().filter(|(_, named)| !named.others.is_empty()).collect();
    if found.is_empty() {
        return;
    }
    let first_only = Robots::from_document(file.document, &dialect);
    let comparison = Comparison::new();
    found.retain(|(key, named)| {
        let combines = |crawler: &Crawler| {
            crawler.dialect().is_some_and(|preset| preset.dialect.groups.merge == Merge::All)
        };
        let is_settled = named.agent.crawler.is_some_and(|one| !is_alive(one) || combines(one));
        let crawler = Agent::token(key);
        !is_settled
            && comparison.may_choose(file)
            && comparison.differing(&first_only.rules(&crawler), &file.rules_of(&crawler)).is_some()
    });
    for (_, Named { first, agent, others }) in found {
        let Some((_, second)) = others.first() else { continue };
        let (name, line) = (agent.text(), agent.line);
        let what = match others.len() {
            1 => format!(
                "{name} has a group on line {line} already; some crawlers follow only the first"
            ),
            more => format!(
                "{name} has {} groups; some crawlers follow only the first, on line {line}",
                more + 1
            ),
        };
        let is_shared = |group: &Group<'_>| group.agents.len() > 1;
        let todo = if is_shared(first) || others.iter().any(|(group, _)| is_shared(group)) {
            format!(
                "write one group for {name} alone, with all the rules that it should obey, and delete {name} from the other groups"
            )
        } else if others.len() == 1 {
            format!("move the rules of this group into the group on line {line}")
        } else {
            format!("move the rules of all these groups into the one on line {line}")
        };
        let mut report =
            Diagnostic::new(second.span, what, todo).related(agent.span, "the first is here");
        for (_, other) in others.iter().skip(1) {
            report = report.related(other.span, "and here is another");
        }
        let groups: Vec<_> = others.iter().map(|(group, _)| *group).collect();
        out.push(report.maybe_fix(merge(file, first, &groups)));
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
    Some(Fix::unsafe_("move the rules to the first group", edits))
}
