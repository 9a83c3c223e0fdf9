//! The rule `agent-version`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::prelude::*;

rule! {
    /// A `User-agent` contains a version.
    ///
    /// ## Why
    ///
    /// A product token has none
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). Google's
    /// parser drops what follows the token; a crawler that compares the whole value does not find
    /// itself, and follows the group for `*` instead. The next version of the crawler may not find
    /// itself either.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Yeti/1.0
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Yeti
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the versions are deleted, but in groups that forbid the home page.
    ///
    /// ```robots
    /// User-agent: Yeti
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once a file, and only of names that are known without their version. Not of a crawler
    /// that is gone, that is documented to read the name alone, or that may fetch the same without
    /// this line.
    Agent, "agent-version", "A003", Note, Text(check)
}

/// A name with a version.
struct Versioned<'f> {
    agent: &'f AgentEntry<'f>,
    crawler: &'f Crawler,
    may_fix: bool,
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut found: Vec<Versioned<'_>> = Vec::new();
    for group in &file.groups {
        let is_versioned = |agent: &&AgentEntry<'_>| {
            agent.shape.has_version
                && agent.value_shape.second_directive.is_none()
                && agent.crawler.is_none()
        };
        for agent in group.agents.iter().filter(is_versioned) {
            let crawler = file.catalogue.find(&lossy(&agent.token));
            let Some(crawler) = crawler.filter(|one| is_alive(one) && !reads_token(one)) else {
                continue;
            };
            found.push(Versioned { agent, crawler, may_fix: !group.may_block_home() });
        }
    }
    if found.is_empty() {
        return;
    }
    // Nothing is lost where the name stands alone elsewhere, or * says the same.
    let spans: Vec<Span> = found.iter().map(|one| one.agent.span).collect();
    let unread = file.without_names(&spans);
    let comparison = Comparison::new();
    found.retain(|one| {
        let crawler = one.crawler.agent();
        comparison.may_choose(file)
            && comparison.differing(&unread.rules(&crawler), &file.rules_of(&crawler)).is_some()
    });
    found.sort_by_key(|one| !is_search_engine(one.crawler));
    let [first, others @ ..] = found.as_slice() else { return };
    let version = |one: &Versioned<'_>| {
        let length = u32::try_from(one.agent.token.len()).unwrap_or(0);
        Span::new(one.agent.span.start + length, one.agent.span.end)
    };
    let text = first.agent.text();
    let mut report = Diagnostic::new(
        version(first),
        format!(
            "some crawlers do not recognise themselves in {}, and pass over this group",
            text.split(';').next().unwrap_or_default()
        ),
        format!("write {} without the version", first.crawler.token()),
    );
    for one in others {
        report = report.related(version(one), "this is a version too");
    }
    let mut edits: Vec<Edit> =
        found.iter().filter(|one| one.may_fix).map(|one| Edit::replace(version(one), "")).collect();
    edits.sort_by_key(|edit| edit.span.start);
    let fix = (!edits.is_empty()).then(|| Fix::unsafe_("delete the versions", edits));
    out.push(report.maybe_fix(fix));
}
