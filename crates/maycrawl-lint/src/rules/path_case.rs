//! The rule `path-case`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule misses paths of the site that differ from it only in upper and lower case.
    ///
    /// ## Why
    ///
    /// Paths are compared letter by letter, and `A` is not `a`
    /// ([Google](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#url-matching-based-on-path-values)).
    /// `Disallow: /Account/` does not block `/account/login`.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /Account/
    /// Allow: /account/help/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /account/
    /// Allow: /account/help/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only where the other spelling is known, from a URL of the site or from an `Allow`
    /// in the group that would be an exception to the rule if case did not matter. Not reported
    /// where another rule covers the other spelling. There is no fix, because a server may use
    /// both.
    Path, "path-case", "P022", Warning, Text(check)
}

/// The pairs that are compared in one file.
const MOST_COMPARED: usize = 2_000_000;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let budget = Budget::new(MOST_COMPARED);
    for group in &file.groups {
        let exceptions: Vec<&RuleEntry> = group
            .rules
            .iter()
            .filter(|rule| rule.kind == RuleKind::Allow && rule.can_match())
            .collect();
        let is_folder = |rule: &&RuleEntry| {
            rule.kind == RuleKind::Disallow
                && rule.value.len() > 2
                && rule.value.starts_with(b"/")
                && rule.value.iter().any(u8::is_ascii_alphabetic)
                && !rule.value.iter().any(|byte| b"*$".contains(byte))
        };
        for rule in group.rules.iter().filter(is_folder) {
            let cost = exceptions.len() + file.urls.len();
            if !budget.spend_or_end(cost) {
                return;
            }
            let by_rule =
                exceptions.iter().find(|other| begins_in_other_case(&other.value, &rule.value));
            let by_url = || {
                let mut urls = file.urls.iter().map(UrlPath::as_bytes);
                urls.find(|url| begins_in_other_case(url, &rule.value))
            };
            let Some(other) = by_rule.map(|rule| &*rule.value).or_else(by_url) else { continue };
            let other_spelling = other.get(..rule.value.len()).unwrap_or_default();
            let path = UrlPath::parse(other_spelling, &BASE);
            let is_covered = group
                .rules
                .iter()
                .any(|own| own.kind == RuleKind::Disallow && own.pattern.matches(&path));
            if !is_covered {
                out.push(
                    Diagnostic::new(
                        rule.span,
                        format!("paths are case-sensitive, so this does not block {}", lossy(other_spelling)),
                        "write the path in the case that the site uses; block both, if it uses both",
                    )
                    .path(other_spelling)
                    .maybe_related(by_rule.map(|rule| (rule.span, "this shows the other spelling"))),
                );
            }
        }
    }
}

/// Whether a path begins with another but for the case of letters.
fn begins_in_other_case(path: &[u8], beginning: &[u8]) -> bool {
    let start = path.get(..beginning.len());
    start.is_some_and(|start| start != beginning && start.eq_ignore_ascii_case(beginning))
}
