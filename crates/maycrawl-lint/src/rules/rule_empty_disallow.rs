//! The rule `rule-empty-disallow`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A group contains an empty `Disallow` beside rules that block something.
    ///
    /// ## Why
    ///
    /// Alone, an empty `Disallow` allows everything; beside other rules it has no effect
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). Only
    /// Yandex reads it as a rule, `Allow: /`
    /// ([Yandex](https://yandex.com/support/webmaster/en/robot-workings/allow-disallow)): longer
    /// rules beat it, but it beats `Disallow: /`.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow:
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the line is deleted, although Yandex reads it as a rule.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// A warning where it opens the site to Yandex. Reported once per file, at the line that opens the site to Yandex if there is one.
    Rule, "rule-empty-disallow", "R006", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut found = Vec::new();
    for group in &file.groups {
        let mut disallows = group.rules.iter().filter(|rule| rule.kind == RuleKind::Disallow);
        let is_beside = disallows.clone().any(RuleEntry::can_match);
        let blocks_all = disallows.any(|rule| matches!(&*rule.value, b"/" | b"*" | b"/*"));
        let is_empty = |rule: &&RuleEntry| rule.kind == RuleKind::Disallow && rule.value.is_empty();
        for rule in group.rules.iter().filter(is_empty).filter(|_| is_beside) {
            let Some(line) = file.line(rule.line) else { continue };
            found.push((line, blocks_all && binds_yandex(file, group)));
        }
    }
    let span = |line: &Line<'_>| Span::new(line.field().start, line.separator().end);
    let opens = found.iter().find(|(_, opens)| *opens);
    let Some((first, opens)) = opens.or(found.first()) else { return };
    let what = if *opens {
        "Yandex reads the empty Disallow as Allow: /, which beats the Disallow: / of this group, so Yandex may fetch everything"
    } else {
        "an empty Disallow has no effect beside other rules"
    };
    let it = if found.len() == 1 { "the line" } else { "the lines" };
    let others = found.iter().filter(|(line, _)| line.number() != first.number());
    let edits = found.iter().map(|(line, _)| Edit::remove(line)).collect();
    out.push(
        Diagnostic::new(
            span(first),
            what,
            format!("delete {it}; if everything should be open, delete the other rules instead"),
        )
        .severity(if *opens { Severity::Warning } else { Severity::Note })
        .also(others.map(|(line, _)| span(line)), "this has no effect either")
        .fix(Fix::unsafe_(format!("delete {it}"), edits)),
    );
}

/// Whether Yandex follows a group: one that names it, or the group for `*` if none does.
fn binds_yandex(file: &File<'_>, group: &Group<'_>) -> bool {
    let is_yandex = |agent: &AgentEntry<'_>| {
        agent.crawler.is_some_and(|crawler| crawler.operator() == "Yandex")
    };
    group.agents.iter().any(is_yandex) || (group.is_global() && !file.agents().any(is_yandex))
}
