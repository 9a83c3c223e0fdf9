//! Why a verdict is what it is.

use std::cmp::Reverse;

use maycrawl::{
    Agent, Dialect, Explanation, Robots, UrlPath,
    agent::GroupChoice,
    dialect::{Precedence, Preset},
    robots::RuleKind,
    verdict::{LossReason, Reason},
};

/// The reason, the deciding line, and the lines that lost with why.
#[track_caller]
fn check(
    dialect: &Dialect,
    robots: &str,
    url: &str,
    expected: (Reason, u32, &[(u32, LossReason)]),
) {
    let rules = Robots::parse(robots, dialect).rules(&Agent::token("F"));
    let path = UrlPath::parse(url, dialect);
    let why = rules.explain(&path);
    let line = why.rule.as_ref().map_or(0, |rule| rule.line);
    let others: Vec<_> = why.others.iter().map(|(rule, lost)| (rule.line, *lost)).collect();
    assert_eq!((why.verdict.reason(), line, &*others), expected, "{robots:?} {url}");
}

const GOOGLE: Dialect = Dialect::GOOGLE;

#[test]
fn rules_win_and_lose_for_reasons() {
    check(&GOOGLE, "User-agent: *\nDisallow: /a", "/a", (Reason::DisallowRule, 2, &[]));
    check(
        &GOOGLE,
        "User-agent: *\nDisallow: /a\nAllow: /ab\nDisallow: /",
        "/abc",
        (Reason::AllowRule, 3, &[(2, LossReason::Shorter), (4, LossReason::Shorter)]),
    );
    check(
        &GOOGLE,
        "User-agent: *\nDisallow: /a\nAllow: /a\nDisallow: /a",
        "/a",
        (Reason::Tie, 3, &[(2, LossReason::Tie), (4, LossReason::Tie)]),
    );
    check(
        &GOOGLE,
        "User-agent: *\nDisallow: /a\nDisallow: /a",
        "/a",
        (Reason::DisallowRule, 2, &[(3, LossReason::Later)]),
    );
    check(
        &GOOGLE,
        "User-agent: *\nDisallow:\nDisallow: /a",
        "/a",
        (Reason::DisallowRule, 3, &[(2, LossReason::Empty)]),
    );
    check(
        &Dialect::DRAFT_1996,
        "User-agent: *\nAllow: /a\nDisallow: /abc",
        "/abc",
        (Reason::AllowRule, 2, &[(3, LossReason::Later)]),
    );
    check(
        &Dialect::CAUTIOUS,
        "User-agent: *\nAllow: /abc\nDisallow: /*b",
        "/abc",
        (Reason::WildcardConflict, 3, &[(2, LossReason::WildcardConflict)]),
    );
}

#[test]
fn reasons_without_a_deciding_rule() {
    check(&GOOGLE, "User-agent: *\nDisallow: /a", "/b", (Reason::NoMatch, 0, &[]));
    check(&GOOGLE, "User-agent: G\nDisallow: /a", "/a", (Reason::NoGroup, 0, &[]));
    check(&GOOGLE, "User-agent: *\nDisallow: /", "/robots.txt", (Reason::RobotsTxt, 0, &[]));
}

#[test]
fn reasons_of_rules_that_stand_for_others() {
    check(&GOOGLE, "User-agent: *\nDisallow:", "/a", (Reason::EmptyRule, 2, &[]));
    check(&Dialect::YANDEX, "User-agent: *\nDisallow:", "/a", (Reason::EmptyDisallow, 2, &[]));
    check(
        &GOOGLE,
        "User-agent: *\nAllow: /a/index.html\nDisallow: /a",
        "/a/",
        (Reason::IndexHtml, 2, &[(3, LossReason::Shorter)]),
    );
    check(
        &GOOGLE,
        "User-agent: *\nAllow: /a/index.html\nDisallow: /a",
        "/a/index.html",
        (Reason::AllowRule, 2, &[(3, LossReason::Shorter)]),
    );
    check(
        &Dialect::GOOGLE_2012,
        "User-agent: *\nAllow: /a\nDisallow: /a",
        "/a",
        (Reason::UndefinedTie, 2, &[(3, LossReason::Tie)]),
    );
    check(
        &Dialect::GOOGLE_2012,
        "User-agent: *\nAllow: /abc\nDisallow: /*b",
        "/abc",
        (Reason::UndefinedWildcard, 2, &[(3, LossReason::Shorter)]),
    );
}

#[test]
fn spans_name_the_bytes_of_the_file() {
    let file = "\u{FEFF}User-agent: *\r\n  Disallow : /é$ # x";
    let rules = Robots::parse(file, &GOOGLE).rules(&Agent::token("F"));
    let path = UrlPath::parse("https://example.com/%c3%a9", &GOOGLE);
    let why = rules.explain(&path);
    let rule = why.rule.unwrap();
    assert_eq!(rule.kind, RuleKind::Disallow);
    assert_eq!((rule.line, rule.column), (2, 14));
    assert_eq!(&file.as_bytes()[rule.span.range()], "/é$".as_bytes());
    assert_eq!(&*rule.pattern, b"/%C3%A9$");
    assert_eq!(&*why.path, b"/%C3%A9");
}

