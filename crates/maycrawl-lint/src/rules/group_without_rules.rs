//! The rule `group-without-rules`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A group names crawlers but contains no rules.
    ///
    /// ## Why
    ///
    /// The crawlers that it names follow this group and not the group for `*`
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)), so
    /// they may fetch everything. Google asks for
    /// [at least one rule in a group](https://developers.google.com/search/docs/crawling-indexing/robots/create-robots-txt).
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: bingbot
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots also=group-frees-crawler
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: bingbot
    /// Disallow:
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix adds an empty `Disallow`, which says that everything is allowed. (It is
    /// not a safe fix, because Yandex reads an empty `Disallow` as a rule.) There is no fix where
    /// the next line is a path without a field.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: bingbot
    /// Disallow:
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only where an active crawler may therefore fetch something that the group for `*`
    /// blocks.
    Group, "group-without-rules", "G002", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let everyone = file.rules_of(&Agent::token("*"));
    let comparison = Comparison::new();
    for group in file.groups.iter().filter(|group| group.rules.is_empty() && !group.is_global()) {
        let Some(last) = group.agents.last().and_then(|agent| file.line(agent.line)) else {
            continue;
        };
        if group.agents.iter().any(|agent| agent.value_shape.second_directive.is_some()) {
            continue;
        }
        // The crawlers that lose a rule of `*`, those that are known first.
        let mut freed: Vec<(&AgentEntry<'_>, Vec<u8>)> = Vec::new();
        for agent in group.tokens() {
            let is_gone = agent.crawler.is_some_and(|crawler| {
                !is_alive(crawler)
                    || crawler.obeys_global() == Some(false)
                    || !fetches_pages(crawler)
            });
            if is_gone || !comparison.may_choose(file) {
                continue;
            }
            let own = file.rules_of(&Agent::token(&agent.token));
            freed.extend(comparison.lost(&own, &everyone).map(|path| (agent, path)));
        }
        freed.sort_by_key(|(agent, _)| agent.crawler.is_none());
        let Some((first, path)) = freed.first() else { continue };
        let mut names: Vec<_> = freed.iter().map(|(agent, _)| agent.text()).collect();
        names.dedup();
        let names = listed(&names);
        let shown = lossy(path);
        // To some crawlers a blank line between the names ends a group.
        let is_split = group.agents.last().is_some_and(|last| {
            let first = group.agents.first().map_or(last.line, |first| first.line);
            (last.line - first) as usize >= group.agents.len()
        });
        let groups = if is_split { "each of these groups" } else { "this group" };
        // A path alone on the next line has lost its field.
        let is_bare = |line: &Line<'_>| line.text().trim_ascii().starts_with(b"/");
        let bare = file.line(last.number() + 1).filter(is_bare);
        let todo = match bare {
            Some(_) => "write Disallow: before the path on the next line".to_owned(),
            None => format!(
                "repeat the rules of * in {groups}, such as that for {shown}; if {names} may fetch everything, write Disallow: without a path instead; if nothing, write Disallow: /"
            ),
        };
        let report = Diagnostic::new(
            first.span,
            format!("no rule follows, so {names} may fetch everything, including {shown}, which the group for * blocks"),
            todo,
        )
        .path(path.clone());
        let end = if last.line_end().is_empty() { file.line_end() } else { b"" };
        let text = [end, b"Disallow:", file.line_end()].concat();
        let fix =
            || Fix::unsafe_("add an empty Disallow", vec![Edit::insert(last.line_end().end, text)]);
        out.push(report.maybe_fix(bare.is_none().then(fix)));
    }
}
