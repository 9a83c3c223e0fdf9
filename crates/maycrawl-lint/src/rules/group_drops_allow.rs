//! The rule `group-drops-allow`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A group repeats a `Disallow` of the group for `*`, but not the `Allow` that makes an
    /// exception to it.
    ///
    /// ## Why
    ///
    /// A crawler follows the group that names it and ignores the group for `*`
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). A copy of
    /// the rules that leaves out an `Allow` blocks for that crawler what is open to all others.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /files/
    /// Allow: /files/styles.css
    ///
    /// User-agent: Googlebot
    /// Disallow: /files/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /files/
    /// Allow: /files/styles.css
    ///
    /// User-agent: Googlebot
    /// Disallow: /files/
    /// Allow: /files/styles.css
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix repeats the exception.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /files/
    /// Allow: /files/styles.css
    ///
    /// User-agent: Googlebot
    /// Allow: /files/styles.css
    /// Disallow: /files/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only for search engines, and only where both groups contain the same `Disallow`.
    /// Not reported where the named group blocks the whole site, because that is deliberate.
    Group, "group-drops-allow", "G010", Warning, Text(check)
}

/// The rules that are compared in one file.
const MOST_COMPARED: usize = 50_000;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let everyone = file.rules_of(&Agent::token("*"));
    let global: Vec<&RuleEntry> = file.global_rules().collect();
    let allows: Vec<&&RuleEntry> =
        global.iter().filter(|rule| rule.kind == RuleKind::Allow && rule.can_match()).collect();
    if allows.is_empty() {
        return;
    }
    let budget = Budget::new(MOST_COMPARED);
    for group in file.groups.iter().filter(|group| !group.is_global() && !group.may_block_home()) {
        let is_known = |agent: &&AgentEntry<'_>| {
            agent.crawler.is_some_and(|crawler| {
                is_search_engine(crawler) && crawler.obeys_global() != Some(false)
            })
        };
        let Some(agent) = group.tokens().find(is_known) else { continue };
        if !budget.spend_or_end(allows.len() + group.rules.len()) {
            return;
        }
        let own = file.rules_of(&Agent::token(&agent.token));
        let lost = allows.iter().filter_map(|allow| {
            let path = UrlPath::parse(allow.path()?, &BASE);
            if !everyone.check(&path).is_allowed() {
                return None;
            }
            let verdict = own.check(&path);
            let rule = own.deciding_rule(verdict).filter(|_| !verdict.is_allowed())?;
            let is_copy = global
                .iter()
                .any(|other| other.kind == RuleKind::Disallow && other.value == rule.value());
            // The line may be another group's of the same crawler.
            let line = group.rules.iter().find(|own| own.line == rule.line())?.line;
            is_copy.then_some((**allow, line, path))
        });
        let lost: Vec<_> = lost.collect();
        let Some((allow, _, path)) = lost.first() else { continue };
        let more = lost.len() - 1;
        let Some(line) = lost.iter().map(|(_, line, _)| *line).min() else { continue };
        let name = agent.text();
        let Some(line) = file.line(line) else { continue };
        let what = match more {
            0 => format!(
                "{} of the group for * is missing here, so {name} may not fetch that path",
                allow.text()
            ),
            more => format!(
                "{} and {more} more of the group for * are missing here, so {name} may not fetch those paths",
                allow.text()
            ),
        };
        let texts =
            lost.iter().map(|(allow, ..)| [b"Allow: ", &*allow.value, file.line_end()].concat());
        let text = texts.collect::<Vec<_>>().concat();
        let edit = Edit::insert(line.span().start, text);
        out.push(
            Diagnostic::new(
                agent.span,
                what,
                "a crawler follows its own group only: repeat the Allow in it",
            )
            .path(path.as_bytes())
            .related(allow.span, format!("this does not apply to {name}"))
            .fix(Fix::unsafe_("repeat the Allow", vec![edit])),
        );
    }
}
