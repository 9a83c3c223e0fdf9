//! The rule `rule-empty-disallow`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// An empty `Disallow` stands beside rules that forbid something.
    ///
    /// ## Why
    ///
    /// Alone it says that everything is allowed; beside others it says nothing
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)).
    /// Yandex takes it for
    /// [`Allow: /`](https://yandex.com/support/webmaster/en/robot-workings/allow-disallow), which
    /// beats a `Disallow: /`.
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
    /// Unsafe: it is deleted. (To Yandex it is a rule.)
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Rule, "rule-empty-disallow", "R006", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        let forbids =
            group.rules.iter().any(|rule| rule.kind == RuleKind::Disallow && rule.can_match());
        let is_empty = |rule: &&RuleEntry| rule.kind == RuleKind::Disallow && rule.value.is_empty();
        for rule in group.rules.iter().filter(is_empty).filter(|_| forbids) {
            let Some(line) = file.line(rule.line) else { continue };
            out.push(
                Diagnostic::new(
                    Span::new(line.field().start, line.separator().end),
                    "an empty Disallow has no effect beside other rules; to Yandex it allows everything",
                    "delete the line; if everything should be open, delete the other rules instead",
                )
                .fix(Fix::unsafe_("delete the line", vec![Edit::remove(&line)])),
            );
        }
    }
}
