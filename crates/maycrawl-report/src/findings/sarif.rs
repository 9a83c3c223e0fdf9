//! Findings as SARIF 2.1.0.

use std::io::{self, Write};

use maycrawl::lines::{LineIndex, Span};
use maycrawl_lint::{Edit, Finding, Fix, RULES, Rule, Severity};
use serde_json::Value;
use serde_sarif::sarif;

use crate::display::sanitize;
use crate::findings::{Linted, message, page_url};
use crate::json_text::write_pretty;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A log with one run: its rules, and every finding as a result.
pub fn log(files: &[Linted], out: &mut dyn Write) -> io::Result<()> {
    let driver = sarif::ToolComponent::builder()
        .name("maycrawl")
        .version(env!("CARGO_PKG_VERSION"))
        .information_uri("https://github.com/maycrawl/maycrawl")
        .rules(RULES.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>())
        .build();
    let results: Vec<_> = files.iter().flat_map(results).collect();
    let run = sarif::Run::builder()
        .tool(sarif::Tool::builder().driver(driver).build())
        .results(results)
        .column_kind(Value::from("utf16CodeUnits"))
        .build();
    let log = sarif::Sarif::builder()
        .schema(SCHEMA)
        .version(Value::from("2.1.0"))
        .runs(vec![run])
        .build();
    write_pretty(out, &log)
}

fn descriptor(rule: &Rule) -> sarif::ReportingDescriptor {
    let configuration =
        sarif::ReportingConfiguration::builder().level(Value::from(level(rule.severity))).build();
    let text = |text: String| sarif::MultiformatMessageString::builder().text(text).build();
    sarif::ReportingDescriptor::builder()
        .id(rule.name)
        .short_description(text(rule.summary()))
        .full_description(text(rule.why()))
        .help_uri(page_url(rule))
        .default_configuration(configuration)
        .build()
}

fn result_level(severity: Severity) -> sarif::ResultLevel {
    match severity {
        Severity::Error => sarif::ResultLevel::Error,
        Severity::Warning => sarif::ResultLevel::Warning,
        Severity::Note => sarif::ResultLevel::Note,
    }
}

const fn level(severity: Severity) -> &'static str {
    severity.as_str()
}

fn results(linted: &Linted) -> impl Iterator<Item = sarif::Result> + '_ {
    let lines = LineIndex::new(linted.document().source());
    linted.findings().iter().map(move |finding| {
        let index = RULES.iter().position(|rule| *rule == finding.rule).unwrap_or(0);
        let result = sarif::Result::builder()
            .rule_id(finding.rule.name)
            .rule_index(i64::try_from(index).unwrap_or(0))
            .level(result_level(finding.severity))
            .message(sarif::Message::builder().text(message(finding)).build())
            .locations(vec![location(linted, &lines, finding.span)])
            .build();
        sarif::Result {
            related_locations: related(linted, &lines, finding),
            fixes: fixes(linted, &lines, finding),
            ..result
        }
    })
}

fn location(linted: &Linted, lines: &LineIndex, span: Span) -> sarif::Location {
    let place = sarif::PhysicalLocation::builder()
        .artifact_location(artifact(linted))
        .region(region(lines, span))
        .build();
    sarif::Location::builder().physical_location(place).build()
}

fn artifact(linted: &Linted) -> sarif::ArtifactLocation {
    let name = linted.name();
    if name.starts_with("https://") || name.starts_with("http://") {
        return sarif::ArtifactLocation::builder().uri(name).build();
    }
    // What a URI cannot hold is percent-encoded.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let encoded = name.bytes().map(|byte| {
        if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    });
    let scheme = if name.starts_with('/') { "file://" } else { "" };
    sarif::ArtifactLocation::builder()
        .uri(format!("{scheme}{}", encoded.collect::<String>()))
        .build()
}

fn region(lines: &LineIndex, span: Span) -> sarif::Region {
    let (start, end) = (lines.position(span.start), lines.position(span.end));
    sarif::Region::builder()
        .start_line(i64::from(start.line))
        .start_column(i64::from(start.utf16_column))
        .end_line(i64::from(end.line))
        .end_column(i64::from(end.utf16_column))
        .byte_offset(i64::from(span.start))
        .byte_length(i64::from(span.len()))
        .build()
}

fn related(linted: &Linted, lines: &LineIndex, finding: &Finding) -> Option<Vec<sarif::Location>> {
    let related = finding.related.iter().map(|(span, label)| sarif::Location {
        message: Some(sarif::Message::builder().text(sanitize(label.as_bytes())).build()),
        ..location(linted, lines, *span)
    });
    let related: Vec<_> = related.collect();
    (!related.is_empty()).then_some(related)
}

fn fixes(linted: &Linted, lines: &LineIndex, finding: &Finding) -> Option<Vec<sarif::Fix>> {
    // A replacement is text: what is not UTF-8 has none.
    let is_text = |fix: &&Fix| fix.edits.iter().all(|edit| str::from_utf8(&edit.text).is_ok());
    let fixes = finding.fixes.iter().filter(is_text).map(|fix| {
        let replacements: Vec<_> = fix.edits.iter().map(|edit| replacement(lines, edit)).collect();
        let change = sarif::ArtifactChange::builder()
            .artifact_location(artifact(linted))
            .replacements(replacements)
            .build();
        let title = format!("{} ({})", sanitize(fix.title.as_bytes()), fix.applicability.as_str());
        sarif::Fix::builder()
            .description(sarif::Message::builder().text(title).build())
            .artifact_changes(vec![change])
            .build()
    });
    let fixes: Vec<_> = fixes.collect();
    (!fixes.is_empty()).then_some(fixes)
}

fn replacement(lines: &LineIndex, edit: &Edit) -> sarif::Replacement {
    let text = String::from_utf8_lossy(&edit.text).into_owned();
    sarif::Replacement::builder()
        .deleted_region(region(lines, edit.span))
        .inserted_content(sarif::ArtifactContent::builder().text(text).build())
        .build()
}
