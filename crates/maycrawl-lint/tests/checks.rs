//! Every check that people expect of a validator is a rule, or left out for a
//! reason.
//!
//! `testdata/lint-checks.tsv` lists what 18 tools check (by a name of ours, E or
//! W as they take it) and the mistakes that four articles on robots.txt name
//! (S1 to S4; see `xtask/tests/statements.rs`), and for each the rules that find
//! it, or `omitted:` and the reason.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

use maycrawl_lint::RULES;
use testkit::vectors;

#[test]
fn every_check_is_a_rule_or_left_out_for_a_reason() {
    for row in vectors::table("lint-checks").rows {
        let check = row.cell("check").unwrap();
        assert!(["E", "W"].contains(&row.cell("severity").unwrap()), "{check}");
        let rules = row.cell("rules").unwrap();
        if let Some(reason) = rules.strip_prefix("omitted: ") {
            assert!(reason.contains(' '), "{check} is left out without a reason");
            continue;
        }
        for name in rules.split(' ') {
            assert!(RULES.iter().any(|rule| rule.name == name), "{check}: there is no {name}");
        }
    }
}
