//! The rule `path-star-only`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path is `*`.
    ///
    /// ## Why
    ///
    /// To Google and RFC 9309 `Disallow: *` forbids everything
    /// ([section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.3)); to a crawler
    /// without wildcards, and to one that expects a slash, it forbids nothing. `Allow: *` permits
    /// what is permitted without it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: AhrefsBot
    /// Disallow: *
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: AhrefsBot
    /// Disallow: /
    /// ```
    ///
    /// ## Limits
    ///
    /// There is no fix: nothing but you can tell whether everything should be blocked. In the group
    /// for `*`, `group-blocks-everything` reports it.
    Path, "path-star-only", "P013", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let block = file.global_block();
    for group in &file.groups {
        let forbids =
            group.rules.iter().any(|rule| rule.kind == RuleKind::Disallow && rule.can_match());
        let is_stars = |rule: &&RuleEntry| {
            !rule.value.is_empty() && rule.value.iter().all(|byte| *byte == b'*')
        };
        for rule in group.rules.iter().filter(is_stars) {
            if block == Some(rule.span) {
                continue;
            }
            out.push(match rule.kind {
                RuleKind::Allow if forbids => continue,
                RuleKind::Allow => Diagnostic::new(
                    rule.span,
                    "this has no effect: everything is allowed anyway",
                    group.removal(),
                ),
                RuleKind::Disallow => Diagnostic::new(
                    rule.span,
                    "this blocks the whole site, but not for crawlers that know no wildcards",
                    "write / if they should be blocked too; if not, name the paths that you mean",
                )
                .where_dialect(|dialect| !dialect.paths.wildcards),
            });
        }
    }
}
