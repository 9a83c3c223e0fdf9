//! Why, found out anew: every pattern is tried alone, and all that match are
//! compared. The oracle gives no reason, and the verdict's comes on other ways.

use maycrawl::{
    Rules, UrlPath,
    agent::GroupChoice,
    dialect::{Precedence, WildcardConflict},
    pattern::Pattern,
    robots::RuleKind,
    verdict::{Reason, RuleId},
};

/// A pattern that matches.
#[derive(Clone, Copy)]
struct Hit<'r> {
    kind: RuleKind,
    pattern: &'r Pattern,
    reason: Reason,
}

/// The reason that the verdict of these rules must have.
pub(crate) fn reason(rules: &Rules, is_refused: bool, path: &UrlPath<'_>) -> Reason {
    if rules.dialect().paths.robots_txt_exempt && path.as_bytes() == b"/robots.txt" {
        return Reason::RobotsTxt;
    }
    if is_refused {
        return Reason::BodyTooLarge;
    }
    match rules.choice() {
        GroupChoice::NoGroup => return Reason::NoGroup,
        GroupChoice::IgnoresGlobal => return Reason::IgnoresGlobal,
        _ => {}
    }
    let hits: Vec<Hit<'_>> = hits(rules).filter(|hit| hit.pattern.matches(path)).collect();
    let Some(first) = hits.first() else {
        let says_nothing = rules.patterns().any(|(.., pattern)| pattern.is_empty());
        return if says_nothing { Reason::EmptyRule } else { Reason::NoMatch };
    };
    match rules.dialect().paths.precedence {
        Precedence::First => first.reason,
        Precedence::Longest => of_the_longest(&hits, rules),
    }
}

fn of_the_longest(hits: &[Hit<'_>], rules: &Rules) -> Reason {
    let knobs = &rules.dialect().paths;
    let (allow, disallow) = (longest(hits, RuleKind::Allow), longest(hits, RuleKind::Disallow));
    let (Some(first_allow), Some(first_disallow)) = (allow.first(), disallow.first()) else {
        return allow.first().or(disallow.first()).map_or(Reason::NoMatch, |only| only.reason);
    };
    let is_tie = first_allow.pattern.len() == first_disallow.pattern.len();
    let is_conflict = allow.iter().chain(&disallow).any(|hit| hit.pattern.has_wildcard());
    if knobs.reports_undefined && is_tie {
        Reason::UndefinedTie
    } else if knobs.reports_undefined && is_conflict {
        Reason::UndefinedWildcard
    } else if is_conflict && knobs.wildcard_conflict == WildcardConflict::Disallow {
        Reason::WildcardConflict
    } else if is_tie {
        Reason::Tie
    } else if first_allow.pattern.len() > first_disallow.pattern.len() {
        first_allow.reason
    } else {
        first_disallow.reason
    }
}

/// The hits of this kind that are as long as any of it, in the file's order.
fn longest<'h, 'r>(hits: &'h [Hit<'r>], kind: RuleKind) -> Vec<&'h Hit<'r>> {
    let of_kind = || hits.iter().filter(move |hit| hit.kind == kind);
    let most = of_kind().map(|hit| hit.pattern.len()).max();
    of_kind().filter(|hit| Some(hit.pattern.len()) == most).collect()
}

/// Every pattern, with the reason that it gives where it decides alone.
fn hits(rules: &Rules) -> impl Iterator<Item = Hit<'_>> {
    let mut last: Option<RuleId> = None;
    rules.patterns().map(move |(id, kind, pattern)| {
        let is_second = last.replace(id) == Some(id);
        let written = rules.rule(id).map(|rule| rule.kind());
        let reason = match kind {
            _ if written != Some(kind) => Reason::EmptyDisallow,
            _ if is_second => Reason::IndexHtml,
            RuleKind::Allow => Reason::AllowRule,
            RuleKind::Disallow => Reason::DisallowRule,
        };
        Hit { kind, pattern, reason }
    })
}
