//! Answers as rows: TSV and CSV.
//!
//! TSV quotes nothing: a TAB ends a cell and a line feed ends a row. Control characters
//! in a cell are replaced by signs for them, as in text for a terminal, so no content
//! can break a row; all other bytes stay as they came. CSV is quoted where it must be
//! (RFC 4180), and a cell that a spreadsheet would read as a formula begins with `'`.

use std::borrow::Cow;
use std::io;

use maycrawl::{Rules, Verdict, access::Timestamp, robots::RuleLine};

use crate::answer::{Answer, Outcome};
use crate::comparison::Comparison;
use crate::display::control_sign;
use crate::times::rfc3339;

/// The columns of [`cells`].
pub const COLUMNS: &[&str] = &["agent", "url", "verdict", "line", "reason", "rule"];

/// The columns where each site is asked for its own file: those of [`cells`], then
/// [`retry_cell`].
pub const SITE_COLUMNS: &[&str] =
    &["agent", "url", "verdict", "line", "reason", "rule", "retry_at"];

/// The last column where agents are asked in dialects of their own: that of the answer.
pub const DIALECT_COLUMN: &str = "dialect";

/// Writes rows to `out`.
///
/// New forms may be added.
#[non_exhaustive]
pub enum Writer<W: io::Write> {
    /// Tab-separated, without control characters.
    Tsv(W),
    /// Comma-separated, quoted where it must be.
    Csv(Box<csv::Writer<W>>),
}

impl<W: io::Write> Writer<W> {
    /// Tab-separated rows.
    pub const fn tsv(out: W) -> Self {
        Self::Tsv(out)
    }

    /// Comma-separated rows.
    pub fn csv(out: W) -> Self {
        Self::Csv(Box::new(csv::WriterBuilder::new().flexible(true).from_writer(out)))
    }

    /// Writes one row.
    pub fn write<Cell: AsRef<[u8]>>(
        &mut self,
        cells: impl IntoIterator<Item = Cell>,
    ) -> io::Result<()> {
        match self {
            Self::Tsv(out) => {
                for (index, cell) in cells.into_iter().enumerate() {
                    if index > 0 {
                        out.write_all(b"\t")?;
                    }
                    out.write_all(&tsv_cell(cell.as_ref()))?;
                }
                out.write_all(b"\n")
            }
            Self::Csv(out) => {
                let cells: Vec<Cell> = cells.into_iter().collect();
                let cells = cells.iter().map(|cell| csv_cell(cell.as_ref()));
                out.write_record(cells).map_err(|error| match error.into_kind() {
                    csv::ErrorKind::Io(error) => error,
                    other => io::Error::other(format!("{other:?}")),
                })
            }
        }
    }

    /// Writes out what is held back.
    pub fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Tsv(out) => out.flush(),
            Self::Csv(out) => out.flush(),
        }
    }
}

/// A cell as CSV holds it, before it is quoted: no spreadsheet takes it as a formula.
///
/// ```
/// use maycrawl_report::rows::csv_cell;
///
/// assert_eq!(*csv_cell(b"=HYPERLINK(1)"), *b"'=HYPERLINK(1)");
/// assert_eq!(*csv_cell(b"/a=b"), *b"/a=b");
/// // The sign for nothing is not a formula.
/// assert_eq!(*csv_cell(b"-"), *b"-");
/// ```
pub fn csv_cell(cell: &[u8]) -> Cow<'_, [u8]> {
    match cell {
        [b'=' | b'+' | b'@' | b'\t' | b'\r', ..] | [b'-', _, ..] => {
            Cow::Owned([b"'", cell].concat())
        }
        _ => Cow::Borrowed(cell),
    }
}

