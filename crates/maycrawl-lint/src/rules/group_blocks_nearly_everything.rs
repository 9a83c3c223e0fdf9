//! The rule `group-blocks-nearly-everything`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// Nearly the whole site is blocked for every crawler that no group names.
    ///
    /// ## Why
    ///
    /// `Disallow: /` blocks every path except those that an `Allow` with a longer path matches
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). If
    /// only one or two paths stay open, such as the home page or a sitemap, search engines can
    /// read nothing else of the site.
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
    /// Reported where one to three `Allow` rules are all that is open; a longer list is taken to
    /// be deliberate. Not reported where a group of its own lets Googlebot or bingbot in. Silence
    /// it like `group-blocks-everything`.
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
