//! The rule `rule-redundant`: its page, its check and its fix.

use std::collections::BTreeMap;

use crate::equivalence::{Ranks, RulePattern, comes_between};
use crate::prelude::*;

rule! {
    /// A rule blocks or allows only what another rule of the same group already does.
    ///
    /// ## Why
    ///
    /// A path matches everything that begins with it, and `*` stands for any characters
    /// ([RFC 9309 section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.3)), so a
    /// rule for a part of what another rule matches changes nothing. Readers look for a reason
    /// that is not there, or one of the two rules is a mistake.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Disallow: /login
    /// Disallow: /checkout
    /// Disallow: /cart
    /// Disallow: /search
    /// Disallow: /print
    /// Disallow: /wishlist
    /// Disallow: /compare
    /// Disallow: /private/old/
    /// Disallow: /private/drafts/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Disallow: /login
    /// Disallow: /checkout
    /// Disallow: /cart
    /// Disallow: /search
    /// Disallow: /print
    /// Disallow: /wishlist
    /// Disallow: /compare
    /// Disallow: /old/
    /// Disallow: /drafts/
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: the covered rules are deleted. Unsafe where the linter cannot prove that this changes
    /// nothing in any dialect: a crawler without wildcards may need the rule.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Disallow: /login
    /// Disallow: /checkout
    /// Disallow: /cart
    /// Disallow: /search
    /// Disallow: /print
    /// Disallow: /wishlist
    /// Disallow: /compare
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once for each covering rule, where it covers several rules or covers one by a
    /// wildcard, and one of the covered rules is more than eight lines away: the author has seen a
    /// nearer one. Not reported where a list of paths is repeated below a folder, where only
    /// several rules together cover the rule, or where a rule of the other kind that could match
    /// the same URL could come between the two in rank.
    ///
    /// ## Pedantic
    ///
    /// The file says the same without the rule. Many of these rules were written by a content
    /// management system, or stand there for readers.
    Rule, "rule-redundant", "R002", Note, Text(check), pedantic
}

/// How many lines apart two rules are seen together.
const NEAR: u32 = 8;

/// The pairs of rules that are compared in one file.
const MOST_PAIRS: usize = 100_000;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let budget = Budget::new(MOST_PAIRS);
    for group in &file.groups {
        let decides: Vec<RulePattern> = group
            .rules
            .iter()
            .map(|rule| RulePattern { kind: rule.kind, pattern: rule.pattern.clone() })
            .collect();
        // The rules that cover others, by their lines, with those that they cover.
        let mut found: BTreeMap<u32, (&RuleEntry, Vec<&RuleEntry>)> = BTreeMap::new();
        let is_read_by_all = |rule: &&RuleEntry| rule.path().is_some() && file.is_exact(rule);
        for (rule, own) in group.rules.iter().zip(&decides).filter(|(rule, _)| is_read_by_all(rule))
        {
            if !budget.spend_or_end(group.rules.len()) {
                break;
            }
            let others = group.rules.iter().zip(&decides);
            let mut covering: Vec<_> = others
                .filter(|(other, _)| {
                    other.kind == rule.kind
                        && other.value != rule.value
                        && !rule.value.ends_with(&other.value)
                        && other.covers(rule)
                        && file.is_exact(other)
                        && covers_in_rfc(other, rule)
                        // Of two rules that cover each other, only one may be removed.
                        && (other.pattern.len() < rule.pattern.len() || !rule.covers(other))
                })
                .collect();
            // The widest covers most, so that few are named.
            covering.sort_by_key(|(other, _)| other.pattern.len());
            let mut safe = covering.into_iter().filter(|(_, cover)| {
                decides.iter().all(|opposed| !comes_between(opposed, own, cover, Ranks::ByLength))
            });
            // An Allow of an index file also allows its folder.
            let stands_for_two = rule.kind == RuleKind::Allow
                && memchr::memmem::find(&rule.value, b"/index.htm").is_some();
            if let Some((other, _)) = safe.next().filter(|_| !stands_for_two) {
                let (_, covered) = found.entry(other.line).or_insert((other, Vec::new()));
                covered.push(rule);
            }
        }
        out.extend(
            found.values().filter_map(|(cover, covered)| report(file, group, cover, covered)),
        );
    }
}

/// Reports the rules of a group that one covers.
fn report(
    file: &File<'_>,
    group: &Group<'_>,
    cover: &RuleEntry,
    covered: &[&RuleEntry],
) -> Option<Diagnostic> {
    let [first, others @ ..] = covered else { return None };
    let is_hidden = covered.iter().any(|rule| rule.line.abs_diff(cover.line) > NEAR)
        && (!others.is_empty() || !first.value.starts_with(&cover.value));
    if !is_hidden {
        return None;
    }
    let lines: Vec<_> = covered.iter().filter_map(|rule| file.line(rule.line)).collect();
    let by = format!("{} on line {} covers", cover.text(), cover.line);
    let what = match others.len() {
        0 => format!("{by} this line, so this line has no effect"),
        1 => format!("{by} this and another line, so they have no effect"),
        more => format!("{by} this and {more} other lines, so they have no effect"),
    };
    let what = if group.is_global() {
        what
    } else {
        format!("{what} in the group for {}", agent_names(&group.agents))
    };
    let todo = if others.is_empty() {
        "delete the line, unless you mean another path"
    } else {
        "delete the lines, unless you mean other paths"
    };
    let report = Diagnostic::new(first.span, what, todo)
        .path(first.path().unwrap_or_default())
        .related(cover.span, "covers it")
        .also(others.iter().map(|rule| rule.span), "also covered");
    Some(report.fix(Fix::remove_rules(file, &lines)))
}

/// Whether a rule covers another also where escapes are normalised.
fn covers_in_rfc(one: &RuleEntry, other: &RuleEntry) -> bool {
    let pattern = |rule: &RuleEntry| Pattern::parse(&rule.value, &Dialect::RFC9309);
    let is_plain = |rule: &RuleEntry| pattern(rule).as_bytes() == rule.pattern.as_bytes();
    (is_plain(one) && is_plain(other)) || pattern(one).covers(&pattern(other)) == Inclusion::Yes
}
