//! Cases of a table in the forms that CI systems read.

use std::io::{self, Write};

use crate::Mismatch;
use crate::findings::ci::{begin, data, end, property};
use crate::json::WireCase;

/// Commands that GitHub Actions turns into annotations: one for each case that is not as expected.
pub fn github(table: &str, mismatches: &[Mismatch], out: &mut dyn Write) -> io::Result<()> {
    for mismatch in mismatches {
        writeln!(
            out,
            "::error file={},line={},title=maycrawl test::{}",
            property(table),
            mismatch.line,
            data(&mismatch.sentence()),
        )?;
    }
    Ok(())
}

/// The XML of `JUnit`: a test case for each row of the table, which fails if the answer is not as
/// expected.
pub fn junit(table: &str, cases: &[WireCase], out: &mut dyn Write) -> io::Result<()> {
    let mut writer = begin(out)?;
    let failures = cases.iter().filter(|case| case.missed.is_some()).count().to_string();
    let tests = cases.len().to_string();
    writer
        .create_element("testsuite")
        .with_attributes([("name", "maycrawl test"), ("tests", &tests), ("failures", &failures)])
        .write_inner_content(|writer| {
            for case in cases {
                let cell = |name: &str| case.input.get(name).map_or("", String::as_str);
                let name = format!("{} {}", cell("agent"), cell("url"));
                let place = format!("{table}:{}", case.case_line);
                let element = writer
                    .create_element("testcase")
                    .with_attributes([("classname", place.as_str()), ("name", &name)]);
                element.write_inner_content(|writer| {
                    if let Some(expected) = &case.missed {
                        let answered = answered(&case.verdict, case.line);
                        let message = format!("expected {expected}, got {answered}");
                        writer
                            .create_element("failure")
                            .with_attribute(("message", message.as_str()))
                            .write_empty()?;
                    }
                    Ok(())
                })?;
            }
            Ok(())
        })?;
    end(writer)
}

/// An answer and the line that decided it, if one did.
pub fn answered(verdict: &str, line: u32) -> String {
    match line {
        0 => verdict.to_owned(),
        line => format!("{verdict} by line {line}"),
    }
}
