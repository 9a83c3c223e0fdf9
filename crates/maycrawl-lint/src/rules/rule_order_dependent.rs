//! The rule `rule-order-dependent`: its page, its check and its fix.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::prelude::*;

rule! {
    /// An exception comes after the wider rule to which it is an exception.
    ///
    /// ## Why
    ///
    /// Crawlers that follow RFC 9309 use the longest match, wherever it is in the group
    /// ([section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). Crawlers that
    /// follow the 1996 draft, such as older versions of Python's `urllib.robotparser`, use the
    /// first match and never reach the exception.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /shop/
    /// Allow: /shop/catalogue/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Allow: /shop/catalogue/
    /// Disallow: /shop/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the exception is moved before the wider rule. Crawlers that use the first match
    /// then obey it.
    ///
    /// ```robots
    /// User-agent: *
    /// Allow: /shop/catalogue/
    /// Disallow: /shop/
    /// ```
    ///
    /// ## Limits
    ///
    /// Only paths without wildcards are checked, because those crawlers have no wildcards.
    /// Reported once per group.
    ///
    /// ## Pedantic
    ///
    /// Only very old crawlers read rules in order, and WordPress, Shopify and many others write their
    /// exceptions last in every installation.
    Rule, "rule-order-dependent", "R008", Note, Text(check), pedantic
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let draft: OnceCell<Robots> = OnceCell::new();
    for group in &file.groups {
        let mut late = late_exceptions(group);
        if late.is_empty() {
            continue;
        }
        // Such a crawler differs in more than the order, which may save the exception.
        let draft =
            draft.get_or_init(|| Robots::from_document(file.document, &Dialect::DRAFT_1996));
        let agent = group.agents.iter().find(|agent| agent.is_global || !agent.token.is_empty());
        let agent = Agent::token(agent.map_or(&b"*"[..], |agent| &agent.token));
        let (own, drafts) = (file.rules_of(&agent), draft.rules(&agent));
        late.retain(|(_, exception)| {
            own.check_url(&exception.value).is_allowed()
                != drafts.check_url(&exception.value).is_allowed()
        });
        let [(rule, exception), ..] = late.as_slice() else { continue };
        let report = Diagnostic::new(
            exception.span,
            format!(
                "very old crawlers use the first rule that matches, on line {}, and miss this exception",
                rule.line
            ),
            "put the exception first, if you like",
        )
        .where_dialect(|dialect| dialect.paths.precedence == Precedence::First)
        .related(rule.span, "matches first")
        .path(exception.value.clone());
        out.push(match move_before(file, &late) {
            Some(fix) => report.fix(fix),
            None => report,
        });
    }
}

/// The rules without wildcards after a wider one of the other kind, with that one.
fn late_exceptions<'g>(group: &'g Group<'_>) -> Vec<(&'g RuleEntry, &'g RuleEntry)> {
    let is_plain = |rule: &&RuleEntry| {
        rule.can_match() && !rule.value.contains(&b'*') && !rule.value.ends_with(b"$")
    };
    let mut seen: BTreeMap<(bool, &[u8]), &RuleEntry> = BTreeMap::new();
    let mut late = Vec::new();
    for rule in group.rules.iter().filter(is_plain) {
        let allows = rule.kind == RuleKind::Allow;
        let beginnings = (1..rule.value.len()).filter_map(|len| rule.value.get(..len));
        let wider = beginnings.filter_map(|beginning| seen.get(&(!allows, beginning)));
        if let Some(wider) = wider.min_by_key(|wider| wider.line) {
            late.push((*wider, rule));
        }
        seen.entry((allows, &rule.value)).or_insert(rule);
    }
    late
}

/// Moves exceptions before the first rule that is wider.
fn move_before(file: &File<'_>, late: &[(&RuleEntry, &RuleEntry)]) -> Option<Fix> {
    let first = late.iter().map(|(rule, _)| rule.line).min()?;
    let mut moved = Vec::new();
    let mut edits = Vec::new();
    for (_, exception) in late {
        let line = file.line(exception.line).filter(|line| !line.line_end().is_empty())?;
        let whole = Span::new(line.span().start, line.line_end().end);
        moved.extend_from_slice(whole.of(file.source()));
        edits.push(Edit::replace(whole, ""));
    }
    edits.insert(0, Edit::insert(file.line(first)?.span().start, moved));
    Some(Fix::unsafe_("move the exceptions before the rule", edits))
}
