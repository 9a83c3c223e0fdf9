//! The rule `agent-fallback`: its page, its check and its fix.

use maycrawl::{Rules, agent::GroupChoice};

use crate::prelude::*;

rule! {
    /// A crawler that the file does not name follows the group of another crawler, and that group
    /// blocks or allows other paths than the group for `*`.
    ///
    /// ## Why
    ///
    /// [Applebot follows Googlebot's group](https://support.apple.com/en-us/119829) if no group
    /// names Applebot. Rules that were meant for Google then apply to another company's crawler.
    ///
    /// ## Bad
    ///
    /// ```robots also=group-drops-global-rules
    /// User-agent: Googlebot
    /// Disallow: /drafts/
    ///
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    ///
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only for crawlers of other operators: it surprises nobody that Googlebot-Image
    /// follows Googlebot's group. The rule compares the two groups on the shortest path that each
    /// of their rules matches.
    ///
    /// ## Pedantic
    ///
    /// These crawlers do what their operators document, and a site that trusts Googlebot with a
    /// page rarely minds Applebot there.
    Agent, "agent-fallback", "A014", Note, Text(check), pedantic
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if !file.groups.iter().any(Group::is_global) {
        return;
    }
    let everyone = file.rules_of(&Agent::token("*"));
    let mut fallbacks: Vec<Fallback<'_>> = Vec::new();
    for crawler in file.catalogue.crawlers() {
        let is_there = |token: &String| file.names(token.to_ascii_lowercase().as_bytes());
        if !crawler.fallback().is_some_and(|tokens| tokens.iter().any(is_there)) {
            continue;
        }
        let is_named = file.names(crawler.token().to_ascii_lowercase().as_bytes());
        if is_named || crawler.obeys() == Obeys::No {
            continue;
        }
        let rules = file.rules_of(&crawler.agent());
        let GroupChoice::ByName { token: 1.. } = rules.choice() else { continue };
        let Some(line) = rules.agent_lines().next() else { continue };
        let owner = file.catalogue.find(&lossy(line.token(&BASE)));
        if owner.is_none_or(|owner| owner.operator() == crawler.operator()) {
            continue;
        }
        match fallbacks.iter_mut().find(|one| one.span == line.span()) {
            Some(one) => one.names.push(crawler.token()),
            None => fallbacks.push(Fallback {
                span: line.span(),
                names: vec![crawler.token()],
                path: differing(&rules, &everyone),
            }),
        }
    }
    for Fallback { span, names, path } in fallbacks {
        let Some(path) = path else { continue };
        let group = lossy(span.of(file.source()));
        let who = match names.as_slice() {
            [one] => format!("{one} has no group of its own and follows"),
            [one, two] => format!("{one} and {two} have no groups of their own and follow"),
            [one, rest @ ..] => {
                format!("{one} and {} others have no groups of their own and follow", rest.len())
            }
            [] => continue,
        };
        out.push(
            Diagnostic::new(
                span,
                format!("{who} the group for {group}, which differs from the group for *"),
                "if other rules should apply, write a group that names the crawler",
            )
            .path(path),
        );
    }
}

/// Crawlers that follow a group for another.
struct Fallback<'f> {
    span: Span,
    names: Vec<&'f str>,
    path: Option<Vec<u8>>,
}

/// A path on which the verdicts differ: a shortest one of a rule.
fn differing(one: &Rules, other: &Rules) -> Option<Vec<u8>> {
    let patterns = one.patterns().chain(other.patterns());
    let mut paths = patterns.filter_map(|(_, _, pattern)| pattern.shortest_path());
    paths.find(|path| {
        let path = UrlPath::parse(path, &BASE);
        one.check(&path).is_allowed() != other.check(&path).is_allowed()
    })
}
