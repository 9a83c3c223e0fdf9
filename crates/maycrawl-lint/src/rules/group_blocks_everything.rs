//! The rule `group-blocks-everything`: its page, its check and its fix.

use std::collections::BTreeSet;

use maycrawl_crawlers::Crawler;

use crate::prelude::*;

rule! {
    /// The whole site is blocked for every crawler that no group names.
    ///
    /// ## Why
    ///
    /// A rule that matches every path blocks the whole site
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)).
    /// Left in after a launch, it is a common reason why a site vanishes from search.
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
    /// Listed before all other findings. A note where a group of its own lets a search engine in;
    /// silent where the file lets both Googlebot and bingbot in, because that is deliberate. If the
    /// site is meant to be closed, write `# maycrawl: ignore group-blocks-everything staging` on the
    /// line before the rule, or set `site = "private"` in the `[lint]` table of `maycrawl.toml`.
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
    let is_named = |name: &&str| file.names(name.to_ascii_lowercase().as_bytes());
    let (open, blocked): (Vec<_>, Vec<_>) = ENGINES.into_iter().partition(is_open);
    let missing: Vec<_> = blocked.iter().filter(|name| !is_named(name)).copied().collect();
    let large = ["Googlebot", "bingbot"].into_iter().filter(|name| open.contains(name));
    let mut large: Vec<_> = large.collect();
    // Any search engine that is let in by name was chosen.
    let others =
        file.agents().filter_map(|agent| agent.crawler).filter(|one| is_search_engine(one));
    let others: BTreeSet<_> = others.map(Crawler::token).collect();
    let others = others.into_iter().filter(|name| !large.contains(name) && is_open(name));
    let others: Vec<_> = others.collect();
    large.extend(others);
    let everything = Pattern::parse("/", &BASE);
    let is_block = |rule: &&RuleEntry| {
        rule.kind == RuleKind::Disallow && rule.pattern.covers(&everything) == Inclusion::Yes
    };
    let blocks: Vec<_> = file.global_rules().filter(is_block).map(|rule| rule.line).collect();
    let is_alone = file.global_rules().count() == 1;
    let open_it = match blocks.as_slice() {
        _ if is_alone => "remove the path from this Disallow".to_owned(),
        [] | [_] => "delete this line".to_owned(),
        lines => {
            let lines: Vec<_> = lines.iter().map(u32::to_string).collect();
            format!("delete all rules that block everything, on lines {}", listed(&lines))
        }
    };
    let blocked: Vec<_> = ["Googlebot", "bingbot"].into_iter().filter(is_named).collect();
    let report = match (large.as_slice(), blocked.as_slice()) {
        (["Googlebot", "bingbot", ..], _) => return,
        ([_, ..], _) if missing.is_empty() => return,
        ([engine, ..], _) => Diagnostic::new(
            span,
            format!("the whole site is blocked for every crawler that no group names: {engine} may fetch it, {} may not", listed(&missing)),
            "write a group for every other crawler that should fetch the site",
        )
        .severity(Severity::Note),
        ([], []) => Diagnostic::new(
            span,
            "the whole site is blocked for every crawler that no group names: Google and Bing cannot read its pages",
            format!("if people should find the site, {open_it}; if not, add # maycrawl: ignore group-blocks-everything and the reason"),
        ),
        ([], named) => Diagnostic::new(
            span,
            format!("the whole site is blocked for every crawler that no group names, and for {}", listed(named)),
            format!("if people should find the site, {open_it}, and do the same in those crawlers' groups; if not, add # maycrawl: ignore group-blocks-everything and the reason"),
        ),
    };
    out.push(report.path("/"));
}
