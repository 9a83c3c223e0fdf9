//! A web handler that lints the body of a request: findings and repaired text, as JSON.
//!
//! ```sh
//! cargo run --package maycrawl-lint --example handler < robots.txt
//! ```
//!
//! It bounds what a stranger can cost: bodies in bytes, linting in time.

#![allow(clippy::print_stdout, reason = "it answers on standard output")]

use std::error::Error;
use std::io::{self, Read};
use std::time::{Duration, Instant};

use maycrawl::{Document, lines::LineIndex};
use maycrawl_lint::{Applicability, Cancelled, Finding, LintContext, Settings};
use maycrawl_lint::{lint_unless, repair_unless};
use serde_json::{Value, json};

const MAX_BODY: usize = 1 << 20;
const MAX_TIME: Duration = Duration::from_secs(2);

fn main() -> Result<(), Box<dyn Error>> {
    let mut body = Vec::new();
    // One byte more than allowed is enough to see that there is too much.
    io::stdin().lock().take(MAX_BODY as u64 + 1).read_to_end(&mut body)?;
    println!("{}", handle(&body));
    Ok(())
}

fn handle(body: &[u8]) -> String {
    let answer = if body.len() > MAX_BODY {
        json!({ "error": format!("the body is larger than {MAX_BODY} bytes") })
    } else {
        examine(body, Instant::now() + MAX_TIME)
            .unwrap_or_else(|Cancelled| json!({ "error": "linting took too long" }))
    };
    answer.to_string()
}

fn examine(body: &[u8], deadline: Instant) -> Result<Value, Cancelled> {
    let (context, settings) = (LintContext::default(), Settings::default());
    let is_late = || Instant::now() >= deadline;
    let lint = |document: &Document| lint_unless(document, &context, &settings, is_late);

    let document = Document::parse(body);
    let found = lint(&document)?;
    let lines = LineIndex::new(document.source());
    let findings: Vec<Value> = found.iter().map(|finding| row(finding, &lines)).collect();

    let go_on = || if is_late() { Err(Cancelled) } else { Ok(()) };
    let repaired = repair_unless(body, Applicability::Safe, lint, go_on)?;
    Ok(json!({
        "findings": findings,
        "fixed": String::from_utf8_lossy(&repaired.source),
        "applied": repaired.applied.len(),
        "left_out": repaired.left_out,
    }))
}

fn row(finding: &Finding, lines: &LineIndex) -> Value {
    let at = lines.position(finding.span.start);
    let is_safe = |applicability| applicability == Applicability::Safe;
    json!({
        "line": at.line,
        "column": at.column,
        "severity": finding.severity.as_str(),
        "rule": finding.rule.name,
        "message": finding.message,
        "has_safe_fix": finding.fixes.iter().any(|fix| is_safe(fix.applicability)),
    })
}
