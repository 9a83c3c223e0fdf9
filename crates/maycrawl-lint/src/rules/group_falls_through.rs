//! The rule `group-falls-through`: its page, its check and its fix.

use crate::fields::nearest;
use crate::prelude::*;

rule! {
    /// A group without rules runs into the next group, whose rules then block the crawlers of
    /// both.
    ///
    /// ## Why
    ///
    /// Only `Allow` and `Disallow` end a run of `User-agent` lines; `Crawl-delay`, signals and
    /// sitemaps do not
    /// ([RFC 9309 section 2.2.4](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.4),
    /// [google/robotstxt issue 51](https://github.com/google/robotstxt/issues/51)). The crawlers of
    /// both groups share the rules of the second.
    ///
    /// ## Bad
    ///
    /// ```robots also=group-blocks-everything
    /// User-agent: *
    /// Crawl-delay: 10
    ///
    /// User-agent: AhrefsBot
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Crawl-delay: 10
    /// Disallow:
    ///
    /// User-agent: AhrefsBot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix ends the first group with an empty `Disallow`. The crawlers of that group
    /// may then fetch everything.
    ///
    /// ```robots
    /// User-agent: *
    /// Crawl-delay: 10
    /// Disallow:
    ///
    /// User-agent: AhrefsBot
    /// Disallow: /
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only where it changes something: the crawlers of the first group may not fetch a
    /// path that the group for `*` allows. Not reported where only a blank line separates the
    /// groups, because lists of agents are often written that way, nor where the last line of a
    /// group is a damaged rule, because another finding reports that. No fix where the first
    /// group is the one for `*` and the rules below it block only a part of the site, because
    /// they may be meant for all crawlers, nor where the group for `*` blocks something and the first
    /// group is another one.
    Group, "group-falls-through", "G003", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let everyone = file.rules_of(&Agent::token("*"));
    for group in &file.groups {
        let joints: Vec<Joint<'_>> = joints(file, group);
        let found = joints.iter().find_map(|joint| {
            let (above, below) = group.agents.split_at_checked(joint.at)?;
            let is_apart =
                |agent: &&AgentEntry<'_>| !below.iter().any(|other| is_same(agent, other));
            let (agent, rule) = above.iter().filter(is_apart).find_map(|agent| {
                let own = file.rules_of(&Agent::token(if agent.is_global {
                    b"*"
                } else {
                    &*agent.token
                }));
                let rule = group.rules.iter().find(|rule| {
                    let blocks = |path: &[u8]| {
                        let path = UrlPath::parse(path, &BASE);
                        let is_open = agent.is_global || everyone.check(&path).is_allowed();
                        is_open && !own.check(&path).is_allowed()
                    };
                    rule.kind == RuleKind::Disallow && rule.path().is_some_and(blocks)
                })?;
                Some((agent, rule))
            })?;
            Some((joint, agent, rule, below.first()?))
        });
        let Some((joint, agent, rule, next)) = found else { continue };
        let field = lossy(joint.directive.directive.name.of(file.source()));
        // Yandex ends a group at a blank line.
        let mut between = (agent.line..next.line).filter_map(|line| file.line(line));
        let is_apart = between.any(|line| line.text().trim_ascii().is_empty());
        let is_held =
            |other: &&AgentEntry<'_>| !(is_apart && other.line < next.line && ends_at_blank(other));
        let held: Vec<_> = group.agents.iter().filter(is_held).cloned().collect();
        let names = agent_names(&held);
        // Rules for parts of the site may well be meant for every crawler.
        let may_be_meant = agent.is_global && forbids_everything([group]).is_none();
        // Where * blocks something, an empty Disallow may open more than is meant.
        let is_global_open = !file
            .global_rules()
            .any(|rule| rule.kind == RuleKind::Disallow && !rule.value.is_empty());
        let may_open = agent.is_global || is_global_open;
        let todo = if may_be_meant {
            format!(
                "if the rules below line {line} are for all crawlers, write User-agent: * right above them; if not, write the rules for * above line {line}",
                line = next.line
            )
        } else if !may_open {
            format!(
                "before line {}, write the rules for the crawlers above it, such as those of the group for *",
                next.line
            )
        } else {
            format!(
                "before line {}, write a rule for the crawlers above it (Disallow: without a path, if they may fetch everything)",
                next.line
            )
        };
        let mut report = Diagnostic::new(
            agent.span,
            format!("{field} does not end a group, so {} applies to {names}", rule.text()),
            todo,
        )
        .related(joint.directive.directive.value, "this does not end the group")
        .related(next.span, "so this joins the group above")
        .related(rule.span, "and this blocks the crawlers of both");
        if let Some(path) = rule.path() {
            report = report.path(path);
        }
        let edits = joints.iter().filter_map(|joint| {
            let line = file.line(joint.directive.line)?;
            Some(Edit::insert(line.line_end().end, [b"Disallow:", file.line_end()].concat()))
        });
        let fix = || Fix::unsafe_("end each group with an empty Disallow", edits.collect());
        out.push(report.maybe_fix((!may_be_meant && may_open).then(fix)));
    }
}

/// A place where one group runs into the next.
struct Joint<'f> {
    /// The index of the first agent after it.
    at: usize,
    /// The line before it, which does not end the group.
    directive: &'f DirectiveEntry,
}

fn joints<'f>(file: &'f File<'_>, group: &Group<'_>) -> Vec<Joint<'f>> {
    let pairs = group.agents.windows(2).enumerate();
    let joints = pairs.filter_map(|(at, pair)| {
        let [before, next] = pair else { return None };
        let between = file.between(before.line, next.line);
        let directive = between.last()?;
        let name = |entry: &DirectiveEntry| entry.directive.name.of(file.source());
        let is_damaged = between.iter().any(|entry| is_damaged_rule(name(entry)));
        (!is_damaged).then_some(Joint { at: at + 1, directive })
    });
    joints.collect()
}

/// Whether two lines name the same crawlers.
fn is_same(one: &AgentEntry<'_>, other: &AgentEntry<'_>) -> bool {
    one.is_global == other.is_global && one.token == other.token
}

/// Whether the name of a field is that of a rule with something wrong in it.
fn is_damaged_rule(name: &[u8]) -> bool {
    let letters: Vec<u8> = name.iter().copied().filter(u8::is_ascii_alphabetic).collect();
    matches!(nearest(&letters), Some("Allow" | "Disallow"))
        || letters.eq_ignore_ascii_case(b"disallow")
        || letters.eq_ignore_ascii_case(b"allow")
}
