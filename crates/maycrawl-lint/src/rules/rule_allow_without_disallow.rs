//! The rule `rule-allow-without-disallow`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A group allows paths and forbids none.
    ///
    /// ## Why
    ///
    /// What no rule matches is allowed
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)), so an
    /// `Allow` matters only beside a `Disallow`. It does not mean that the rest is forbidden.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Allow: /public/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots also=group-blocks-everything,agent-ignores-global
    /// User-agent: *
    /// Disallow: /
    /// ```
    ///
    /// ## Limits
    ///
    /// `Allow: /` alone is a common way to say that everything is allowed, and is not reported.
    Rule, "rule-allow-without-disallow", "R007", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        let forbids =
            group.rules.iter().any(|rule| rule.kind == RuleKind::Disallow && rule.can_match());
        let is_partial = |rule: &&RuleEntry| {
            rule.kind == RuleKind::Allow
                && rule.can_match()
                && !matches!(&*rule.value, b"/" | b"/*" | b"*" | b"/$")
        };
        if forbids {
            continue;
        }
        if let Some(rule) = group.rules.iter().find(is_partial) {
            out.push(Diagnostic::new(
                rule.span,
                "nothing is blocked in this group, so this Allow has no effect",
                "write an empty Disallow: instead, or a Disallow for what you mean to block",
            ));
        }
    }
}
