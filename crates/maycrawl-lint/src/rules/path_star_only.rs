//! The rule `path-star-only`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path is `*`.
    ///
    /// ## Why
    ///
    /// To Google and RFC 9309 `Disallow: *` forbids everything
    /// ([section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.3)); to a crawler
    /// without wildcards, and to one that asks for a slash, it forbids nothing. `/` says the same to
    /// all.
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
    /// ## Fix
    ///
    /// Unsafe: `/` is written. Crawlers without wildcards obey it then.
    ///
    /// ```robots
    /// User-agent: AhrefsBot
    /// Disallow: /
    /// ```
    Path, "path-star-only", "P013", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file
        .rules()
        .filter(|rule| !rule.value.is_empty() && rule.value.iter().all(|byte| *byte == b'*'))
    {
        let verb = if rule.kind == RuleKind::Allow { "allows" } else { "forbids" };
        out.push(
            Diagnostic::new(
                rule.span,
                format!("this {verb} everything, but not to crawlers without wildcards"),
                "write /",
            )
            .where_dialect(|dialect| !dialect.paths.wildcards)
            .fix(Fix::unsafe_("write /", vec![Edit::replace(rule.span, "/")])),
        );
    }
}
