//! Findings in the forms that CI systems read.

use std::io::{self, Write};

use maycrawl::lines::Position;
use maycrawl_lint::{Finding, Severity};
use quick_xml::Writer;
use quick_xml::events::{BytesText, Event};
use serde::Serialize;

use crate::findings::{Linted, message};
use crate::json_text::write_pretty;

/// A line for each finding, which editors and people can read: `path:line:column: severity rule
/// message`.
pub fn concise(files: &[Linted], out: &mut dyn Write) -> io::Result<()> {
    for linted in files {
        for (finding, start, _) in linted.placed() {
            writeln!(
                out,
                "{}:{}:{}: {} {} {}",
                linted.name(),
                start.line,
                start.column,
                finding.severity.as_str(),
                finding.rule.name,
                message(finding),
            )?;
        }
    }
    Ok(())
}

/// Commands that GitHub Actions turns into annotations.
pub fn github(files: &[Linted], out: &mut dyn Write) -> io::Result<()> {
    for linted in files {
        for (finding, start, end) in linted.placed() {
            let command = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "notice",
            };
            writeln!(
                out,
                "::{command} file={},line={},col={},endLine={},endColumn={},title={}::{}",
                property(linted.name()),
                start.line,
                start.column,
                end.line,
                end.column,
                finding.rule.name,
                data(&message(finding)),
            )?;
        }
    }
    Ok(())
}

/// The value of a command, escaped as GitHub's runner reads it.
pub(crate) fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

pub(crate) fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// An issue of GitLab's code quality report.
#[derive(Serialize)]
struct Issue<'f> {
    description: String,
    check_name: &'f str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'f>,
}

#[derive(Serialize)]
struct Location<'f> {
    path: &'f str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
}

/// GitLab's code quality report.
pub fn gitlab(files: &[Linted], out: &mut dyn Write) -> io::Result<()> {
    let mut seen = std::collections::BTreeMap::new();
    let mut issues = Vec::new();
    for linted in files {
        for ((finding, start, _), fingerprint) in linted.placed().zip(linted.fingerprints()) {
            // Issues of one fingerprint would be taken for one.
            let fingerprint = format!("{} {fingerprint}", linted.name());
            let count = seen.entry(fingerprint.clone()).or_insert(0_usize);
            *count += 1;
            issues.push(Issue {
                description: message(finding),
                check_name: finding.rule.name,
                fingerprint: hash(&format!("{fingerprint} {count}")),
                severity: match finding.severity {
                    Severity::Error => "major",
                    Severity::Warning => "minor",
                    Severity::Note => "info",
                },
                location: Location { path: linted.name(), lines: Lines { begin: start.line } },
            });
        }
    }
    write_pretty(out, &issues)
}

/// A number for a text, in hex: FNV-1a, which is stable everywhere.
fn hash(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    format!("{:016x}", text.bytes().fold(0xCBF2_9CE4_8422_2325, step))
}

/// The XML of `JUnit`: a test case for each file, which fails if it has findings of at least this
/// severity.
pub fn junit(files: &[Linted], least: Option<Severity>, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = begin(out)?;
    let is_loud = |finding: &&Finding| least.is_some_and(|least| finding.severity >= least);
    let failures = files.iter().filter(|linted| least.is_some_and(|least| linted.has(least)));
    let failures = failures.count();
    let (tests, failures) = (files.len().to_string(), failures.to_string());
    writer
        .create_element("testsuite")
        .with_attributes([("name", "maycrawl lint"), ("tests", &tests), ("failures", &failures)])
        .write_inner_content(|writer| {
            for linted in files {
                let case = writer
                    .create_element("testcase")
                    .with_attributes([("classname", "maycrawl"), ("name", linted.name())]);
                case.write_inner_content(|writer| {
                    let told: Vec<_> = linted
                        .placed()
                        .filter(|(finding, ..)| is_loud(finding))
                        .map(|(finding, start, _)| {
                            format!(
                                "{}:{}: {}: {}",
                                start.line,
                                start.column,
                                finding.rule.name,
                                message(finding)
                            )
                        })
                        .collect();
                    if !told.is_empty() {
                        let findings = if told.len() == 1 { "finding" } else { "findings" };
                        let count = format!("{} {findings}", told.len());
                        writer
                            .create_element("failure")
                            .with_attribute(("message", count.as_str()))
                            .write_text_content(BytesText::new(&told.join("\n")))?;
                    }
                    Ok(())
                })?;
            }
            Ok(())
        })?;
    end(writer)
}

/// Checkstyle's XML.
pub fn checkstyle(files: &[Linted], out: &mut dyn Write) -> io::Result<()> {
    let mut writer = begin(out)?;
    writer.create_element("checkstyle").with_attribute(("version", "4.3")).write_inner_content(
        |writer| {
            for linted in files {
                let file = writer.create_element("file").with_attribute(("name", linted.name()));
                file.write_inner_content(|writer| {
                    for (finding, start, _) in linted.placed() {
                        checkstyle_error(writer, finding, start)?;
                    }
                    Ok(())
                })?;
            }
            Ok(())
        },
    )?;
    end(writer)
}

fn checkstyle_error<W: Write>(
    writer: &mut Writer<W>,
    finding: &Finding,
    start: Position,
) -> io::Result<()> {
    let severity = match finding.severity {
        Severity::Note => "info",
        other => other.as_str(),
    };
    let (line, column) = (start.line.to_string(), start.column.to_string());
    let source = format!("maycrawl.{}", finding.rule.name);
    let message = message(finding);
    writer
        .create_element("error")
        .with_attributes([
            ("line", line.as_str()),
            ("column", &column),
            ("severity", severity),
            ("message", &message),
            ("source", &source),
        ])
        .write_empty()?;
    Ok(())
}

/// Begins an XML document.
pub(crate) fn begin(out: &mut dyn Write) -> io::Result<Writer<&mut dyn Write>> {
    let mut writer = Writer::new_with_indent(out, b' ', 2);
    let declaration = quick_xml::events::BytesDecl::new("1.0", Some("UTF-8"), None);
    writer.write_event(Event::Decl(declaration))?;
    Ok(writer)
}

/// Ends it with a line end.
pub(crate) fn end(writer: Writer<&mut dyn Write>) -> io::Result<()> {
    writeln!(writer.into_inner())
}
