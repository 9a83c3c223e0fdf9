//! The rule `agent-retired`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `User-agent` names a crawler that its operator has retired.
    ///
    /// ## Why
    ///
    /// The operators now list other crawlers
    /// ([Anthropic](https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler),
    /// [Google](https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers)).
    /// A new crawler that the file does not name obeys the group for `*`.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: anthropic-ai
    /// Disallow: /drafts/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: anthropic-ai
    /// User-agent: ClaudeBot
    /// Disallow: /drafts/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix adds the crawler's successor to the group, unless the group blocks the
    /// home page or would open something to the successor.
    ///
    /// ```robots
    /// User-agent: anthropic-ai
    /// User-agent: ClaudeBot
    /// Disallow: /drafts/
    /// ```
    ///
    /// ## Limits
    ///
    /// Not reported where the file also names the successor, nor where naming it would change
    /// nothing. All such names of a file are one finding.
    Agent, "agent-retired", "A010", Note, Text(check)
}

/// A name that no crawler uses any more, and the crawler that took its place.
struct Retired {
    name: &'static str,
    heir: &'static str,
    /// How the two belong together, before the name of the new one.
    link: &'static str,
}

const RETIRED: [Retired; 3] = [
    Retired { name: "anthropic-ai", heir: "ClaudeBot", link: "Anthropic now uses" },
    Retired { name: "claude-web", heir: "ClaudeBot", link: "Anthropic now uses" },
    Retired { name: "googlebot-mobile", heir: "Googlebot", link: "Google now uses" },
];

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let comparison = Comparison::new();
    let mut report: Option<Diagnostic> = None;
    let mut edits: Vec<Edit> = Vec::new();
    let mut named: Vec<&str> = Vec::new();
    for group in file.groups.iter().filter(|group| !group.is_global()) {
        for agent in &group.agents {
            let is_it = |retired: &&Retired| retired.name.as_bytes() == agent.token;
            let Some(Retired { heir, link, .. }) = RETIRED.iter().find(is_it) else { continue };
            let is_other = agent.value_shape.second_directive.is_some();
            if is_other || file.runs_on(group, agent) || !comparison.may_choose(file) {
                continue;
            }
            if file.names(heir.to_ascii_lowercase().as_bytes()) {
                continue;
            }
            let Some(crawler) = file.catalogue.find(heir) else { continue };
            let (now, then) =
                (file.rules_of(&crawler.agent()), file.rules_of(&Agent::token(&agent.token)));
            // What the group closes, or opens by an Allow of its own, and the new one does not
            // find.
            let closes = comparison.lost(&now, &then);
            let opens = comparison.lost(&then, &now);
            let is_meant = |path: &Vec<u8>| {
                let path = UrlPath::parse(path, &BASE);
                let is_it = |rule: &RuleEntry| {
                    rule.kind == RuleKind::Allow
                        && rule.pattern.len() > 1
                        && rule.pattern.matches(&path)
                };
                group.rules.iter().any(is_it)
            };
            if closes.is_none() && !opens.as_ref().is_some_and(is_meant) {
                continue;
            }
            let may_block_home = group.may_block_home();
            let line = file.line(agent.line).filter(|line| !line.line_end().is_empty());
            let line = line.filter(|_| opens.is_none() && !may_block_home);
            if let Some(line) = line.filter(|_| !named.contains(heir)) {
                let text = [b"User-agent: ", heir.as_bytes(), file.line_end()].concat();
                edits.push(Edit::insert(line.line_end().end, text));
                named.push(heir);
            }
            let name = agent.text();
            let new = || {
                let part = if group.agents.len() == 1 { "group" } else { "line" };
                let follows = match now.agent_lines().next() {
                    None => "which no group names".into(),
                    _ if now.agent_lines().any(|line| line.is_global(&BASE)) => {
                        "which follows the group for *".into()
                    }
                    Some(line) => format!("which follows the group for {}", lossy(line.value())),
                };
                let todo = if opens.is_some() {
                    format!(
                        "delete the {part}; if its rules should apply to {heir}, write a group for {heir} that also repeats the rules of *"
                    )
                } else if may_block_home && is_search_engine(crawler) {
                    format!(
                        "delete the {part}; naming {heir} instead would take the site out of search"
                    )
                } else {
                    format!(
                        "name {heir} in this group if the rules should apply to {heir}; otherwise delete the {part}"
                    )
                };
                Diagnostic::new(
                    agent.span,
                    format!("no crawler uses the name {name} any more; {link} {heir}, {follows}"),
                    todo,
                )
            };
            report = Some(match report {
                Some(report) => report.related(
                    agent.span,
                    format!("no crawler uses the name {name} either; {link} {heir}"),
                ),
                None => new(),
            });
        }
    }
    let fix = (!edits.is_empty()).then(|| Fix::unsafe_("name the successors too", edits));
    out.extend(report.map(|report| report.maybe_fix(fix)));
}
