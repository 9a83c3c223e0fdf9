//! The rule `agent-empty`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` names no crawler.
    ///
    /// ## Why
    ///
    /// An agent is a product token or `*`
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). An
    /// empty value names no crawler, so no crawler follows the rules below it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent:
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
    /// Unsafe: the fix writes `*`, unless the group blocks the home page
    /// or has no rule.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Agent, "agent-empty", "A001", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::UserAgent) {
        let value = entry.directive.value;
        if value.is_empty() {
            let span = Span::new(line.field().start, value.end.max(line.separator().end));
            let group = entry.group.and_then(|index| file.groups.get(index));
            let is_harmless =
                group.is_some_and(|group| !group.rules.is_empty() && !group.may_block_home());
            let fix = || Fix::unsafe_("write *", vec![Edit::insert(line.separator().end, " *")]);
            out.push(
                Diagnostic::new(
                    span,
                    "this User-agent is empty, so no crawler follows the rules below it",
                    "write the name of the crawler that the rules are for",
                )
                .maybe_fix(is_harmless.then(fix)),
            );
        }
    }
}
