//! The specification's tables, a test a row and dialect.
//!
//! `cargo test --test vectors edges/26` runs the rows of one case.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

use libtest_mimic::{Arguments, Failed, Trial};
use maycrawl::{
    Agent, Dialect, Document, Robots, UrlPath,
    dialect::{Preset, UrlForm},
    lines::{Field, Reading},
};
use testkit::naive::Asker;
use testkit::vectors::{self, Case};

fn main() {
    let args = Arguments::from_args();
    let mut trials = Vec::new();
    trials.extend(vectors::verdict_cases().into_iter().map(verdict));
    lines(&mut trials);
    extract(&mut trials);
    libtest_mimic::run(&args, trials).exit();
}

fn verdict(case: Case) -> Trial {
    Trial::test(case.id.clone(), move || {
        let dialect: Dialect = case.dialect.parse()?;
        let rules = Robots::parse(&case.robots, &dialect).rules(&agent(&case.asker));
        let verdict = rules.check_url(&case.url);
        // Later verdicts are given another way, where many are asked for.
        let path = UrlPath::parse(&case.url, &dialect);
        same(&rules.check_all([&path]).next(), &Some(verdict))?;
        same(&(verdict.is_allowed(), verdict.is_undefined()), &(case.allowed, case.undefined))
    })
}

/// `lines`: what each dialect reads in one line.
fn lines(trials: &mut Vec<Trial>) {
    for row in vectors::table("lines").rows {
        for Preset { name, dialect, .. } in Preset::ALL {
            let column = match name {
                &"google" | &"google-parser" | &"cautious" => "google",
                _ => "reject_line",
            };
            let line = vectors::unescape(row.cell("line").unwrap());
            let expected = vectors::unescape(row.cell(column).unwrap());
            let id = format!("lines/{} [{name}]", row.number);
            trials.push(Trial::test(id, move || {
                same(
                    &read(&line, dialect).escape_ascii().to_string(),
                    &expected.escape_ascii().to_string(),
                )
            }));
        }
    }
}

/// The reading of a line in the notation of the table.
fn read(text: &[u8], dialect: &Dialect) -> Vec<u8> {
    let document = Document::parse(text);
    let Some(line) = document.lines().next() else { return b"none".to_vec() };
    let Reading::Directive(directive) = line.read(&dialect.lines) else { return b"none".to_vec() };
    let letter = match directive.field {
        Field::UserAgent => b"U",
        Field::Allow => b"A",
        Field::Disallow => b"D",
        Field::Sitemap => b"S",
        _ => return [b"X:", line.get(directive.name)].concat(),
    };
    [&letter[..], b":", line.get(directive.value)].concat()
}

/// `extract`: the path and query taken from a URL.
fn extract(trials: &mut Vec<Trial>) {
    for row in vectors::table("extract").rows {
        for Preset { name, dialect, .. } in Preset::ALL {
            let column = match dialect.paths.normalise {
                UrlForm::Parser => "google-parser",
                UrlForm::Google | UrlForm::Rfc => "rfc9309",
                UrlForm::Draft => continue,
            };
            let url = vectors::unescape(row.cell("url").unwrap());
            let expected = match row.cell(column).unwrap() {
                // No URL: it is read as Google's parser reads it, unless it
                // begins with `/` and so is a path.
                "invalid" if url.starts_with(b"/") => String::from_utf8(url.clone()).unwrap(),
                "invalid" => row.cell("google-parser").unwrap().to_owned(),
                expected => expected.to_owned(),
            };
            let id = format!("extract/{} [{name}]", row.number);
            trials.push(Trial::test(id, move || {
                same(
                    &UrlPath::parse(&url, dialect).as_bytes().escape_ascii().to_string(),
                    &expected,
                )
            }));
        }
    }
}

fn agent(asker: &Asker) -> Agent {
    let agent =
        if asker.pooled { Agent::any_of(&asker.tokens) } else { Agent::first_of(&asker.tokens) };
    agent.ignoring_global(asker.ignores_global)
}

fn same<T: PartialEq + std::fmt::Debug>(answered: &T, expected: &T) -> Result<(), Failed> {
    if answered == expected {
        return Ok(());
    }
    Err(format!("expected {expected:?}, got {answered:?}").into())
}
