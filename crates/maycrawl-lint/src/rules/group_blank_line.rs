//! The rule `group-blank-line`: its page, its check and its fix.

use std::collections::BTreeSet;

use maycrawl::dialect::BlankEnds;

use crate::prelude::*;

rule! {
    /// A group contains a blank line, and crawlers that end the group there ignore the rules
    /// after it.
    ///
    /// ## Why
    ///
    /// RFC 9309 gives blank lines no meaning
    /// ([section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). But in the 1996
    /// draft a blank line ends a group, and
    /// [Yandex](https://yandex.com/support/webmaster/en/robot-workings/allow-disallow) does not
    /// allow one between `User-agent` and its rules. Such crawlers drop every rule after the blank
    /// line.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    ///
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix deletes the blank lines, except in groups that block the home page.
    /// Crawlers that ignored the rules then obey them.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once per file, and only for groups that Yandex follows: those that name a Yandex
    /// crawler, or the group for `*` if no group does.
    Group, "group-blank-line", "G005", Note, Text(check)
}

/// A group that loses rules.
struct Broken<'f> {
    group: &'f Group<'f>,
    /// The blank line before the first rule that is lost.
    blank: Line<'f>,
    first: &'f RuleEntry,
    last: u32,
    /// The blank lines among those of the group.
    blanks: Vec<Line<'f>>,
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let read: BTreeSet<u32> = Robots::from_document(file.document, &Dialect::YANDEX)
        .groups()
        .flat_map(|group| group.rules().map(|rule| rule.line()).collect::<Vec<_>>())
        .collect();
    let names_yandex = file.agents().any(ends_at_blank);
    // A blank line above the last of its agents ends a group too.
    let is_blank = |line: &Line<'_>| line.text().trim_ascii().is_empty();
    let is_followed = |group: &&Group<'_>| {
        let lines = || group.agents.iter().map(|agent| agent.line);
        let (Some(start), Some(end)) = (lines().min(), lines().max()) else { return false };
        let mut above = (start..end).rev().filter_map(|line| file.line(line));
        let blank = above.find(is_blank).map_or(0, |line| line.number());
        let mut near = group.agents.iter().filter(|agent| agent.line > blank);
        near.any(|agent| ends_at_blank(agent) || (agent.is_global && !names_yandex))
    };
    let broken =
        file.groups.iter().filter(is_followed).filter_map(|group| broken(file, group, &read));
    let broken: Vec<_> = broken.collect();
    let [first, others @ ..] = broken.as_slice() else { return };
    let lines = |one: &Broken<'_>| match one.first.line {
        line if line == one.last => format!("line {line}"),
        line => format!("lines {line} to {}", one.last),
    };
    let mut report = Diagnostic::new(
        first.blank.span(),
        format!("after a blank line, Yandex and old parsers may ignore {}", lines(first)),
        "delete the blank lines in the group",
    )
    .where_dialect(|dialect| dialect.groups.blank_ends != BlankEnds::No)
    .related(first.first.span, "the first rule that may be ignored");
    for one in others {
        report = report.related(one.first.span, format!("{} too", lines(one)));
    }
    let fixable = broken.iter().filter(|one| !one.group.may_block_home());
    let edits: Vec<Edit> = fixable.flat_map(|one| one.blanks.iter().map(Edit::remove)).collect();
    let fix =
        (!edits.is_empty()).then(|| Fix::unsafe_("delete the blank lines in the group", edits));
    out.push(report.maybe_fix(fix));
}

/// What a group loses at its blank lines, if it loses a rule that matches something.
fn broken<'f>(
    file: &'f File<'_>,
    group: &'f Group<'f>,
    read: &BTreeSet<u32>,
) -> Option<Broken<'f>> {
    let unread = || group.rules.iter().filter(|rule| !read.contains(&rule.line));
    unread().find(|rule| rule.can_match())?;
    let (first, last) = (unread().next()?, unread().next_back()?.line);
    // The group begins with the agents right before its rules; those above may end in a blank
    // line of their own.
    let begin = group.agents.iter().map(|agent| agent.line).max()?;
    let within = file.lines().skip(begin as usize).take(last.saturating_sub(begin) as usize);
    let blanks: Vec<_> = within.filter(|line| line.text().trim_ascii().is_empty()).collect();
    let blank = *blanks.iter().rfind(|line| line.number() < first.line)?;
    Some(Broken { group, blank, first, last, blanks })
}
