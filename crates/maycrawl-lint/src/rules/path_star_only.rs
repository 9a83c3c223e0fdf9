//! The rule `path-star-only`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `Disallow` has the path `*`.
    ///
    /// ## Why
    ///
    /// Google and other crawlers with the wildcards of RFC 9309
    /// ([section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.3)) read
    /// `Disallow: *` as `Disallow: /`. For a crawler that has no wildcards, or that expects a path
    /// to begin with a slash, it blocks nothing.
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
    /// Reported once per file. There is no fix: only you know whether everything should be
    /// blocked. In the group for `*`, `group-blocks-everything` reports it.
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
            format!("* is a wildcard: if {names} cannot read wildcards, the rule blocks nothing"),
            "write /, which every crawler understands; to block less, name the paths",
        )
        .also(found.map(|(_, rule)| rule.span), "so is this")
        .where_dialect(|dialect| !dialect.paths.wildcards),
    );
}
