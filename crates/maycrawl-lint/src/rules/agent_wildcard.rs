//! The rule `agent-wildcard`: its page, its check and its fix.

use maycrawl_crawlers::Crawler;

use crate::prelude::*;

rule! {
    /// A `User-agent` uses `*` as a wildcard within a name.
    ///
    /// ## Why
    ///
    /// `*` alone stands for every crawler without a group; within a name it stands for nothing
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). Of
    /// `Twitterbot*` most parsers read `Twitterbot`; some find no such crawler. `*bot` names nobody.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Twitterbot*
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Twitterbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the name of a known crawler is written without the `*`, unless the group forbids the
    /// home page. There is none for `*bot`: nobody can know which crawlers were meant.
    ///
    /// ```robots
    /// User-agent: Twitterbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// A note where the name of a known crawler remains without the `*`, once a file. Not of one that
    /// is gone, that is documented to read the name alone, or that may fetch the same without this
    /// line; nor of names that nobody knows.
    Agent, "agent-wildcard", "A005", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut starred: Vec<Starred<'_>> = Vec::new();
    for group in &file.groups {
        for agent in &group.agents {
            // A tag or a broken character behind a star is another mistake.
            let is_it = agent.value.contains(&b'*')
                && agent.value != b"*"
                && agent.value.is_ascii()
                && !agent.value.contains(&b'<')
                && agent.value_shape.second_directive.is_none();
            if !is_it {
                continue;
            }
            let what = match &*agent.token {
                _ if agent.is_global => {
                    "most parsers read this as *: every crawler that no group names"
                }
                [] => "a name has no wildcards, so no crawler follows this group",
                _ => {
                    let name = unstarred(agent);
                    let crawler = file.catalogue.find(&name);
                    let comes = |one: &&Crawler| is_alive(one) && !reads_token(one);
                    if let Some(crawler) = crawler.filter(comes) {
                        let may_fix = !group.may_block_home();
                        starred.push(Starred { agent, name, crawler, may_fix });
                    }
                    continue;
                }
            };
            out.push(Diagnostic::new(agent.span, what, "name each crawler, or write * alone"));
        }
    }
    if !starred.is_empty() {
        out.extend(report(file, starred));
    }
}

/// A name with a star behind it.
struct Starred<'f> {
    agent: &'f AgentEntry<'f>,
    name: String,
    crawler: &'f Crawler,
    may_fix: bool,
}

/// Reports the names whose crawlers fetch something else if they do not find them.
fn report(file: &File<'_>, mut starred: Vec<Starred<'_>>) -> Option<Diagnostic> {
    let spans: Vec<Span> = starred.iter().map(|one| one.agent.span).collect();
    let unread = file.without_names(&spans);
    let comparison = Comparison::new();
    starred.retain(|one| {
        let crawler = one.crawler.agent();
        comparison.may_choose(file)
            && comparison.differing(&unread.rules(&crawler), &file.rules_of(&crawler)).is_some()
    });
    let [first, others @ ..] = starred.as_slice() else { return None };
    let read = lossy(first.agent.value.get(..first.agent.token.len()).unwrap_or_default());
    let mut report = Diagnostic::new(
        first.agent.span,
        format!("most parsers ignore the star and read {read}; some find no name here"),
        format!("write {}", first.name),
    )
    .severity(Severity::Note);
    for one in others {
        report = report.related(one.agent.span, format!("write {}", one.name));
    }
    let fixable = starred.iter().filter(|one| one.may_fix);
    let edits: Vec<Edit> = fixable.map(|one| Edit::replace(one.agent.span, &*one.name)).collect();
    let fix = (!edits.is_empty()).then(|| Fix::unsafe_("write the names without the star", edits));
    Some(report.maybe_fix(fix))
}

/// The name before the star.
fn unstarred(agent: &AgentEntry<'_>) -> String {
    let text = agent.text();
    let name = text.split('*').next().unwrap_or_default();
    name.trim_end_matches([' ', '/', '.', '-']).into()
}
