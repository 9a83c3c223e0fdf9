//! The rule `agent-invented`: its page, its check and its fix.

use crate::file::InventedName;
use crate::prelude::*;

rule! {
    /// A `User-agent` is the name of a company or a service, but no crawler has that name.
    ///
    /// ## Why
    ///
    /// Crawlers look for their product tokens, as their operators document them
    /// ([OpenAI](https://developers.openai.com/api/docs/bots),
    /// [Google](https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers),
    /// [Anthropic](https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler)).
    /// These lists contain no name of a company or a service, so no crawler follows such a group.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: OpenAI
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    ///
    /// ## Limits
    ///
    /// An error where the group blocks something, a warning otherwise, and a note where the file
    /// names one of the company's crawlers as well. Reported once per file and company. There is no fix: a company
    /// runs several crawlers, and blocking each costs the site something different.
    Agent, "agent-invented", "A009", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut found: Vec<(InventedName, usize)> = Vec::new();
    for group in &file.groups {
        let forbids = |rule: &&RuleEntry| rule.kind == RuleKind::Disallow && rule.can_match();
        let path = group.rules.iter().find(forbids).and_then(RuleEntry::path);
        for agent in group.agents.iter().filter(|agent| !agent.is_own) {
            let Some(name) = agent.shape.invented.filter(|_| !agent.is_documented()) else {
                continue;
            };
            if let Some((_, at)) = found.iter().find(|(other, _)| *other == name) {
                let first = out.get_mut(*at).into_iter();
                first.for_each(|one| {
                    one.related.push((agent.span, "this is no crawler's name either".into()));
                });
                continue;
            }
            found.push((name, out.len()));
            let part = if group.agents.len() == 1 { "group" } else { "line" };
            let what =
                format!("no crawler is called {}, so this {part} has no effect", agent.text());
            let is_named = |meant: &&str| file.names(meant.to_ascii_lowercase().as_bytes());
            let (named, missing): (Vec<_>, Vec<_>) =
                name.meant.iter().copied().partition(|meant| is_named(meant));
            out.push(match (named.as_slice(), missing.as_slice()) {
                ([], _) => {
                    let report = Diagnostic::new(agent.span, what, name.todo);
                    match &path {
                        Some(path) => report.path(path.to_vec()),
                        None => report.severity(Severity::Warning),
                    }
                }
                (named, missing) => {
                    let more = match missing {
                        [] => String::new(),
                        missing => format!("; name {} too, if you mean it", listed(missing)),
                    };
                    let todo = format!(
                        "delete the {part}: the file names {} already{more}",
                        listed(named)
                    );
                    Diagnostic::new(agent.span, what, todo).severity(Severity::Note)
                }
            });
        }
    }
}