#[test]
fn the_group_is_explained() {
    let file = "User-agent: A\nUser-agent: F\nDisallow: /\n\nUser-agent: *\nAllow: /";
    let rules = |agent| Robots::parse(file, &GOOGLE).rules(&agent);
    let why = |agent: Agent| {
        let rules = rules(agent);
        let path = UrlPath::parse("/a", &GOOGLE);
        let why = rules.explain(&path);
        let agents: Vec<_> = why.agents.iter().map(|agent| (agent.line, agent.is_cause)).collect();
        (why.choice, agents)
    };
    assert_eq!(
        why(Agent::token("f")),
        (GroupChoice::ByName { token: 0 }, vec![(1, false), (2, true)])
    );
    assert_eq!(
        why(Agent::first_of(["x", "a"])),
        (GroupChoice::ByName { token: 1 }, vec![(1, true), (2, false)])
    );
    assert_eq!(why(Agent::token("x")), (GroupChoice::Global, vec![(5, true)]));
    let ignoring = Agent::token("x").ignoring_global(true);
    assert_eq!(why(ignoring), (GroupChoice::IgnoresGlobal, vec![]));
}

/// A file of `n` rules `allow:/` with longer ones in their midst, early enough for
/// dialects that read few rules.
fn crowd(n: usize) -> String {
    let short = |n| "allow:/\n".repeat(n);
    let before = n.min(200);
    let longer: String = (0..400)
        .map(|index| {
            let field = if index % 3 == 0 { "allow" } else { "disallow" };
            let path = &"/abcdefg"[..=index % 8];
            let star = if index % 5 == 0 { "*" } else { "" };
            [field, ":", path, star, "\n"].concat()
        })
        .collect();
    format!("user-agent:*\ndisallow:\n{}{longer}{}", short(before), short(n - before))
}

/// The lines of the losers, strongest first, all sorted.
fn all_losers(rules: &maycrawl::Rules, path: &UrlPath<'_>) -> Vec<u32> {
    let lines: Vec<u32> = rules.rule_lines().map(|line| line.line()).collect();
    let by_length = rules.dialect().paths.precedence == Precedence::Longest;
    let winner = rules.check(path).rule();
    let mut losers: Vec<_> = rules
        .patterns()
        .filter(|(id, ..)| Some(*id) != winner)
        .filter(|(_, _, pattern)| pattern.is_empty() || pattern.matches(path))
        .map(|(id, _, pattern)| (Reverse(if by_length { pattern.len() } else { 0 }), id))
        .collect();
    losers.sort();
    losers.iter().map(|(_, id)| lines[id.number() as usize - 1]).collect()
}

#[test]
fn the_strongest_of_many_losers_are_listed_and_the_rest_counted() {
    let file = crowd(60_000);
    for Preset { name, dialect, .. } in Preset::ALL {
        let rules = Robots::parse(&file, dialect).rules(&Agent::token("F"));
        let path = UrlPath::parse("/abcdefghijk", dialect);
        let why = rules.explain(&path);
        let expected = all_losers(&rules, &path);
        if dialect.fetch.rule_limits.is_none() {
            assert!(expected.len() >= 60_000, "{name}: {}", expected.len());
        }
        let listed: Vec<u32> = why.others.iter().map(|(rule, _)| rule.line).collect();
        assert_eq!(listed.len(), Explanation::MAX_OTHERS, "{name}");
        assert_eq!(listed, expected[..Explanation::MAX_OTHERS], "{name}");
        assert_eq!(why.unlisted_others, expected.len() - Explanation::MAX_OTHERS, "{name}");
        assert!(why.rival.is_some(), "{name}");
    }
}

#[test]
fn as_many_losers_as_are_listed_leave_none_out() {
    for (n, unlisted) in [(Explanation::MAX_OTHERS, 0), (Explanation::MAX_OTHERS + 1, 1)] {
        let file = ["User-agent: *\nDisallow: /a\n", &"Allow: /\n".repeat(n)].concat();
        let why = Robots::parse(&file, &GOOGLE).rules(&Agent::token("F")).explain_url("/a");
        assert_eq!((why.others.len(), why.unlisted_others), (Explanation::MAX_OTHERS, unlisted));
    }
}

/// The rule that would decide otherwise is named even where it is not listed.
#[test]
fn the_rival_is_known_however_many_rules_are_as_strong() {
    let file = ["User-agent: *\n", &"Allow: /a\n".repeat(150), "Disallow: /a"].concat();
    let why = Robots::parse(&file, &GOOGLE).rules(&Agent::token("F")).explain_url("/a");
    assert_eq!(why.verdict.reason(), Reason::Tie);
    assert_eq!(why.rival.unwrap().line, 152);
    assert!(why.others.iter().all(|(_, lost)| *lost == LossReason::Later));
}
