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
