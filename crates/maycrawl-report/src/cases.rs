//! Cases of a table in the forms that CI systems read.

use std::io::{self, Write};

use crate::Mismatch;
use crate::findings::ci::{begin, data, end, property};
use crate::json::WireCase;

/// What a case expects.
///
/// ```
/// use maycrawl_report::cases::Expected;
///
/// let expected = Expected::new(Some("allow"), Some(2));
/// assert_eq!(expected.missed("allow", 2), None);
/// assert_eq!(expected.missed("disallow", 3).as_deref(), Some("allow by line 2"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    verdict: Option<&'static str>,
    line: Option<u32>,
}

impl Expected {
    /// A verdict, `allow` or `disallow`, and the number of the deciding line, 0 for none.
    pub const fn new(verdict: Option<&'static str>, line: Option<u32>) -> Self {
        Self { verdict, line }
    }

    /// What was expected, if the answer differs. An error always differs.
    pub fn missed(&self, verdict: &str, line: u32) -> Option<String> {
        let is_error = verdict == "error";
        let expected = self.verdict.filter(|expected| *expected != verdict);
        let expected_line = self.line.filter(|expected| is_error || *expected != line);
        match (expected, expected_line) {
            (None, None) => None,
            (Some(verdict), None) => Some(verdict.to_owned()),
            (None, Some(line)) => Some(format!("line {line}")),
            (Some(verdict), Some(line)) => Some(format!("{verdict} by line {line}")),
        }
    }
}

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
        0 if verdict == "allow" => "allow, as no rule matches".into(),
        0 => verdict.to_owned(),
        line => format!("{verdict} by line {line}"),
    }
}
