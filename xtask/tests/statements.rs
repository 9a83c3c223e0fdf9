//! Every testable statement of the sources is shown by a test that exists.
//!
//! `testdata/statements.tsv` numbers what five sources state and names what shows
//! each: `table/26` or `table/5-8` rows of a table, by the number of their line
//! or, in `edges`, of their case; `crate::file::test` a test; `rule::name` a rule of the linter,
//! whose examples run as tests. The sources: S0
//! Google's specification of about 2012, S1 Google on creating a robots.txt, S2 a
//! reference page, S3 a validator's page on syntax, S4 an article on how Google
//! reads a file. Where they contradict each other, the tables say which dialect
//! takes whose side.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use testkit::vectors;

#[test]
fn every_statement_is_shown_by_tests_that_exist() {
    let mut before = 0;
    for row in vectors::table("statements").rows {
        let number: u32 = row.cell("statement").unwrap().parse().unwrap();
        assert!(number > before, "statement {number} after {before}");
        before = number;

        let shown_by = row.cell("shown_by").unwrap();
        assert!(!shown_by.is_empty(), "statement {number}");
        for name in shown_by.split(' ') {
            let exists = match name.split_once('/') {
                Some((table, rows)) => has_rows(table, rows),
                None => has_test(name),
            };
            assert!(exists, "statement {number}: there is no {name}");
        }
    }
}

fn has_rows(table: &str, rows: &str) -> bool {
    let mut known = BTreeSet::new();
    for row in vectors::table(table).rows {
        known.insert(row.cell("case").map_or(row.number, |case| case.parse().unwrap()));
    }
    let (first, last) = rows.split_once('-').unwrap_or((rows, rows));
    let (first, last): (usize, usize) = (first.parse().unwrap(), last.parse().unwrap());
    first <= last && (first..=last).all(|row| known.contains(&row))
}

/// Whether `crate::file::test` is a test of a crate's tests.
fn has_test(name: &str) -> bool {
    let parts: Vec<&str> = name.split("::").collect();
    if let ["rule", rule] = parts[..] {
        return maycrawl_lint::RULES.iter().any(|one| one.name == rule);
    }
    let [package, file, test] = parts[..] else { return false };
    let tests =
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates")).join(package).join("tests");
    [tests.join("it").join(file), tests.join(file)].iter().any(|path| {
        let source = fs::read_to_string(path.with_extension("rs")).unwrap_or_default();
        source.contains(&format!("#[test]\nfn {test}() {{"))
    })
}
