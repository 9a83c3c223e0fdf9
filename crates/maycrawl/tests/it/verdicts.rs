//! Verdicts and their codes.

use maycrawl::{
    Agent, Dialect, Error, Rules, Verdict,
    access::{AccessReason, BadRedirect, InForce},
    agent::GroupChoice,
    dialect::{Preset, Tie},
    error::ErrorKind,
    verdict::{LossReason, Reason},
};

use crate::ask;

#[test]
fn a_verdict_is_small_and_rules_are_shared() {
    fn assert_shared<T: Send + Sync + 'static>() {}
    assert!(size_of::<Verdict>() <= 16);
    assert_shared::<Rules>();
    assert_shared::<maycrawl::Robots>();
    assert_shared::<maycrawl::Document>();
    assert_shared::<maycrawl::Explanation>();
    assert_shared::<Error>();
}

/// Numbers and codes are a promise: this list only grows.
#[test]
fn reason_codes_are_stable() {
    let listed: Vec<_> =
        Reason::ALL.iter().map(|reason| (reason.number(), reason.code())).collect();
    let promised = [
        (1, "allow-rule"),
        (2, "disallow-rule"),
        (3, "tie"),
        (4, "undefined-tie"),
        (5, "undefined-wildcard"),
        (6, "wildcard-conflict"),
        (7, "index-html"),
        (8, "empty-rule"),
        (9, "empty-disallow"),
        (10, "no-match"),
        (11, "no-group"),
        (12, "ignores-global"),
        (13, "robots-txt"),
        (14, "body-too-large"),
        (15, "undefined-path"),
        (16, "undefined-group"),
    ];
    assert_eq!(listed, promised);
    for reason in Reason::ALL {
        assert_eq!(reason.code().parse(), Ok(*reason));
        assert_eq!(Reason::from_number(reason.number()), Some(*reason));
    }
    assert!("no-such-code".parse::<Reason>().is_err());
}

/// They count from 1 in the order of the codes, and are read back.
fn numbers<T>(all: &[T], number: fn(T) -> u8, from_number: fn(u8) -> Option<T>)
where
    T: Copy + PartialEq + std::fmt::Debug,
{
    for (one, expected) in all.iter().zip(1..) {
        assert_eq!(number(*one), expected, "{one:?}");
        assert_eq!(from_number(expected), Some(*one));
    }
    assert_eq!(from_number(0), None);
}

/// Codes are a promise, too; each is read back.
#[test]
fn other_codes_are_stable() {
    fn check<T>(all: &[T], code: fn(T) -> &'static str, promised: &[&str])
    where
        T: Copy + PartialEq + std::fmt::Debug + std::str::FromStr<Err = Error>,
    {
        assert_eq!(all.iter().map(|one| code(*one)).collect::<Vec<_>>(), promised);
        for one in all {
            assert_eq!(code(*one).parse(), Ok(*one));
        }
        assert!("no-such-code".parse::<T>().is_err());
    }
    check(
        LossReason::ALL,
        LossReason::code,
        &["shorter", "tie", "later", "wildcard-conflict", "empty"],
    );
    check(
        AccessReason::ALL,
        AccessReason::code,
        &["served", "unavailable", "unreachable", "not-asked", "ungoverned"],
    );
    check(
        BadRedirect::ALL,
        BadRedirect::code,
        &["no-location", "loop", "other-scheme", "disallowed"],
    );
    check(Tie::ALL, Tie::name, &["allow", "disallow"]);
    numbers(LossReason::ALL, LossReason::number, LossReason::from_number);
    numbers(AccessReason::ALL, AccessReason::number, AccessReason::from_number);
    numbers(BadRedirect::ALL, BadRedirect::number, BadRedirect::from_number);
    assert_eq!(InForce::Rules(1).code(), "rules");
    assert_eq!(GroupChoice::ByName { token: 1 }.code(), "by-name");
}

#[test]
fn presets_have_names() {
    for Preset { name, dialect, .. } in Preset::ALL {
        assert_eq!(dialect.name(), Some(*name));
        assert_eq!(name.parse(), Ok(*dialect));
    }
    assert_eq!(Dialect::default(), Dialect::GOOGLE);
    assert!("gogle".parse::<Dialect>().is_err());
    let mut own = Dialect::GOOGLE;
    own.paths.index_html = false;
    assert_eq!(own.name(), None);
    assert_eq!(own.to_string(), "google+paths.index_html=off");
    assert_eq!(own.to_string().parse(), Ok(own));
    let check = |text: &str, kind| {
        assert_eq!(text.parse::<Dialect>().map_err(|error| error.kind()), Err(kind), "{text}");
    };
    check("", ErrorKind::UnknownDialect);
    check("google+", ErrorKind::UnknownKnob);
    check("google+paths.tied=allow", ErrorKind::UnknownKnob);
    check("google+paths.tie", ErrorKind::UnknownKnobValue);
    check("google+paths.tie=maybe", ErrorKind::UnknownKnobValue);
}

#[test]
fn a_rule_is_shown_safely() {
    #[track_caller]
    fn check(line: &[u8], shown: &str) {
        let file = [b"User-agent: *\n", line].concat();
        let rules = maycrawl::Robots::parse(file, &Dialect::GOOGLE).rules(&Agent::unnamed());
        assert_eq!(rules.rule_lines().next().map(|rule| rule.to_string()).as_deref(), Some(shown));
    }
    check(b"disallow:/a", "Disallow: /a");
    check(b"Allow:", "Allow:");
    check("Allow: /ä".as_bytes(), "Allow: /ä");
    check(b"Disallow: /\xff/\x1b[31m", "Disallow: /\u{fffd}/\\u{1b}[31m");
}

/// A group that names both the agent and `*` is the agent's own.
#[test]
fn a_named_group_hides_the_global_one() {
    let file = "User-agent: *\nDisallow: /a\nUser-agent: *\nUser-agent: F\nDisallow: /b";
    let named = |url| ask(&Dialect::GOOGLE, file, &Agent::token("F"), url).is_allowed();
    assert!(named("/a"));
    assert!(!named("/b"));
    let other = |url| ask(&Dialect::GOOGLE, file, &Agent::token("G"), url).is_allowed();
    assert!(!other("/a"));
    assert!(!other("/b"));
}

#[test]
fn the_one_shot_forms_agree_with_the_long_one() {
    let file = "User-agent: F\nDisallow: /a";
    assert!(!maycrawl::is_allowed(file, "F", "https://example.com/a"));
    assert!(maycrawl::is_allowed(file, "G", "https://example.com/a"));
    assert!(!Dialect::RFC9309.is_allowed(file.as_bytes(), b"f", b"/a"));
}

/// Who decides and what is reported are two knobs.
#[test]
fn a_conflict_can_be_decided_and_reported() {
    let mut dialect = Dialect::CAUTIOUS;
    dialect.paths.reports_undefined = true;
    let file = "User-agent: *\nDisallow: /*\nAllow: /a";
    let verdict = ask(&dialect, file, &Agent::token("F"), "/a");
    assert!(!verdict.is_allowed());
    assert!(verdict.is_undefined());
}
