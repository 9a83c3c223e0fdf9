//! The rule `group-frees-crawler`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::openings::OpenRule;
use crate::prelude::*;

rule! {
    /// A group lets a search engine fetch everything, even what the group for `*` blocks.
    ///
    /// ## Why
    ///
    /// A crawler follows the group that names it and ignores the group for `*`
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)).
    /// `User-agent: bingbot` with an empty `Disallow` looks like a welcome, but it also opens
    /// carts, searches and accounts to Bing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    ///
    /// User-agent: bingbot
    /// Disallow:
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    ///
    /// User-agent: bingbot
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only for search engines, and only for their crawlers for pages: sites open
    /// themselves to crawlers for previews, images and ads on purpose. Not reported where the
    /// group for `*` blocks everything, where only one rule for a single file is lost, or where
    /// the group tries to block something. It may be deliberate, so it is only a note, once per
    /// file.
    Group, "group-frees-crawler", "G009", Note, Text(check)
}

/// The rules of one file that are matched; beyond it, everything is taken for meant.
const MOST_MATCHED: usize = 1_000_000;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if file.global_block().is_some() {
        return;
    }
    let everything = Pattern::parse("/", &BASE);
    let budget = Budget::new(MOST_MATCHED);
    let mut report: Option<Diagnostic> = None;
    for opening in file.openings().iter().filter(|one| one.is_deliberate) {
        let has_line = |agent: &AgentEntry<'_>| agent.line == opening.line;
        let mut groups = file.groups.iter().filter(|group| !group.rules.is_empty());
        let Some(group) = groups.find(|group| group.agents.iter().any(has_line)) else { continue };
        let forbids = |rule: &RuleEntry| rule.kind == RuleKind::Disallow && !rule.value.is_empty();
        if group.rules.iter().any(forbids) {
            continue;
        }
        // One that would follow the group of another of its operator loses nothing of *.
        let falls_back = |one: &Crawler| {
            let is_named = |token: &String| file.names(token.to_ascii_lowercase().as_bytes());
            one.fallback().is_some_and(|tokens| tokens.iter().any(is_named))
        };
        let is_engine = |name: &&Vec<u8>| {
            let crawler = file.catalogue.find(&lossy(name));
            crawler
                .is_some_and(|one| is_search_engine(one) && fetches_pages(one) && !falls_back(one))
        };
        let Some(name) = opening.names.iter().find(is_engine) else { continue };
        let Some(agent) = group.agents.iter().find(|agent| agent.value == *name) else { continue };
        let name = lossy(name);
        // What the group opens by an Allow of its own is meant.
        let is_meant = |rule: &OpenRule| {
            if !budget.spend_or_end(group.rules.len()) {
                return true;
            }
            let path = UrlPath::parse(&rule.path, &BASE);
            let opens = |own: &RuleEntry| {
                own.pattern.covers(&everything) != Inclusion::Yes && own.pattern.matches(&path)
            };
            group.rules.iter().any(|own| own.kind == RuleKind::Allow && opens(own))
        };
        let is_part = |rule: &&OpenRule| {
            Pattern::parse(&rule.value, &BASE).covers(&everything) != Inclusion::Yes
        };
        let lost: Vec<_> =
            opening.rules.iter().filter(is_part).filter(|rule| !is_meant(rule)).collect();
        let rule = match lost.as_slice() {
            [] => continue,
            [one] if is_file(&one.value) => continue,
            [first, ..] => first,
        };
        let value = lossy(&rule.value);
        let also = if value.contains('*') { format!("what {value} matches") } else { value };
        report = Some(match report {
            Some(report) => report.related(agent.span, format!("so does the group for {name}")),
            None => Diagnostic::new(
                agent.span,
                format!("this group lets {name} fetch everything, including {also}, which the group for * blocks"),
                "copy the Disallow lines of * into this group, or delete the group if it needs no rules of its own",
            )
            .path(rule.path.clone())
            .related(rule.span, "does not apply in this group"),
        });
    }
    out.extend(report);
}

/// Whether a path is that of a single file.
fn is_file(path: &[u8]) -> bool {
    let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    name.contains(&b'.') && !name.contains(&b'*')
}