/// A cell as TSV holds it: a sign for each control character, among them U+0080 to
/// U+009F in UTF-8, and all other bytes as they are.
///
/// ```
/// use maycrawl_report::rows::tsv_cell;
///
/// assert_eq!(*tsv_cell(b"Disallow: /a\tb\x1B"), *"Disallow: /a b␛".as_bytes());
/// assert_eq!(*tsv_cell(b"/\xFF"), *b"/\xFF");
/// ```
pub fn tsv_cell(cell: &[u8]) -> Cow<'_, [u8]> {
    // The first byte of U+0080 to U+009F is this; most cells are clean.
    const C1: u8 = 0xC2;
    if !cell.iter().any(|byte| byte.is_ascii_control() || *byte == C1) {
        return Cow::Borrowed(cell);
    }
    let mut clean = Vec::with_capacity(cell.len());
    for chunk in cell.utf8_chunks() {
        for char in chunk.valid().chars() {
            let char = control_sign(char).unwrap_or(char);
            clean.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
        }
        clean.extend_from_slice(chunk.invalid());
    }
    Cow::Owned(clean)
}

/// The columns of [`comparison_cells`].
pub const COMPARISON_COLUMNS: &[&str] =
    &["agent", "url", "dialect", "verdict", "line", "reason", "knobs"];

/// A row for each dialect of a comparison.
pub fn comparison_cells(comparison: &Comparison) -> Vec<Vec<Vec<u8>>> {
    let rows = comparison.answers.iter().map(|one| {
        let knobs: Vec<_> = one.causes.iter().map(|knob| knob.name).collect();
        vec![
            comparison.agent.tokens().next().unwrap_or_default().to_vec(),
            comparison.url.to_vec(),
            one.dialect.into(),
            one.answer.verdict_name().into(),
            one.answer.line().to_string().into_bytes(),
            one.answer.reason_code().into(),
            knobs.join(" ").into_bytes(),
        ]
    });
    rows.collect()
}

/// The cells of a verdict.
pub fn cells(rules: &Rules, url: &[u8], verdict: Verdict) -> Vec<Vec<u8>> {
    let rule = rules.deciding_rule(verdict);
    let word = if verdict.is_allowed() { "allow" } else { "disallow" };
    vec![
        rules.agent().tokens().next().unwrap_or_default().to_vec(),
        url.to_vec(),
        word.into(),
        rule.as_ref().map_or(0, RuleLine::line).to_string().into_bytes(),
        verdict.reason().code().into(),
        rule.map_or_else(Vec::new, |rule| {
            let gap: &[u8] = if rule.value().is_empty() { b":" } else { b": " };
            [rule.kind().name().as_bytes(), gap, rule.value()].concat()
        }),
    ]
}

/// The cells of an answer that no rule gives.
pub fn cells_without_rule(answer: &Answer) -> Vec<Vec<u8>> {
    // In place of the rule, why there is none.
    let is_unasked =
        matches!(answer.outcome, Outcome::Unasked { .. } | Outcome::CouldNotAsk { .. });
    let why = if is_unasked { answer.why() } else { String::new() };
    vec![
        answer.agent.tokens().next().unwrap_or_default().to_vec(),
        answer.url.to_vec(),
        answer.verdict_name().into(),
        b"0".to_vec(),
        answer.reason_code().into(),
        why.into_bytes(),
    ]
}

/// When to ask again, in UTC as RFC 3339 writes it; empty, if there is an answer.
pub fn retry_cell(retry_at: Option<Timestamp>) -> Vec<u8> {
    retry_at.map_or_else(Vec::new, |time| rfc3339(time).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(cells: &[&[u8]], row: &[u8]) {
        let mut out = Vec::new();
        Writer::tsv(&mut out).write(cells).unwrap();
        assert_eq!(out.escape_ascii().to_string(), row.escape_ascii().to_string());
    }

    #[test]
    fn no_cell_breaks_a_row() {
        check(&[b"a", b"b"], b"a\tb\n");
        check(&[b"a\tb", b"\r\n"], "a b\t␍␊\n".as_bytes());
        check(&[b"\x00\x1B[2J\x7F"], "␀␛[2J␡\n".as_bytes());
        check(&["\u{80}\u{9B}\u{9F}\u{A0}é".as_bytes()], "���\u{A0}é\n".as_bytes());
        // Bytes that are no text stay as they are.
        check(&[b"\x9B\xC2\xFF\xC2"], b"\x9B\xC2\xFF\xC2\n");
        check(&["\u{202E}".as_bytes()], "\u{202E}\n".as_bytes());
    }
}
