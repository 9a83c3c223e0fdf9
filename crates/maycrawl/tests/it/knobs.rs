//! Knobs as text.

use maycrawl::{Agent, Dialect, dialect::Preset, explain::deciding_knobs, knobs::Knob};

#[test]
fn every_value_is_read_as_it_is_written() {
    for Preset { dialect, .. } in Preset::ALL {
        for knob in Knob::all() {
            for value in knob.values {
                let mut changed = *dialect;
                knob.set(&mut changed, value).unwrap();
                assert_eq!(knob.value(&changed), *value, "{}", knob.name);
            }
            assert!(knob.values.contains(&&*knob.value(dialect)), "{}", knob.name);
        }
    }
}

#[test]
fn numbers_may_be_others_than_those_of_presets() {
    let mut dialect = Dialect::GOOGLE;
    for (name, value) in [
        ("lines.line_cap", "24"),
        ("fetch.body_cap", "160"),
        ("fetch.rule_limits", "5x7"),
        ("fetch.hops", "3"),
        ("fetch.ttl_default", "3600"),
    ] {
        let knob = Knob::find(name).unwrap();
        knob.set(&mut dialect, value).unwrap();
        assert_eq!(knob.value(&dialect), value);
        for wrong in ["", "-1", "other", "5x", "99999999999"] {
            assert!(knob.set(&mut dialect, wrong).is_err(), "{name} {wrong}");
        }
        assert_eq!(knob.value(&dialect), value);
    }
}

/// Numbers that no preset has are compared as they are.
#[test]
fn only_the_knob_that_matters_is_named() {
    let mut base = Dialect::GOOGLE;
    base.lines.line_cap = Some(100);
    base.fetch.body_cap = Some(1000);
    let mut other = Dialect::GOOGLE;
    other.lines.line_cap = Some(12);
    other.fetch.body_cap = Some(2000);
    other.fetch.hops = 3;
    let file = "User-agent:*\nDisallow: /a/b/c";
    let knobs = deciding_knobs(file, &Agent::token("F"), "/a/x", &base, &other);
    let names: Vec<_> = knobs.iter().map(|knob| knob.name).collect();
    assert_eq!(names, ["lines.line_cap"]);
}

/// Whether a dialect lets `F` fetch `/b`.
fn allows_b(dialect: &str, robots: &str) -> bool {
    dialect.parse::<Dialect>().unwrap().is_allowed(robots, "F", "/b")
}

#[test]
fn a_blank_line_ends_a_group_nowhere_before_its_rules_or_everywhere() {
    let check = |robots: &str, expected: [bool; 3]| {
        let found = ["no", "before-rules", "yes"]
            .map(|value| allows_b(&format!("google+groups.blank_ends={value}"), robots));
        assert_eq!(found, expected, "{robots}");
    };
    check("User-agent: F\nDisallow: /b", [false, false, false]);
    check("User-agent: F\n\nDisallow: /b", [false, true, true]);
    check("User-agent: F\nDisallow: /a\n\nDisallow: /b", [false, false, true]);
    check("User-agent: F\nAllow:\n\nDisallow: /b", [false, false, true]);
    check("User-agent: F\nCrawl-delay: 1\n\nDisallow: /b", [false, true, true]);
}

#[test]
fn other_lines_end_a_list_of_agents_or_do_not() {
    let check = |robots: &str, [transparent, end_agents, delays]: [bool; 3]| {
        let of = |value| allows_b(&format!("google+groups.other_lines={value}"), robots);
        assert_eq!(of("transparent"), transparent, "{robots}");
        assert_eq!(of("end-agents"), end_agents, "{robots}");
        assert_eq!(of("delays-end-agents"), delays, "{robots}");
    };
    check("User-agent: F\nCrawl-delay: 1\nUser-agent: G\nDisallow: /b", [false, true, true]);
    check("User-agent: F\nRequest-rate: 1/5\nUser-agent: G\nDisallow: /b", [false, true, true]);
    check("User-agent: F\nVisit-time: 0-1\nUser-agent: G\nDisallow: /b", [false, true, true]);
    check("User-agent: F\nSitemap: /s\nUser-agent: G\nDisallow: /b", [false, true, false]);
    check("User-agent: F\nHost: h\nUser-agent: G\nDisallow: /b", [false, true, false]);
    // A field that nobody knows is a comment, and only the list ends, not the group.
    check("User-agent: F\nFoo: 1\nUser-agent: G\nDisallow: /b", [false, false, false]);
    check("User-agent: F\nCrawl-delay: 1\nDisallow: /b", [false, false, false]);
    check("User-agent: G\nCrawl-delay: 1\nUser-agent: F\nDisallow: /b", [false, false, false]);
    let file = "User-agent: F\nCrawl-delay: 1\n\nDisallow: /b";
    assert!(allows_b("yandex+groups.other_lines=end-agents", file));
}
