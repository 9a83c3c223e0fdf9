//! The oracle passes every vector.

use maycrawl::Dialect;
use testkit::naive::{Field, Line, check, normal_path, read_line};
use testkit::vectors::{table, unescape, verdict_cases};

fn dialect(name: &str) -> Dialect {
    name.parse().expect("a preset")
}

#[test]
fn verdicts() {
    let cases = verdict_cases();
    // A loader that loses a table would pass.
    assert_eq!(cases.len(), 3136);
    for case in cases {
        let answer = check(&case.robots, &case.asker, &case.url, &dialect(case.dialect));
        let (is, expected) = ((answer.allowed, answer.undefined), (case.allowed, case.undefined));
        assert_eq!(is, expected, "{}: (allowed, undefined)", case.id);
    }
}

#[test]
fn lines() {
    let columns = [
        ("reject_line", &["rfc9309", "google-2012", "draft-1996", "bing", "yandex"][..]),
        ("google", &["google", "google-parser", "cautious"]),
    ];
    for row in table("lines").rows {
        for (column, dialects) in columns {
            for &name in dialects {
                let line = unescape(row.cell("line").unwrap());
                let read = text(read_line(&line, &dialect(name)));
                let expected = unescape(row.cell(column).unwrap());
                assert_eq!(read, expected, "lines line {} [{name}]", row.number);
            }
        }
    }
}

/// The notation of the table.
fn text(line: Line) -> Vec<u8> {
    match line {
        Line::Blank | Line::Nothing => b"none".to_vec(),
        Line::Record(Field::UserAgent, value) => [b"U:", &value[..]].concat(),
        Line::Record(Field::Allow, value) => [b"A:", &value[..]].concat(),
        Line::Record(Field::Disallow, value) => [b"D:", &value[..]].concat(),
        Line::Record(Field::Sitemap, value) => [b"S:", &value[..]].concat(),
        Line::Record(Field::Unknown(name), _) => [b"X:", &name[..]].concat(),
    }
}

#[test]
fn extract() {
    for row in table("extract").rows {
        let url = unescape(row.cell("url").unwrap());
        for name in ["google-parser", "rfc9309", "google"] {
            // What is no absolute URL is a matter of callers, not of paths.
            let expected = row.cell(name).filter(|&cell| cell != "invalid");
            if let Some(expected) = expected {
                let path = normal_path(&url, &dialect(name));
                assert_eq!(path, expected.as_bytes(), "extract line {} [{name}]", row.number);
            }
        }
    }
}
