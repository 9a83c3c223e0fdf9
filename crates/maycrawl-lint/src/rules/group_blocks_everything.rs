//! The rule `group-blocks-everything`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The whole site is blocked for every crawler that no group names.
    ///
    /// ## Why
    ///
    /// A rule that matches every path forbids the whole site
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). Left
    /// in after a launch, it is the commonest reason why a site vanishes from search.
    ///
    /// ## Bad
    ///
    /// ```robots
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
    /// group of its own; silent where it lets both in, which is meant. If the site is meant to be closed, one line before the rule says so:
    /// `# maycrawl: ignore group-blocks-everything staging`; so does `site = "private"` in the
    /// table `[lint]` of `maycrawl.toml`.
    Group, "group-blocks-everything", "G007", Warning, Text(check)
}

/// The crawlers of search engines that sites want to be found by.
const ENGINES: [&str; 4] = ["Googlebot", "bingbot", "DuckDuckBot", "Applebot"];

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(span) = file.global_block() else { return };
    let home = UrlPath::parse("/", &BASE);
    let is_open = |name: &&str| {
        let crawler = file.catalogue.find(name);
        crawler.is_some_and(|one| file.rules_of(&one.agent()).check(&home).is_allowed())
    };
    let (open, missing): (Vec<_>, Vec<_>) = ENGINES.into_iter().partition(is_open);
    let large = ["Googlebot", "bingbot"].into_iter().filter(|name| open.contains(name));
    let large: Vec<_> = large.collect();
    let is_alone = file.global_rules().count() == 1;
    let open_it =
        if is_alone { "leave the value of this Disallow empty" } else { "delete this line" };
    let is_named = |name: &&str| file.names(name.to_ascii_lowercase().as_bytes());
    let blocked: Vec<_> = ["Googlebot", "bingbot"].into_iter().filter(is_named).collect();
    let report = match (large.as_slice(), blocked.as_slice()) {
        ([_, _, ..], _) => return,
        ([engine], _) => Diagnostic::new(
            span,
            format!("the whole site is blocked for every crawler that no group names: {engine} may fetch it, {} may not", listed(&missing)),
            "name every other crawler that should find the site",
        )
        .severity(Severity::Note),
        ([], []) => Diagnostic::new(
            span,
            "the whole site is blocked for every crawler that no group names: Google and Bing cannot read its pages",
            format!("if people should find the site, {open_it}; if not, say why after # maycrawl: ignore group-blocks-everything"),
        ),
        ([], named) => Diagnostic::new(
            span,
            format!("the whole site is blocked for every crawler that no group names, and for {}", listed(named)),
            format!("if people should find the site, {open_it}, and likewise in the groups of these names; if not, say why after # maycrawl: ignore group-blocks-everything"),
        ),
    };
    out.push(report.path("/"));
}
