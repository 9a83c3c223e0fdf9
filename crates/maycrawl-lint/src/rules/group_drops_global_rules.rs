//! The rule `group-drops-global-rules`: its page, its check and its fix.

use std::collections::{BTreeSet, HashSet};

use crate::openings::OpenRule;
use crate::prelude::*;

rule! {
    /// A group for a named crawler leaves open what the group for `*` blocks.
    ///
    /// ## Why
    ///
    /// A crawler follows the group that names it and ignores the group for `*`
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). A
    /// group that should only add a restriction for one crawler therefore cancels all the general
    /// rules for it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    ///
    /// User-agent: bingbot
    /// Disallow: /drafts/
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
    /// Disallow: /drafts/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix repeats the rules in the group.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    ///
    /// User-agent: bingbot
    /// Disallow: /drafts/
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only for known, active crawlers that fetch pages, because crawlers for images,
    /// videos and ads get lists of their own. Not reported for a path that the group blocks too,
    /// or for which it has any rule. Not reported for groups that block nothing at all, that have
    /// more than three rules of their own, that only repeat some of the rules of `*`, that have a
    /// comment on one of their lines or a `Clean-param`, or whose crawlers may fetch what is closed to all others. A
    /// note where the group repeats four fifths of the rules or has more than ten. Groups that
    /// leave out the same rules are one finding. A crawler that ignores `*` loses nothing.
    Group, "group-drops-global-rules", "G006", Warning, Text(check)
}

/// How many times as many rules a group repeats as it leaves out, if it does so on purpose.
const MOSTLY: usize = 4;

/// The most rules of its own in a group that was not written with those of `*` in mind.
const MOST_OWN: usize = 3;

