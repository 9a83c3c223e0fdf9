//! A standing holds for every path.
#![allow(missing_docs, reason = "a test names itself")]

use maycrawl::{Agent, Dialect, Robots};
use maycrawl_crawlers::Catalogue;
use maycrawl_lint::{Policy, Standing, standing};
use proptest::prelude::*;
use testkit::generate;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn standings_hold_for_every_path(
        robots in generate::robots(),
        paths in prop::collection::vec(generate::path(), 1..20),
        dialect in generate::preset(),
    ) {
        let rules = Robots::parse(&robots, &dialect).rules(&Agent::token("Foo"));
        let standing = standing(&rules);
        for path in paths {
            let path = maycrawl::UrlPath::parse(&path, &dialect);
            let is_allowed = rules.check(&path).is_allowed();
            match standing {
                Standing::Everywhere => prop_assert!(is_allowed, "{:?}", path),
                Standing::Nowhere => {
                    prop_assert!(!is_allowed || path.as_bytes() == b"/robots.txt", "{:?}", path);
                }
                Standing::Partly | Standing::Undecided => {}
            }
        }
    }
}

/// Most files are decided; a proof that never comes would prove nothing.
#[test]
fn usual_files_are_decided() {
    use Standing::{Everywhere, Nowhere, Partly};
    let of =
        |file: &str| standing(&Robots::parse(file, &Dialect::GOOGLE).rules(&Agent::token("F")));
    assert_eq!(of("User-agent: *\nDisallow:"), Everywhere);
    assert_eq!(of("User-agent: *\nDisallow: /"), Nowhere);
    assert_eq!(of("User-agent: *\nDisallow: /a\nAllow: /a/b"), Partly);
}

/// Asserts which groups leave open what `*` forbids: line, names, then line and
/// path of each rule.
#[track_caller]
fn check_openings(file: &str, expected: &[&str]) {
    let policy = Policy::new(&Robots::parse(file, &Dialect::GOOGLE), Catalogue::built_in());
    let openings = policy.openings.iter().map(|one| {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let names: Vec<_> = one.names.iter().map(|name| text(name)).collect();
        let rules: Vec<_> =
            one.rules.iter().map(|rule| format!("{} {}", rule.line, text(&rule.path))).collect();
        let deliberate = if one.is_deliberate { "!" } else { "" };
        format!("{} {}{deliberate}: {}", one.line, names.join(","), rules.join(", "))
    });
    assert_eq!(openings.collect::<Vec<_>>(), expected);
}

#[test]
fn what_named_groups_leave_open() {
    let star = "User-agent: *\nDisallow: /a\nDisallow: /b\n";
    let with = |rest: &str| [star, rest].concat();
    check_openings(&with("User-agent: B\nDisallow: /b"), &["4 B: 2 /a"]);
    check_openings(&with("User-agent: B\nDisallow: /"), &[]);
    // Groups of one name are one group to the crawler.
    check_openings(&with("User-agent: B\nDisallow: /a\nUser-agent: b\nDisallow: /b"), &[]);
    // Names of one group may have others beside it.
    check_openings(
        &with("User-agent: B\nUser-agent: C\nDisallow: /a\nUser-agent: C\nDisallow: /b"),
        &["4 B: 3 /b"],
    );
    // An Allow opens a part of what both forbid.
    check_openings(&with("User-agent: B\nDisallow: /\nAllow: /a/b"), &["4 B: 2 /a/b"]);
    check_openings(&with("User-agent: B\nUser-agent: C\nAllow: /"), &["4 B,C!: 2 /a, 3 /b"]);
    // It ignores `*` and has nothing to lose.
    check_openings(&with("User-agent: AdsBot-Google\nDisallow: /b"), &[]);
    check_openings("User-agent: B\nDisallow: /b", &[]);
}
