//! The rule `agent-repeated`: its page, its check and its fix.

use std::collections::BTreeMap;

use crate::prelude::*;

rule! {
    /// A group names the same crawler twice.
    ///
    /// ## Why
    ///
    /// One line is enough, in upper or lower case
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)): the
    /// second line changes nothing, and may have been meant for another crawler.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// User-agent: GPTBot
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
    /// ## Fix
    ///
    /// Safe: the fix deletes the second line.
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once per file, and not where the two names differ only in case. No fix where a
    /// `Crawl-delay`, a blank line or something else stands between the two lines, because the
    /// author took them for two groups.
    ///
    /// ## Pedantic
    ///
    /// Today's crawlers read both lines as one.
    Agent, "agent-repeated", "A016", Note, Text(check), pedantic
}

/// A line that names a crawler again.
struct Repeated<'f> {
    agent: &'f AgentEntry<'f>,
    first: &'f AgentEntry<'f>,
    /// What stands between the two.
    between: Option<String>,
    /// Whether a blank line does, which may end a group.
    is_apart: bool,
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut repeated: Vec<Repeated<'_>> = Vec::new();
    for group in &file.groups {
        let mut seen: BTreeMap<Vec<u8>, &AgentEntry<'_>> = BTreeMap::new();
        let lines = || group.agents.iter().map(|agent| agent.line);
        let within = lines().min().unwrap_or(0)..lines().max().unwrap_or(0);
        let within = within.filter_map(|line| file.line(line));
        let blanks = within.filter(|line| line.text().trim_ascii().is_empty());
        let blanks: Vec<u32> = blanks.map(|line| line.number()).collect();
        for agent in group.agents.iter().filter(|agent| !agent.value.is_empty()) {
            let first = *seen.entry(agent.value.to_ascii_lowercase()).or_insert(agent);
            if first.line == agent.line {
                continue;
            }
            let before = file.between(first.line, agent.line).last();
            let before = before.filter(|entry| entry.directive.field != Field::UserAgent);
            let between = before.map(|entry| lossy(entry.directive.name.of(file.source())));
            let blank = blanks.partition_point(|line| *line < first.line);
            let is_apart = blanks.get(blank).is_some_and(|line| *line < agent.line);
            repeated.push(Repeated { agent, first, between, is_apart });
        }
    }
    // The worst first: two groups that are one, then the same name, then the same in other letters.
    repeated.sort_by_key(|one| (one.between.is_none(), one.agent.value != one.first.value));
    let [worst, others @ ..] = repeated.as_slice() else { return };
    // Both ways to write a name, and nothing else: that is meant.
    if worst.between.is_none() && worst.agent.value != worst.first.value {
        return;
    }
    let name = worst.agent.text();
    let (what, todo) = match &worst.between {
        Some(field) => (
            format!("{field} does not end a group, so the two groups for {name} are one"),
            "delete this line, and any blank line before it",
        ),
        None if worst.is_apart => (
            format!("the group names {name} twice"),
            "delete this line, and any blank line before it",
        ),
        None => (format!("the group names {name} twice"), "delete the line"),
    };
    let mut report =
        Diagnostic::new(worst.agent.span, what, todo).related(worst.first.span, "first named here");
    for one in others {
        report = report.related(one.agent.span, format!("{} again", one.agent.text()));
    }
    // Without the line, a blank one would stand between the name and its rules.
    let needless = repeated.iter().filter(|one| one.between.is_none() && !one.is_apart);
    let mut lines: Vec<Line<'_>> = needless.filter_map(|one| file.line(one.agent.line)).collect();
    lines.sort_by_key(Line::number);
    let edits: Vec<Edit> = lines.iter().map(Edit::remove).collect();
    let title = if edits.len() == 1 { "delete the line" } else { "delete the lines" };
    let fix = (!edits.is_empty()).then(|| Fix::safe(title, edits));
    out.push(report.maybe_fix(fix));
}