/// The most rules of a group that was written in passing.
const MOST_WRITTEN: usize = 10;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let everything = Pattern::parse("/", &BASE);
    let global: HashSet<(RuleKind, &[u8])> =
        file.global_rules().map(|rule| (rule.kind, &*rule.value)).collect();
    let is_copy = |rule: &RuleEntry| global.contains(&(rule.kind, &*rule.value));
    let with_parameters = groups_with_parameters(file);
    // The rules that are left out, and where the finding stands.
    let mut known: Vec<(Vec<u32>, usize)> = Vec::new();
    for opening in file.openings().iter().filter(|opening| !opening.is_deliberate) {
        let mut rules = opening.rules.clone();
        // Where everything is forbidden to others, a named group opens it on purpose.
        rules.retain(|rule| {
            Pattern::parse(&rule.value, &BASE).covers(&everything) != Inclusion::Yes
        });
        let has_line = |agent: &AgentEntry<'_>| agent.line == opening.line;
        let mut groups = file.groups.iter();
        let Some(group) = groups.find(|group| group.agents.iter().any(has_line)) else { continue };
        let own_rules = group.rules.iter().filter(|rule| rule.can_match() && !is_copy(rule));
        let own_rules = own_rules.count();
        // An empty Disallow says that the rest is open.
        let is_open = |rule: &RuleEntry| rule.kind == RuleKind::Disallow && rule.value.is_empty();
        if group.rules.is_empty()
            || group.rules.iter().any(is_open)
            || own_rules > MOST_OWN
            || is_commented(file, group)
            || group.agents.first().is_some_and(|agent| with_parameters.contains(&agent.line))
        {
            continue;
        }
        // A group with a rule for such paths takes them into account.
        rules.retain(|rule| {
            let pattern = Pattern::parse(&rule.value, &BASE);
            !group.rules.iter().any(|own| is_known(own, rule, &pattern))
        });
        let mut values = BTreeSet::new();
        rules.retain(|rule| values.insert(rule.value.clone()));
        let Some(first) = rules.first() else { continue };
        let repeated = group.rules.iter().filter(|rule| rule.kind == RuleKind::Disallow);
        let repeated = repeated.filter(|rule| is_copy(rule)).count();
        let is_mostly_repeated = repeated >= MOSTLY * rules.len();
        // A group that only repeats some of the rules has chosen among them.
        if own_rules == 0 && repeated > 0 && !is_mostly_repeated {
            continue;
        }
        let is_concerned = |name: &&Vec<u8>| {
            let crawler = file.catalogue.find(&lossy(name));
            crawler.is_some_and(|crawler| {
                is_alive(crawler)
                    && fetches_pages(crawler)
                    && !crawler.is_for(Purpose::ControlToken)
            })
        };
        let names: Vec<_> = opening.names.iter().filter(is_concerned).collect();
        let entry = names.first().and_then(|name| {
            group.agents.iter().find(|agent| agent.value == **name && !agent.token.is_empty())
        });
        let Some(agent) = entry else { continue };
        let names: Vec<_> = names.into_iter().map(|name| lossy(name)).collect();
        let who = if names.len() == 1 { "it" } else { "they" };
        let names = listed(&names);
        let lines: Vec<u32> = rules.iter().map(|rule| rule.line).collect();
        if let Some((_, at)) = known.iter().find(|(other, _)| *other == lines) {
            let more = out.get_mut(*at).into_iter();
            more.for_each(|one| one.related.push((agent.span, format!("nor to {names}"))));
            continue;
        }
        let value = lossy(&first.value);
        let what = match rules.len() {
            1 => format!("Disallow: {value} of the group for * does not apply to {names}"),
            count => format!(
                "{count} rules of the group for * do not apply to {names}, among them Disallow: {value}"
            ),
        };
        let is_meant = is_mostly_repeated || group.rules.len() > MOST_WRITTEN;
        let mut report = Diagnostic::new(
            agent.span,
            what,
            format!("unless you left them out on purpose, copy the rules of * that {who} should obey into this group"),
        )
        .severity(if is_meant { Severity::Note } else { Severity::Warning })
        .path(first.path.clone());
        for rule in rules.iter().take(3) {
            report = report.related(rule.span, format!("does not apply to {names}"));
        }
        let last = group.rules.last().and_then(|rule| file.line(rule.line));
        // A copy does not help if one of the group's own Allow rules beats it.
        let own = file.rules_of(&Agent::token(&agent.token));
        let is_in_the_way = |allow: &Pattern| {
            let pattern = |rule: &OpenRule| Pattern::parse(&rule.value, &BASE);
            rules.iter().any(|rule| allow.meets(&pattern(rule)) != Overlap::No)
        };
        let mut allows = own.patterns().filter(|(_, kind, _)| *kind == RuleKind::Allow);
        // Nor does one without the exceptions of * to it.
        let has_exception = file.global_rules().any(|rule| {
            rule.kind == RuleKind::Allow && rule.can_match() && is_in_the_way(&rule.pattern)
        });
        let helps = !has_exception && !allows.any(|(_, _, pattern)| is_in_the_way(pattern));
        if let Some(last) = last.filter(|last| helps && !last.line_end().is_empty()) {
            let end = file.line_end();
            let lines = rules.iter().map(|rule| [b"Disallow: ", &rule.value[..], end].concat());
            let edit = Edit::insert(last.line_end().end, lines.collect::<Vec<_>>().concat());
            report = report.fix(Fix::unsafe_("repeat the rules in the group", vec![edit]));
        }
        known.push((lines, out.len()));
        out.push(report);
    }
}

/// Whether a comment stands on a line of the group: its author says what is meant.
fn is_commented(file: &File<'_>, group: &Group<'_>) -> bool {
    let agents = group.agents.iter().map(|agent| agent.line);
    let mut lines = agents.chain(group.rules.iter().map(|rule| rule.line));
    lines.any(|line| file.line(line).is_some_and(|line| !line.comment().is_empty()))
}

/// The first lines of groups with a `Clean-param`, which says what parameters to leave out: they need
/// no rules against these.
fn groups_with_parameters(file: &File<'_>) -> HashSet<u32> {
    let groups = file.of_field(Field::CleanParam).filter_map(|(_, entry)| entry.group);
    groups.filter_map(|group| Some(file.groups.get(group)?.agents.first()?.line)).collect()
}

/// Whether a rule of the group takes a rule of `*`, of this pattern, into account.
fn is_known(own: &RuleEntry, rule: &OpenRule, pattern: &Pattern) -> bool {
    own.value == rule.value
        || (own.kind == RuleKind::Disallow && own.pattern.covers(pattern) == Inclusion::Yes)
}
