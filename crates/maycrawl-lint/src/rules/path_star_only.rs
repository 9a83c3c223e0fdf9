//! The rule `path-star-only`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `Disallow` has the path `*`.
    ///
    /// ## Why
    ///
    /// To Google and RFC 9309 `Disallow: *` forbids everything
    /// ([section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.3)); to a crawler
    /// without wildcards, and to one that expects a slash, it forbids nothing.
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
    /// Reported once a file. There is no fix: nothing but you can tell whether everything should be blocked. In the group
    /// for `*`, `group-blocks-everything` reports it.
    Path, "path-star-only", "P013", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let block = file.global_block();
    let is_stars = |rule: &&RuleEntry| {
        rule.kind == RuleKind::Disallow
            && !rule.value.is_empty()
            && rule.value.iter().all(|byte| *byte == b'*')
            && block != Some(rule.span)
    };
    let mut found =
        file.groups.iter().filter_map(|group| Some((group, group.rules.iter().find(is_stars)?)));
    let Some((group, rule)) = found.next() else { return };
    let names = agent_names(&group.agents);
    out.push(
        Diagnostic::new(
            rule.span,
            format!(
                "this is a wildcard: a crawler that knows none, perhaps {names}, may fetch everything"
            ),
            "write /, which every crawler reads alike; if you mean less, name the paths",
        )
        .also(found.map(|(_, rule)| rule.span), "so is this")
        .where_dialect(|dialect| !dialect.paths.wildcards),
    );
}
