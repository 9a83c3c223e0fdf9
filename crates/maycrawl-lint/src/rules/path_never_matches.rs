//! The rule `path-never-matches`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path can match no URL.
    ///
    /// ## Why
    ///
    /// Crawlers bring URLs into a normal form before they compare
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). What no
    /// URL holds in that form, such as an unencoded quotation mark, no rule with it can match.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /say"hello"/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /say%22hello%22/
    /// ```
    ///
    /// ## Limits
    ///
    /// Decided exactly, for URLs as Google asks for them. Mistakes that have a rule of their own are
    /// left to it.
    Path, "path-never-matches", "P019", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| !rule.value.is_empty() && !is_explained(rule)) {
        let is_dollar = rule.value == b"$";
        if (rule.can_match() || is_dollar) && rule.meets == Overlap::No {
            out.push(
                Diagnostic::new(
                    rule.span,
                    "no URL that a crawler asks for can match this",
                    "write it as a browser's address bar shows it when copied",
                )
                .where_dialect(|dialect| dialect.paths.normalise == UrlForm::Google),
            );
        }
    }
}

fn is_explained(rule: &RuleEntry) -> bool {
    let value = &rule.value;
    rule.is_shaped(PathShape::Spaced)
        || rule.is_shaped(PathShape::Regex)
        || rule.value_shape.quoted.is_some()
        || value.contains(&b'\\')
        || memchr::memmem::find(value, b"./").is_some()
        || value.iter().any(|byte| *byte < b' ')
}
