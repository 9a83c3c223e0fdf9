//! What is said of standings holds for every path.
#![allow(missing_docs, reason = "a test names itself")]

use maycrawl::{Agent, Dialect, Robots};
use maycrawl_crawlers::Catalogue;
use maycrawl_report::policy::{Policy, Standing, standing};
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
            let path = maycrawl::Path::parse(&path, &dialect);
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

/// Groups of one name are one group to the crawler, and told of once.
#[test]
fn what_a_named_group_drops_is_told_once() {
    let catalogue = Catalogue::built_in();
    let file =
        "User-agent: *\nDisallow: /a\nUser-agent: B\nDisallow: /b\nUser-agent: b\nDisallow: /c";
    let policy = Policy::of(file.as_bytes(), &Dialect::GOOGLE, catalogue);
    let told: Vec<_> = policy.dropped.iter().map(|one| (one.line, one.path.as_str())).collect();
    assert_eq!(told, [(3, "/a")]);
}
