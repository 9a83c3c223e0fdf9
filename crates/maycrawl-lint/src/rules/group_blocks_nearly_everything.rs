//! The rule `group-blocks-nearly-everything`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// Nearly the whole site is blocked for every crawler that no group names.
    ///
    /// ## Why
    ///
    /// `Disallow: /` forbids all that no longer `Allow` lets through
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). With
    /// one or two exceptions, such as the home page or a sitemap, search engines show nothing else
    /// of the site.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /
    /// Allow: /$
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Where up to three `Allow` rules are all that is open; a longer list is taken for deliberate.
    /// Not where the file lets Googlebot or bingbot in by a group of its own. Silenced like
    /// `group-blocks-everything`.
    Group, "group-blocks-nearly-everything", "G008", Warning, Text(check)
}

/// The most exceptions that are taken for an accident.
const MOST_ALLOWED: usize = 3;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if file.global_block().is_some() || file.open_engine().is_some() {
        return;
    }
    let everything = Pattern::parse("/", &BASE);
    let covers = |rule: &&RuleEntry| {
        rule.kind == RuleKind::Disallow && rule.pattern.covers(&everything) == Inclusion::Yes
    };
    let Some(block) = file.global_rules().find(covers) else { return };
    let mut open: Vec<String> = file
        .global_rules()
        .filter(|rule| rule.kind == RuleKind::Allow && rule.pattern.len() >= block.pattern.len())
        .filter(|rule| rule.meets != Overlap::No)
        .map(|rule| lossy(&rule.value))
        .collect();
    open.sort();
    open.dedup();
    // An Allow of everything opens it all.
    let any_page = UrlPath::parse("/some-page-of-the-site", &BASE);
    let is_open = file.rules_of(&Agent::token("*")).check(&any_page).is_allowed();
    if is_open || open.is_empty() || open.len() > MOST_ALLOWED {
        return;
    }
    out.push(
        Diagnostic::new(
            block.span,
            format!(
                "everything but {} is blocked for every crawler that no group names",
                open.join(" and ")
            ),
            "if people should find the site, block only the paths that are not for them",
        )
        .path(any_page.as_bytes()),
    );
}
