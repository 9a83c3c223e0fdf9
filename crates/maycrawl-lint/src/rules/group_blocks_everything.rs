//! The rule `group-blocks-everything`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The whole site is blocked for every crawler that no group names.
    ///
    /// ## Why
    ///
    /// One slash forbids the whole site
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). Left
    /// in after a launch, it is the commonest reason why a site vanishes from search.
    ///
    /// ## Bad
    ///
    /// ```robots also=agent-ignores-global
    /// User-agent: *
    /// Disallow: /
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
    /// Named before all other findings. A note where the file lets Googlebot or bingbot in by a
    /// group of its own. If the site is meant to be closed, one line before the rule says so:
    /// `# maycrawl: ignore group-blocks-everything staging`; so does `site = "private"` in the
    /// table `[lint]` of `maycrawl.toml`.
    Group, "group-blocks-everything", "G007", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(span) = file.global_block() else { return };
    let engine = file.open_engine();
    let report = match engine {
        Some(engine) => Diagnostic::new(
            span,
            format!("the whole site is blocked for every crawler that no group names; {engine} may fetch it"),
            "name every other crawler that should find the site",
        )
        .severity(Severity::Note),
        None => Diagnostic::new(
            span,
            "the whole site is blocked for every crawler that no group names: Google and Bing cannot read its pages",
            "if people should find the site, leave the value of this Disallow empty; if not, say why after # maycrawl: ignore group-blocks-everything",
        ),
    };
    out.push(report.path("/"));
}
