//! The tables `location` and `extract`, a test a row.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

use libtest_mimic::{Arguments, Failed, Trial};
use maycrawl_url::{Origin, Target};
use testkit::vectors::{self, Row};

fn main() {
    let args = Arguments::from_args();
    let rows = |name: &'static str, check: fn(&Row) -> Result<(), Failed>| {
        let rows = vectors::table(name).rows.into_iter();
        rows.map(move |row| Trial::test(format!("{name}/{}", row.number), move || check(&row)))
    };
    let trials = rows("location", location).chain(rows("extract", extract)).collect();
    libtest_mimic::run(&args, trials).exit();
}

/// Does the robots.txt at one URL govern another?
fn location(row: &Row) -> Result<(), Failed> {
    let (robots_url, url) = (row.cell("robots_url").unwrap(), row.cell("url").unwrap());
    let target = Target::parse(url)?;
    let governs = Origin::of_robots_txt(robots_url).is_ok_and(|origin| *target.origin() == origin);
    same(if governs { "valid" } else { "not-valid" }, row.cell("expected").unwrap())
}

/// The path and query of a URL, or `invalid` for a text that is none.
fn extract(row: &Row) -> Result<(), Failed> {
    let url = String::from_utf8(vectors::unescape(row.cell("url").unwrap()))?;
    let found = Target::parse(&url);
    same(found.as_ref().map_or("invalid", Target::path), row.cell("rfc9309").unwrap())
}

fn same(answered: &str, expected: &str) -> Result<(), Failed> {
    if answered == expected {
        return Ok(());
    }
    Err(format!("expected {expected:?}, got {answered:?}").into())
}
