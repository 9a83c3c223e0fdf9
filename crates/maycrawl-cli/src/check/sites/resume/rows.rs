//! The lines of a file of answers.

use std::borrow::Cow;
use std::time::UNIX_EPOCH;

use maycrawl::access::Timestamp;
use maycrawl_report::rows::Writer;
use serde::Deserialize;

/// The beginnings of the first line of JSON, and of each answer.
pub(super) const JSON_RUN: &[u8] = b"{\"version\":1,\"run\":";
pub(super) const JSON_ANSWER: &[u8] = b"{\"version\":1,\"agent\":";

/// What matters in an answer.
pub(super) struct Row<'r> {
    pub(super) agent: Cow<'r, [u8]>,
    pub(super) url: Cow<'r, [u8]>,
    pub(super) verdict: Cow<'r, [u8]>,
    pub(super) retry_at: Option<Timestamp>,
}

#[derive(Deserialize)]
struct JsonRow<'r> {
    #[serde(borrow)]
    agent: JsonAgent<'r>,
    #[serde(borrow)]
    url: Cow<'r, str>,
    #[serde(borrow)]
    verdict: Cow<'r, str>,
    retry_at: Option<i64>,
}

#[derive(Deserialize)]
struct JsonAgent<'r> {
    #[serde(borrow)]
    tokens: Vec<Cow<'r, str>>,
}

/// A text as the file holds it.
pub(super) fn cell(is_json: bool, text: &[u8]) -> Vec<u8> {
    if is_json {
        return String::from_utf8_lossy(text).into_owned().into_bytes();
    }
    let mut written = Vec::new();
    // Writing to memory does not fail.
    let _ = Writer::tsv(&mut written).write([text]);
    written.pop();
    written
}

/// The answer of a line, if it is one. Rows of TSV may end with the dialect.
pub(super) fn parse_row(is_json: bool, has_dialect: bool, line: &[u8]) -> Option<Row<'_>> {
    if is_json { json_row(line) } else { tsv_row(has_dialect, line) }
}

fn json_row(line: &[u8]) -> Option<Row<'_>> {
    let row: JsonRow<'_> = serde_json::from_slice(line).ok()?;
    let agent = row.agent.tokens.into_iter().next()?;
    Some(Row {
        agent: bytes(agent),
        url: bytes(row.url),
        verdict: bytes(row.verdict),
        retry_at: row.retry_at.map(Timestamp),
    })
}

fn bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

/// A row of seven cells, and the dialect if rows have it. Cells are counted from both ends, since
/// only the rule between them is text of a site.
fn tsv_row(has_dialect: bool, line: &[u8]) -> Option<Row<'_>> {
    let line = line.strip_suffix(b"\n")?;
    let mut cells = line.splitn(6, |byte| *byte == b'\t');
    let (agent, url, verdict) = (cells.next()?, cells.next()?, cells.next()?);
    // After the line's number and the reason: the rule and the time.
    let rest = cells.nth(2)?;
    let mut from_end = rest.rsplitn(if has_dialect { 3 } else { 2 }, |byte| *byte == b'\t');
    let time = from_end.nth(usize::from(has_dialect))?;
    // The rule.
    from_end.next()?;
    let time = std::str::from_utf8(time).ok();
    let since = time
        .and_then(|time| humantime::parse_rfc3339(time).ok())
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Some(Row {
        agent: agent.into(),
        url: url.into(),
        verdict: verdict.into(),
        retry_at: since.map(|since| Timestamp(0).after(since)),
    })
}
