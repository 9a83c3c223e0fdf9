//! The rule `rule-allow-without-disallow`: its page, its check and its fix.

use crate::openings::OpenRule;
use crate::prelude::*;

rule! {
    /// A group for some crawlers has only `Allow` rules, so they may fetch everything.
    ///
    /// ## Why
    ///
    /// A crawler follows the groups that name it and ignores the group for `*`
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). A
    /// URL that no rule matches is allowed: an `Allow` does not block the rest.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /drafts/
    /// Disallow: /cart/
    ///
    /// User-agent: AhrefsBot
    /// Allow: /cart/offers/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /drafts/
    /// Disallow: /cart/
    ///
    /// User-agent: AhrefsBot
    /// Allow: /cart/offers/
    /// Disallow: /drafts/
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once per file. All groups of a crawler count together. Not reported where an
    /// `Allow` opens the whole site, or where the `Allow` rules name everything that the group
    /// opens. `group-frees-crawler` reports search engines. Crawlers for previews and ads, which
    /// are usually let in on purpose, are reported only where the group for `*` blocks everything.
    Rule, "rule-allow-without-disallow", "R007", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let is_closed = file.global_block().is_some();
    let mut report: Option<Diagnostic> = None;
    // Groups whose crawlers may fetch all that the group for * blocks.
    for opening in file.openings().iter().filter(|opening| opening.is_deliberate) {
        let has_line =
            |group: &&Group<'_>| group.agents.iter().any(|agent| agent.line == opening.line);
        let Some(group) = file.groups.iter().find(has_line) else { continue };
        let is_effective = |rule: &&RuleEntry| rule.kind == RuleKind::Allow && rule.can_match();
        let allows: Vec<_> = group.rules.iter().filter(is_effective).collect();
        let allows_all = allows.iter().any(|rule| matches!(&*rule.value, b"/" | b"/*" | b"*"));
        let [first, ..] = allows.as_slice() else { continue };
        // What else is open to these crawlers, though the group for * blocks it.
        let is_unmeant = |rule: &&OpenRule| {
            let path = UrlPath::parse(&rule.path, &BASE);
            !allows.iter().any(|allow| allow.pattern.matches(&path))
        };
        let Some(open) = opening.rules.iter().find(is_unmeant).filter(|_| !allows_all) else {
            continue;
        };
        let names: Vec<String> = opening.names.iter().map(|name| lossy(name)).collect();
        let is_meant = |name: &&String| {
            let crawler = file.catalogue.find(name).filter(|crawler| !crawler.is_retired());
            crawler.is_some_and(|crawler| is_closed || is_limited(crawler.purposes()))
        };
        let Some(name) = names.iter().find(is_meant) else { continue };
        let (cost, todo) = if is_closed {
            (
                "even though the group for * blocks the site".into(),
                format!("if {name} should fetch only what the Allow names, add Disallow: /"),
            )
        } else {
            (
                format!("including {}, which the group for * blocks", lossy(&open.value)),
                format!(
                    "if {name} should not, copy into this group the Disallow lines of * that it should obey"
                ),
            )
        };
        report = Some(match report {
            Some(report) => report.related(first.span, format!("this adds nothing for {name} either")),
            None => Diagnostic::new(
                first.span,
                format!(
                    "this Allow adds nothing: the group has no Disallow, so {name} may fetch everything, {cost}"
                ),
                todo,
            )
            .path(open.path.clone())
            .related(open.span, "does not apply to it"),
        });
    }
    let report = report.or_else(|| allow_alone(file));
    out.extend(report);
}

/// The `Allow` rules of a group for `*` without any `Disallow`.
fn allow_alone(file: &File<'_>) -> Option<Diagnostic> {
    let mut rules = file.global_rules().peekable();
    rules.peek()?;
    let is_allow = |rule: &RuleEntry| rule.kind == RuleKind::Allow;
    let names_all = |rule: &RuleEntry| matches!(&*rule.value, b"" | b"/" | b"/*" | b"*");
    let rules: Vec<_> = rules.collect();
    if !rules.iter().all(|rule| is_allow(rule) && !names_all(rule)) {
        return None;
    }
    let first = rules.iter().find(|rule| rule.can_match())?;
    Some(
        Diagnostic::new(
            first.span,
            "the group for * has no Disallow, so crawlers may fetch everything and this Allow changes nothing",
            "if crawlers should fetch only what the Allow names, add Disallow: /; otherwise delete the line",
        )
        .severity(Severity::Note),
    )
}

/// Whether a crawler of these purposes is rarely let in everywhere on purpose.
fn is_limited(purposes: &[Purpose]) -> bool {
    use Purpose::{AiTraining, Archive, Dataset, Seo};
    purposes.iter().any(|purpose| [AiTraining, Archive, Dataset, Seo].contains(purpose))
}
