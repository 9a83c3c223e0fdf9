//! The rule `path-query-everything`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule blocks every URL with a query.
    ///
    /// ## Why
    ///
    /// `/*?` matches every URL that contains a `?`
    /// ([RFC 9309 section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.3)):
    /// filters and sessions, but also pages and products whose URL needs a parameter, and styles
    /// and scripts with a version in the query.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /*?
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /*?sort=
    /// ```
    ///
    /// ## Limits
    ///
    /// The rule may be intended, so this is only a note, reported once per group. An `Allow` in
    /// the same group that can match such a URL counts as a sign that it is. Only groups for all
    /// crawlers and for search engines are checked.
    Path, "path-query-everything", "P014", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let queries = Pattern::parse("/*?", &BASE);
    for group in &file.groups {
        let is_for_search =
            |agent: &AgentEntry<'_>| agent.is_global || agent.crawler.is_some_and(is_search_engine);
        let allows = group.rules.iter().any(|rule| {
            rule.kind == RuleKind::Allow && rule.pattern.meets(&queries) != Overlap::No
        });
        let forbids = |rule: &&RuleEntry| {
            rule.kind == RuleKind::Disallow
                && matches!(&*rule.value, b"/*?" | b"/*?*" | b"*?" | b"*?*" | b"/*?*=" | b"/*?*=*")
        };
        if allows || !group.agents.iter().any(is_for_search) {
            continue;
        }
        let mut found = group.rules.iter().filter(forbids);
        let Some(rule) = found.next() else { continue };
        out.push(
            Diagnostic::new(
                rule.span,
                "this blocks every URL with a ?, including pages whose address needs a parameter, such as /product?id=7, and files such as /style.css?v=2",
                "if the site has such addresses, block only the parameters that you mean, such as /*?sort=",
            )
            .path("/style.css?v=2")
            .also(found.map(|rule| rule.span), "so does this"),
        );
    }
}
